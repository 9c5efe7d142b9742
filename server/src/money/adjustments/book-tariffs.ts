import type { Sql, Tx } from '../../platform/db/db.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import type { Tariff } from '../rails/rails.ts'
import type { Write } from '../transactions/door.ts'
import { postAdjustment } from './post-adjustment.ts'
import { selectBookedRows } from './sql.ts'

/** Those of a statement that are not booked, by the bank's own id of the row: connections to one account list the same. */
export async function unbookedTariffs({ sql }: { sql: Sql | Tx }, tariffs: readonly Tariff[]): Promise<Tariff[]> {
  if (tariffs.length === 0) return []
  const rows = await selectBookedRows(
    sql,
    platformId,
    tariffs.map(({ id }) => id),
  )
  const booked = new Set(rows.map(({ statementRow }) => statementRow))
  return tariffs.filter(({ id }) => !booked.has(id))
}

/** What a bank has charged by its own statement is booked without a person, once a row. The caller has locked the connection. */
export async function bookTariffs(
  write: Write,
  { connectionId, tariffs }: { connectionId: string; tariffs: readonly Tariff[] },
  at: Date,
): Promise<void> {
  const about = { merchantId: platformId, name: 'tariffPaid', connectionId, madeBy: 'Trilho' } as const
  const unknown = { endToEndId: null, transactionId: null, exceptionId: null }
  for (const { id, amount, text } of await unbookedTariffs({ sql: write.tx }, tariffs))
    await postAdjustment(
      write,
      { ...about, ...unknown, amount, reason: text, evidence: `Statement, row ${id}`, statementRow: id },
      at,
    )
}
