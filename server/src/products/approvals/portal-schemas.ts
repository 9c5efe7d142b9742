import { type Static, Type } from 'typebox'
import { Money, Nullable, OneOf, Timestamp, Words } from '../../platform/http/schemas.ts'
import { stepStatuses } from './steps.ts'

export const ApproveForm = Type.Object({ comment: Type.Optional(Words(1024)) })

/** The requester sees the reason of a rejection. */
export const RejectForm = Type.Object({ comment: Words(1024) })

export const ApprovalProgressView = Type.Object({
  approversNeeded: Type.Integer(),
  approvalsGiven: Type.Integer(),
  operatorNeeded: Type.Boolean(),
  operatorAgreed: Type.Boolean(),
})

export const StepView = Type.Object({
  id: Type.String(),
  at: Timestamp,
  name: Type.String(),
  realm: OneOf(['Partner', 'Operator']),
  status: OneOf(stepStatuses),
  comment: Nullable(Type.String()),
  isMe: Type.Boolean(),
})
export type StepView = Static<typeof StepView>

/** The progress of a decision on a request or a batch, and what the viewer can do about it. */
export const decisionFields = {
  steps: Type.Array(StepView),
  mayStillApprove: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  /** What approving takes from the balance; null once it is decided. */
  cost: Type.Union([
    Type.Object({
      charges: Money,
      total: Money,
      available: Money,
      suffices: Type.Boolean(),
    }),
    Type.Null(),
  ]),
  /** What the viewer can do about it now. */
  mine: Type.Object({
    asked: Type.Boolean(),
    decided: Type.Boolean(),
    /** In whose name they can approve or reject; null: they cannot. */
    decideAs: Type.Union([OneOf(['Partner', 'Operator']), Type.Null()]),
    canApprove: Type.Boolean(),
    canCancel: Type.Boolean(),
  }),
}
