import type { Sql } from '../../../platform/db/db.ts'
import { type Receiver, type ReceiverAccount, readAccount, readReceiver } from '../receivers/read-receiver.ts'
import { type Decision, type Viewer, readDecision } from '../../approvals/read-decision.ts'
import { readRequest } from './read-request.ts'
import type { ReadRequest } from './sql.ts'

/** Everything somebody looks at before they decide on a request. */
export type RequestCase = Decision & {
  request: ReadRequest
  /** Nulls: a withdrawal. */
  receiver: Receiver | null
  account: ReceiverAccount | null
}

export async function readCase(
  needs: { sql: Sql; clock: () => Date },
  { merchantId, requestId, viewer }: { merchantId: string; requestId: string; viewer: Viewer },
): Promise<RequestCase> {
  const request = await readRequest(needs, merchantId, requestId)
  const isPending = request.status === 'Pending'
  const isUnderway = request.status === 'Approved' && request.executionState === 'Created'
  const [decision, receiver, account] = await Promise.all([
    readDecision(needs, { ...request, isPending, canBeTakenBack: isPending || isUnderway }, viewer),
    request.receiverId === null ? null : readReceiver(needs, merchantId, request.receiverId),
    request.accountId === null ? null : readAccount(needs, merchantId, request.accountId),
  ])
  return { ...decision, request, receiver, account }
}
