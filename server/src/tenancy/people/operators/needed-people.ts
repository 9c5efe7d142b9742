import type { Tx } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { refuseNeededOwner } from '../members/change-member.ts'
import { lockOperators, selectOwned } from './sql.ts'

/** Locks the operators until commit: none is removed or gets other roles meanwhile. */
export const holdOperators = async (tx: Tx): Promise<void> => void (await lockOperators(tx))

/**
 * Refuses if nobody could take the person's place: one operator always stays, a merchant's last owner needs a successor, and
 * where single sign-on is required its break-glass person stays. Operators and members are locked until commit.
 */
export async function refuseNeededPerson(tx: Tx, personId: string): Promise<void> {
  const operators = await lockOperators(tx)
  const operator = operators.find(({ id }) => id === personId)
  if (operators.length === 1 && operator !== undefined) throw new ApiError('LastOperator')
  if (operator?.isBreakGlass === true) throw new ApiError('BreakGlassNeeded')
  for (const { merchantId } of await selectOwned(tx, personId)) await refuseNeededOwner(tx, { merchantId, personId })
}
