import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['server/**/*.test.ts', 'portal/**/*.test.ts'],
    provide: { shotsFolder: process.env.TRILHO_SHOTS ?? '' },
    globalSetup: 'server/test/global-setup.ts',
    // One database per file, one process per worker: files share no state, so modules need not be loaded anew.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // As patient as the rest: a busy machine is no failure, and what never comes is one all the same.
    expect: { poll: { timeout: 60_000 } },
  },
})
