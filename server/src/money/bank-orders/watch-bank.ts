import { reportIfDefect } from '../../platform/db/defects.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { Key } from '../../platform/lib/seal.ts'
import type { BankWatch } from '../rails/bacen-pix/call-limits.ts'
import { bankPace, sharedRetryAfter } from '../rails/bank-pace.ts'
import { sharedTokens } from '../rails/shared-tokens.ts'
import { wakeAfterOutage } from './place-orders.ts'

/**
 * What the calls of a connection need beyond its bank: the pace, the limits and the token of all processes, and the orders that
 * wait for it. Without a key to store tokens with, this process asks for its own.
 */
export function bankWatch(needs: { sql: Sql; clock: () => Date; storageKey?: Key }) {
  const takeTurn = bankPace(needs)
  const retryAfterOf = sharedRetryAfter(needs)
  const { sql, storageKey } = needs
  const shareTokenOf = storageKey && sharedTokens({ sql, storageKey })
  return (connectionId: string, account: string, credentials: string): BankWatch => ({
    takeTurn: (kind, limit) => takeTurn(account, kind, limit),
    retryAfter: retryAfterOf(account),
    shareToken: shareTokenOf?.(credentials),
    onBack: () => void wakeAfterOutage(needs, connectionId).catch(reportIfDefect('bank order', undefined)),
  })
}
