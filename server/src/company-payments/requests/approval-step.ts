import { uuidv7 } from '../../lib/uuid.ts'
import type { RequestStatus } from './states.ts'

/** Who acts: a person of the portal, or a program with an access key. */
export type Actor = { id: string; name: string; realm: 'Partner' | 'Operator' }

/** A row of `approval_steps`: who asked for a payment, or decided what about it. */
export type ApprovalStep = {
  merchantId: string
  requestId: string
  id: string
  at: Date
  userId: string
  userName: string
  realm: Actor['realm']
  status: RequestStatus
  comment: string | null
}

type Told = { by: Actor; status: RequestStatus; comment: string | null; at: Date }

export const stepOf = (
  request: { merchantId: string; id: string },
  { by, status, comment, at }: Told,
): ApprovalStep => ({
  merchantId: request.merchantId,
  requestId: request.id,
  id: uuidv7(at.getTime()),
  at,
  userId: by.id,
  userName: by.name,
  realm: by.realm,
  status,
  comment,
})
