import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/**
 * `npm run test:citus`: the journeys, the properties and the audit on the distributed database that TRILHO_TEST_CITUS
 * names. What is left out is about one PostgreSQL (start, upgrade, backup, plans), or about no database at all.
 */
export default defineConfig(environment => ({
  test: {
    ...base(environment).test,
    include: [
      'server/src/{tenancy,money,products,operations}/**/*.test.ts',
      'server/src/edges/sandbox/**/*.test.ts',
      'server/src/platform/mails/**/*.test.ts',
      'server/src/platform/db/distribution.test.ts',
      'server/test/{lifecycle,money}.property.test.ts',
      'server/test/{distribute,lock-order,real-bank-day,three-processes}.machine.test.ts',
      'server/test/{leases,nobody-alone,reconciliation,reports}.test.ts',
      'server/test/real-bank{,-*,.property}.test.ts',
    ],
    exclude: ['**/*browser.test.ts', '**/*.long.test.ts'],
    // A cluster on one machine is slow: files take turns.
    fileParallelism: false,
  },
}))
