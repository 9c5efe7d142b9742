import type { StateRow } from '../kit/state-tables.ts'

/**
 * How the production code executes each row of a table, by the row's name: the row is the last step, on the
 * object whose id is returned. `check` verifies the other columns of the row.
 */
export type Walks<Row extends StateRow = StateRow> = {
  walks: Record<string, () => Promise<string>>
  check?: (row: Row, id: string) => Promise<void>
}
