import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { patienceMs, testPatienceMs } from './server/test/kit/patience.ts'
import { propertySettings } from './server/test/kit/property-settings.ts'

export default defineConfig({
  test: {
    include: [
      'server/**/*.test.ts',
      'portal/**/*.test.ts',
      'bank/**/*.test.ts',
      'sdk/**/*.test.ts',
      'cli/**/*.test.ts',
      'examples/**/*.test.ts',
    ],
    // For the processes that tests start: child-env.ts.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/trilho-compiled') },
    provide: { shotsFolder: process.env.TRILHO_SHOTS ?? '' },
    globalSetup: 'server/test/kit/global-setup.ts',
    setupFiles: 'server/test/kit/every-property.ts',
    // One database per file, one process per worker: files share no state, so modules need not be loaded anew.
    isolate: false,
    // On two cores: many tests wait, for browsers, processes and time-outs, and leave a core to another file.
    maxWorkers: 3,
    testTimeout: testPatienceMs * propertySettings.times,
    hookTimeout: testPatienceMs,
    expect: { poll: { timeout: patienceMs } },
  },
})
