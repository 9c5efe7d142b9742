import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/**
 * `npm run test:citus`: the journeys, the properties and the audit on the distributed database that TRILHO_TEST_CITUS
 * names. What is left out is about one PostgreSQL (start, upgrade, backup, plans), or about no database at all.
 */
export default defineConfig({
  test: {
    ...base.test,
    include: [
      'server/src/{access-keys,bank-notices,bank-orders,books-audit,disputes,exceptions,files,home,ledger}/**/*.test.ts',
      'server/src/{company-payments,open-finance,operator,payment-links,payout-batches,people,pix}/**/*.test.ts',
      'server/src/{bank-connections,mails,receipts,refunds,retention,sandbox,statements,volumes,withdrawals}/**/*.test.ts',
      'server/src/{notifications,search,transaction-search,transactions,webhooks}/**/*.test.ts',
      'server/src/platform/db/distribution.test.ts',
      'server/test/{lifecycle,money,real-bank}.property.test.ts',
      'server/test/{distribute,leases,lock-order,real-bank,real-bank-day,real-bank-initiation}.test.ts',
      'server/test/{reconciliation,reports,three-processes}.test.ts',
    ],
    exclude: ['**/*browser.test.ts', '**/checkout-accessibility.test.ts'],
    // A cluster on one machine is slow: files take turns.
    fileParallelism: false,
  },
})
