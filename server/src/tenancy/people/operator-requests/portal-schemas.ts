import { type Static, Type } from 'typebox'
import { Cursor, PageOf } from '../../../platform/http/paging.ts'
import { Money, Nullable, OneOf, Text, Timestamp } from '../../../platform/http/schemas.ts'
import { operatorRoles } from '../permissions.ts'
import { type OperatorAct, actionRules, whenNeeded } from './second-person.ts'
import { requestStates } from './states.ts'

const ActionName = OneOf(Object.keys(actionRules) as OperatorAct[])

/** The answer to an act that another operator must approve first. */
export const Requested = Type.Object({
  requested: Type.Object({ id: Type.String(), act: ActionName, state: OneOf(requestStates), expiresAt: Timestamp }),
})
export type Requested = Static<typeof Requested>

export const OperatorRequestItem = Type.Object({
  id: Type.String(),
  act: ActionName,
  subject: Type.String(),
  merchant: Nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  /** What exactly will happen, as the audit log will have it. */
  details: Type.Object({}, { additionalProperties: true }),
  state: OneOf(requestStates),
  requestedBy: Type.Object({ id: Type.String(), name: Type.String() }),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  decidedBy: Nullable(Type.String()),
  decidedAt: Nullable(Timestamp),
  note: Nullable(Type.String()),
  /** Of one that waits: from when on it can no longer be stopped. */
  effectiveAt: Nullable(Timestamp),
  isOwn: Type.Boolean(),
  mayDecide: Type.Boolean(),
})
export type OperatorRequestItem = Static<typeof OperatorRequestItem>

export const OperatorRequestView = Type.Object({
  ...OperatorRequestItem.properties,
  /** What it shows to the person who asked, once approved; null: nothing. */
  result: Nullable(Type.String()),
})
export type OperatorRequestView = Static<typeof OperatorRequestView>

export const OperatorRequestsQuery = Type.Object({ state: Type.Optional(OneOf(['open', 'decided'])), cursor: Cursor })
export const OperatorRequestsPage = PageOf(OperatorRequestItem)

/** For the banner and the badge of the menu. */
export const ApprovalSummary = Type.Object({
  /** Production has a single operator, so that nobody can approve. */
  isAlone: Type.Boolean(),
  /** What needs a second person takes effect at once; false: it is refused, because there was another operator before. */
  isAllowedAlone: Type.Boolean(),
  /** Requests that this person can decide, up to 100. */
  waiting: Type.Integer(),
})
export type ApprovalSummary = Static<typeof ApprovalSummary>

/** The table of actions, for people. */
export const ApprovalRules = Type.Object({
  aloneUpTo: Money,
  alonePerDay: Money,
  successorWaitHours: Type.Integer(),
  rules: Type.Array(
    Type.Object({ act: ActionName, needs: OneOf(whenNeeded), roles: Type.Array(OneOf(operatorRoles)) }),
  ),
})
export type ApprovalRules = Static<typeof ApprovalRules>

export const OperatorRequestParams = Type.Object({ requestId: Type.String() })
export const ApprovalForm = Type.Object({ note: Type.Optional(Text(300)) })
export const RefusalForm = Type.Object({ note: Text(300, { minLength: 3 }) })

/** Somebody whom operators want to make an owner. */
export const SuccessorItem = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  note: Type.String(),
  requestedBy: Type.String(),
  effectiveAt: Timestamp,
})
export type SuccessorItem = Static<typeof SuccessorItem>
export const SuccessorsView = Type.Object({ items: Type.Array(SuccessorItem) })
export type SuccessorsView = Static<typeof SuccessorsView>
export const SuccessorParams = Type.Object({ merchantId: Type.String(), successorId: Type.String() })

export const StopParams = Type.Object({ token: Type.String() })
export const StopView = Type.Object({
  merchantName: Type.String(),
  successor: SuccessorItem,
  /** Whether it can still be stopped. */
  isWaiting: Type.Boolean(),
})
export type StopView = Static<typeof StopView>
