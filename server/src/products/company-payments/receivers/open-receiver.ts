import type { Tx } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import { type Receiver, lockReceiver } from './sql.ts'
import { type ReceiverAct, type ReceiverStatus, statusAfter } from './states.ts'

/** A receiver under its lock, with the status the act will give it; refused where the table of states has no such row. */
export async function openReceiver(
  tx: Tx,
  merchantId: string,
  id: string,
  act: ReceiverAct,
): Promise<{ receiver: Receiver; status: ReceiverStatus }> {
  const receiver = isUuid(id) ? await lockReceiver(tx, merchantId, id) : undefined
  if (receiver === undefined) throw new ApiError('ReceiverNotFound')
  const status = statusAfter(receiver.status, act)
  if (status === undefined)
    throw new ApiError('ReceiverStatusNotAllowed', {
      message: `the receiver is ${receiver.status}: ${act} is not possible`,
    })
  return { receiver, status }
}
