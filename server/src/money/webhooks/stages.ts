import { type Sql, type Tx, rows } from '../../platform/db/db.ts'
import { type DeliveryAct, type DeliveryStatus, type Stage, deliveryMove } from './states.ts'

// The table of states as constants of an SQL text, not as parameters: a statement stays one text that is prepared once,
// and the planner sees what it looks for.

const quoted = (name: Stage | DeliveryStatus) => `'${name}'`

/** A stage or status by its name. */
export const the = (sql: Sql | Tx, name: Stage | DeliveryStatus) => sql.unsafe(quoted(name))

/** The stage an act leads to. */
export const to = (sql: Sql | Tx, act: DeliveryAct) => the(sql, deliveryMove(act).to)

/** The stages in which an act may happen, for `stage in ${…}`. */
export const from = (sql: Sql | Tx, act: DeliveryAct) =>
  sql.unsafe(`(${deliveryMove(act).from.map(quoted).join(', ')})`)

/**
 * Many rows as one parameter of which the planner expects one, by `where one = 1`: it then looks each up by its key, even
 * where it knows nothing yet of a table that was empty a moment ago.
 */
export const few = (items: readonly object[]) => rows(items, { one: 1 })
