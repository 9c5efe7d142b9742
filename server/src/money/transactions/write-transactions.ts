import type { Tx } from '../../platform/db/db.ts'
import { updateCharges, updateTransactions } from './sql.ts'
import type { Transaction, TransactionId } from './transaction.ts'

type Changed = { before: Transaction; transaction: Transaction }

const ofCharge = ['amount', 'orderDescription', 'qrCode', 'pixKey', 'pixKeyType'] as const

/** Only a bill changes its charge: when its terms change, and when its boleto is registered. */
const changesCharge = ({ before, transaction }: Changed): boolean =>
  ofCharge.some(field => before[field] !== transaction[field])

/** Writes transactions as the last of their events left them. */
export async function writeTransactions(tx: Tx, changed: readonly Changed[]): Promise<void> {
  const newest = new Map(changed.map(({ transaction }) => [keyOf(transaction), transaction]))
  const charges = new Set(changed.filter(changesCharge).map(({ transaction }) => keyOf(transaction)))
  await Promise.all([
    updateTransactions(tx, [...newest.values()]),
    updateCharges(
      tx,
      [...newest].flatMap(([key, transaction]) => (charges.has(key) ? [transaction] : [])),
    ),
  ])
}

const keyOf = ({ merchantId, id }: TransactionId) => `${merchantId} ${id}`
