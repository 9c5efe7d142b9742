import type { Tx } from '../../db/db.ts'
import { ApiError } from '../../http/errors.ts'
import { stopPayout } from '../../transactions/start-payouts.ts'
import { type Decision, type Needs, decide, record, settle } from './decide.ts'
import type { ReadRequest } from './sql.ts'

/** Taken back by whoever may ask: while it is pending, or approved with nothing of it gone to the bank yet. */
export const cancelRequest = (needs: Needs, decision: Decision): Promise<ReadRequest> =>
  decide(needs, decision, 'cancel', async (tx, open) => {
    if (open.request.status === 'Approved' && !(await isStopped(tx, needs, open.request)))
      throw new ApiError('PaymentRequestAlreadyExecuted')
    await record(tx, needs, open, decision)
    return settle(tx, needs, open)
  })

/** In a sandbox nothing goes to a bank by itself, so there is nothing to stop. */
const isStopped = async (tx: Tx, { runsPayouts }: Needs, { merchantId, transactionId, executionState }: ReadRequest) =>
  executionState === 'Created' && (!runsPayouts || (await stopPayout(tx, { merchantId, id: transactionId })))
