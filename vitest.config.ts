import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { patienceMs, testPatienceMs } from './server/test/kit/patience.ts'
import { readPropertySettings } from './server/test/kit/property-settings.ts'
import { tierOf } from './server/test/kit/tiers.ts'

// For this run's processes and those that tests start: compiled code is kept between runs (child-env.ts).
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/trilho-compiled')

export default defineConfig(({ mode }) => {
  const { include, exclude, runsTimes } = tierOf(mode)
  const { RUNS_TIMES = runsTimes } = process.env
  const { times } = readPropertySettings({ ...process.env, RUNS_TIMES })
  return {
    test: {
      include,
      exclude,
      env: { RUNS_TIMES },
      provide: { shotsFolder: process.env.TRILHO_SHOTS ?? '' },
      globalSetup: 'server/test/kit/global-setup.ts',
      setupFiles: 'server/test/kit/every-property.ts',
      // One database per file, one process per worker: files share no state, so modules need not be loaded anew.
      isolate: false,
      // Short-lived objects of many requests: fewer collections.
      execArgv: ['--max-semi-space-size=32'],
      // Node runs the sources as they are: nothing to transform, and a fifth less work. `vi.mock` would need the loader.
      experimental: { viteModuleRunner: false, nodeLoader: false },
      // On two cores: many tests wait, for browsers, processes and time-outs, and leave a core to another file.
      maxWorkers: mode === 'machine' ? 2 : 4,
      testTimeout: testPatienceMs * Math.max(1, times),
      hookTimeout: testPatienceMs,
      expect: { poll: { timeout: patienceMs } },
    },
  }
})
