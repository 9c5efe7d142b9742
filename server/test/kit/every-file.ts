import * as fc from 'fast-check'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach } from 'vitest'
import { sayWhatIsAwaited } from './awaited.ts'
import { endWithRun } from './end-with-run.ts'
import { keepLogsOf } from './kept-logs.ts'
import { untilNextDayMs } from './midnight.ts'
import { propertySettings } from './property-settings.ts'
import { sameDatabase } from './same-database.ts'

// Quick properties use plain `fc.assert`, a hundred runs: global settings are set here.
fc.configureGlobal({ ...propertySettings.replay, numRuns: 100 * propertySettings.times })

endWithRun()
afterEach(keepLogsOf)
afterEach(sayWhatIsAwaited)
afterEach(sameDatabase())

// No file sees two days: one that would begin at the end of a day begins with the next.
await delay(untilNextDayMs(new Date()))
