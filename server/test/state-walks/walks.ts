import type { StateRow } from '../kit/state-tables.ts'

/**
 * How each row of a table is made to happen by the code that really does it, by the row's name: last of all, and to the
 * thing whose id is answered. `check` looks at the other columns of the row.
 */
export type Walks<Row extends StateRow = StateRow> = {
  walks: Record<string, () => Promise<string>>
  check?: (row: Row, id: string) => Promise<void>
}
