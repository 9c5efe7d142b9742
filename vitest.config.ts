import { defineConfig } from 'vitest/config'
import { patienceMs } from './server/test/kit/patience.ts'

export default defineConfig({
  test: {
    include: ['server/**/*.test.ts', 'portal/**/*.test.ts'],
    provide: { shotsFolder: process.env.TRILHO_SHOTS ?? '' },
    globalSetup: 'server/test/kit/global-setup.ts',
    // One database per file, one process per worker: files share no state, so modules need not be loaded anew.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: patienceMs } },
  },
})
