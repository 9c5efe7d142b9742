import { maskCpfsIn } from '../../platform/brazil/tax-number.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { Dispute } from './dispute.ts'
import { updateRefusal } from './sql.ts'

const mostText = 300

/** The bank does not take the defence: people see why, and the bank is not asked again. */
export async function keepDefenceRefusal({ sql }: { sql: Sql }, dispute: Dispute, refusal: string): Promise<void> {
  await updateRefusal(sql, dispute, maskCpfsIn(refusal.slice(0, mostText)))
}
