import { done } from '../../../platform/http/envelope.ts'
import { type OperatorRole, type Permission, permissions } from '../permissions.ts'
import type { ApprovalRules, OperatorRequestItem, Requested, SuccessorItem } from './portal-schemas.ts'
import { type OperatorAct, actionRules, rowOf } from './second-person.ts'
import type { ListedRequest, OperatorRequest } from './sql.ts'

export const requestedView = ({ id, act, state, expiresAt }: OperatorRequest) =>
  done<Requested>({ requested: { id, act, state, expiresAt: expiresAt.toISOString() } })

type Viewer = { personId: string; permissions: readonly Permission[]; now: Date }

export function requestItem(request: ListedRequest, viewer: Viewer): OperatorRequestItem {
  const { merchantId, merchantName, personId, personName, effectiveAt, decidedAt } = request
  const isOwn = personId === viewer.personId
  const isExpired = request.state === 'Requested' && request.expiresAt <= viewer.now
  const state = isExpired ? 'Expired' : request.state
  return {
    id: request.id,
    act: request.act,
    subject: request.subject,
    merchant: merchantId === null ? null : { id: merchantId, name: merchantName ?? '' },
    details: request.details,
    state,
    requestedBy: { id: personId, name: personName },
    createdAt: request.createdAt.toISOString(),
    expiresAt: request.expiresAt.toISOString(),
    decidedBy: request.decidedBy,
    decidedAt: decidedAt?.toISOString() ?? null,
    note: request.note,
    effectiveAt: effectiveAt?.toISOString() ?? null,
    isOwn,
    mayDecide: !isOwn && state === 'Requested' && viewer.permissions.includes(rowOf(request.act).may),
  }
}

/** The table of actions; those that never need a second person come last. */
export const approvalRules = (): ApprovalRules['rules'] =>
  (Object.keys(actionRules) as OperatorAct[])
    .map(act => ({ act, needs: rowOf(act).needs, roles: rolesOf(rowOf(act).may) }))
    .toSorted((a, b) => Number(a.needs === 'never') - Number(b.needs === 'never'))

const operatorNames: readonly string[] = ['support', 'treasury', 'compliance', 'administrator'] satisfies OperatorRole[]

const rolesOf = (may: Permission): OperatorRole[] =>
  (permissions[may] as readonly string[]).filter((role): role is OperatorRole => operatorNames.includes(role))

export function successorItem({ id, details, personName, effectiveAt }: OperatorRequest): SuccessorItem {
  const { name = '', email = '', note = '' } = details as Record<string, string>
  return { id, name, email, note, requestedBy: personName, effectiveAt: (effectiveAt ?? new Date(0)).toISOString() }
}
