import type { Tx } from '../../../platform/db/db.ts'
import { refuseNeededPerson } from './needed-people.ts'
import { closeAccountRows } from './sql.ts'

/**
 * Ends an account for good, with all that it says of the person: sessions, links, memberships, credentials, name and e-mail. The
 * row stays, because entries refer to it.
 */
export async function closeAccount(tx: Tx, personId: string, at: Date): Promise<void> {
  await refuseNeededPerson(tx, personId)
  await closeAccountRows(tx, personId, at)
}
