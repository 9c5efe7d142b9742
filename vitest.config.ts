import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { patienceMs, testPatienceMs } from './server/test/kit/patience.ts'
import { readPropertySettings } from './server/test/kit/property-settings.ts'
import { tierOf } from './server/test/kit/tiers.ts'

export default defineConfig(({ mode }) => {
  const { include, exclude, runsTimes, axe } = tierOf(mode)
  const { RUNS_TIMES = runsTimes } = process.env
  const { times } = readPropertySettings({ ...process.env, RUNS_TIMES })
  return {
    test: {
      include,
      exclude,
      env: {
        // For the processes that tests start: child-env.ts.
        NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/trilho-compiled'),
        RUNS_TIMES,
        TRILHO_AXE: axe,
      },
      provide: { shotsFolder: process.env.TRILHO_SHOTS ?? '' },
      globalSetup: 'server/test/kit/global-setup.ts',
      setupFiles: 'server/test/kit/every-property.ts',
      // One database per file, one process per worker: files share no state, so modules need not be loaded anew.
      isolate: false,
      // On two cores: many tests wait, for browsers, processes and time-outs, and leave a core to another file.
      maxWorkers: 3,
      testTimeout: testPatienceMs * Math.max(1, times),
      hookTimeout: testPatienceMs,
      expect: { poll: { timeout: patienceMs } },
    },
  }
})
