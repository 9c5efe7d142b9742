import { type Decision, type Needs, decide, record, refuseUnentitled, settle } from './decide.ts'
import type { ReadRequest } from './sql.ts'

/** One approver's no is enough. */
export const rejectRequest = (needs: Needs, decision: Decision): Promise<ReadRequest> =>
  decide(needs, decision, 'reject', async (tx, open) => {
    await refuseUnentitled(tx, open, decision.by)
    await record(tx, needs, open, decision)
    return settle(tx, needs, open)
  })
