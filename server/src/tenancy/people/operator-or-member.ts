import type { Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { hasMembership, lockPerson } from './sql.ts'

/*
 * An operator who is a member of a merchant could give it away or take from it alone. Both checks lock the person until
 * the commit, so that of two invitations at once only one holds.
 */

/** For somebody who is to be a member of a merchant. */
export async function refuseOperator(tx: Tx, personId: string): Promise<void> {
  if ((await lockPerson(tx, personId))?.isOperator === true) throw new ApiError('OperatorAndMember')
}

/** For somebody who is to become an operator. */
export async function refuseMember(tx: Tx, personId: string): Promise<void> {
  if ((await lockPerson(tx, personId))?.isOperator === true) throw new ApiError('AlreadyOperator')
  if (await hasMembership(tx, personId)) throw new ApiError('OperatorAndMember')
}
