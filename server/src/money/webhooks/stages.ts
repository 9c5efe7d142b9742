import { type Sql, type Tx, rows } from '../../platform/db/db.ts'
import { type DeliveryAct, type DeliveryStatus, type Stage, deliveryMove } from './states.ts'

// The table of states as literals of the SQL text, not as parameters: the statement stays one prepared text, and the
// planner can use partial indexes.

const quoted = (name: Stage | DeliveryStatus) => `'${name}'`

export const the = (sql: Sql | Tx, name: Stage | DeliveryStatus) => sql.unsafe(quoted(name))

/** The stage an act leads to. */
export const to = (sql: Sql | Tx, act: DeliveryAct) => the(sql, deliveryMove(act).to)

/** The stages in which an act may happen, for `stage in ${…}`. */
export const from = (sql: Sql | Tx, act: DeliveryAct) =>
  sql.unsafe(`(${deliveryMove(act).from.map(quoted).join(', ')})`)

/** Many rows as one parameter that the planner takes for one row (`where one = 1`), so that it uses the key. */
export const few = (items: readonly object[]) => rows(items, { one: 1 })
