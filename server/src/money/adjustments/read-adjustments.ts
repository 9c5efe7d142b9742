import type { Sql } from '../../platform/db/db.ts'
import { selectAdjustmentsAt } from './sql.ts'

const mostShown = 100

/** The last adjustments at a bank, newest first. */
export const readAdjustmentsAt = ({ sql }: { sql: Sql }, connectionId: string) =>
  selectAdjustmentsAt(sql, connectionId, mostShown)

export type { ListedAdjustment } from './sql.ts'
