import * as fc from 'fast-check'
import { propertySettings } from './property-settings.ts'

// Quick properties use plain `fc.assert`, a hundred runs without a time limit: global settings are set here.
fc.configureGlobal({ ...propertySettings.replay, numRuns: 100 * Math.max(1, propertySettings.times) })
