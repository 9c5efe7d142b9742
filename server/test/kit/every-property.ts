import * as fc from 'fast-check'
import { propertySettings } from './property-settings.ts'

// Quick properties use `fc.assert` as it is, a hundred runs without a limit in time: what is asked of all is asked here.
fc.configureGlobal({ ...propertySettings.replay, numRuns: 100 * Math.max(1, propertySettings.times) })
