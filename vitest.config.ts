import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { patienceMs, testPatienceMs } from './server/test/kit/patience.ts'
import { readPropertySettings } from './server/test/kit/property-settings.ts'
import { tierOf } from './server/test/kit/tiers.ts'

// For this run's processes and those that tests start: compiled code is kept between runs (child-env.ts).
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/trilho-compiled')

export default defineConfig(({ mode }) => {
  const { include, exclude, atOnce } = tierOf(mode)
  const { times } = readPropertySettings(process.env)
  return {
    test: {
      include,
      exclude,
      provide: { shotsFolder: process.env.TRILHO_SHOTS ?? '', logsFolder: process.env.TRILHO_LOGS ?? '' },
      globalSetup: 'server/test/kit/global-setup.ts',
      setupFiles: 'server/test/kit/every-file.ts',
      // One database per file, one process per worker: files share no state, so modules need not be loaded anew.
      isolate: false,
      // Short-lived objects of many requests: fewer collections.
      execArgv: ['--max-semi-space-size=32'],
      // Node runs the sources as they are: nothing to transform, and a fifth less work. `vi.mock` would need the loader.
      experimental: { viteModuleRunner: false, nodeLoader: false },
      maxWorkers: atOnce,
      testTimeout: testPatienceMs * times,
      hookTimeout: testPatienceMs,
      expect: { poll: { timeout: patienceMs } },
    },
  }
})
