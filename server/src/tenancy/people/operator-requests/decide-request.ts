import type { Act, Audit } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { Sql, Tx } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import { readPerson } from '../find-person.ts'
import { notifyOwners } from './notify-owners.ts'
import { type Asking, type Definition, type RequestNeeds, hashOf, mayStill, requestLifetimeMs } from './request-act.ts'
import { openInput } from './sealed-input.ts'
import { rowOf } from './second-person.ts'
import {
  type ListedRequest,
  type OperatorRequest,
  deleteDecided,
  deleteOldDays,
  lockRequest,
  selectRequest,
  updateDecided,
} from './sql.ts'
import { type RequestState, requestMove } from './states.ts'

type Decision = { id: string; by: Asking; note: string | null }

export async function readRequest(needs: { sql: Sql }, id: string): Promise<ListedRequest> {
  const found = isUuid(id) ? await selectRequest(needs.sql, id) : undefined
  if (found === undefined) throw new ApiError('OperatorRequestNotFound')
  return found
}

/** Of somebody else, by somebody with the permission of the act itself. */
async function readForApprover(needs: { sql: Sql }, { id, by }: Decision): Promise<ListedRequest> {
  const request = await readRequest(needs, id)
  if (!(await mayStill(needs, by.person.id, request))) throw new ApiError('RoleNotAllowed')
  if (request.personId === by.person.id) throw new ApiError('ApproverNotAllowed')
  return request
}

/** The second person's yes: the act is done, and recorded as approved in the same commit. */
export async function approveRequest<Input>(
  needs: RequestNeeds,
  definition: Definition<Input, unknown> | undefined,
  decision: Decision,
): Promise<void> {
  const { by } = decision
  const request = await readForApprover(needs, decision)
  const { act, subject, merchantId, personId, personName, address, sealedInput } = request
  refuseDecided(request, by.at)
  const requester = await readPerson(needs, personId)
  if (definition === undefined || sealedInput === null || !(await mayStill(needs, personId, request)))
    throw new ApiError('OperatorRequestOutdated')
  const input = openInput(needs, request.id, sealedInput) as Input
  await refuseChanged(needs, definition, input, request)
  if (rowOf(act).waits === true) return letWait(needs, request, decision)
  let isSettled = false
  const approval = async (tx: Tx): Promise<Audit> => {
    // By another connection, which does not see what is being written: what was read above may have changed before the act
    // locked it, and cannot any more.
    await refuseChanged(needs, definition, input, request)
    const state = requestMove('approve').to
    await settle(tx, decision, { state, effectiveAt: null, keepsInput: definition.read !== undefined })
    isSettled = true
    return entryOf('operatorRequest.approve', decision, request)
  }
  const details = { ...request.details, approvedBy: by.person.name }
  const actor = { id: personId, name: personName, merchantId, address }
  const audit = { act, subject, details, by: actor, at: by.at, key: by.key, approval }
  const { name, language } = requester
  await definition.perform(input, { audit, by: { id: personId, name, language, address } })
  // Done before, under another request of the same form.
  if (!isSettled) throw new ApiError('OperatorRequestOutdated')
}

async function refuseChanged<Input>(
  needs: RequestNeeds,
  definition: Definition<Input, unknown>,
  input: Input,
  { basisHash }: OperatorRequest,
): Promise<void> {
  if (hashOf(needs, await definition.basis?.(input)) !== basisHash) throw new ApiError('OperatorRequestOutdated')
}

/** Approved, but the merchant's owners can still stop it: they are notified in the same commit. */
const letWait = (needs: RequestNeeds, request: OperatorRequest, decision: Decision): Promise<void> =>
  needs.sql.begin(async tx => {
    const effectiveAt = new Date(decision.by.at.getTime() + needs.successorWaitMs)
    await settle(tx, decision, { state: requestMove('letWait').to, effectiveAt, keepsInput: true })
    await notifyOwners(needs, tx, { ...request, effectiveAt })
    await recordAudit(tx, entryOf('operatorRequest.approve', decision, request))
  })

/** The second person's no, or the requester's second thoughts. */
export async function refuseRequest(needs: { sql: Sql }, decision: Decision): Promise<void> {
  const found = await readRequest(needs, decision.id)
  const isOwn = found.personId === decision.by.person.id
  const request = isOwn ? found : await readForApprover(needs, decision)
  await needs.sql.begin(async tx => {
    const { to: state } = requestMove(isOwn ? 'withdraw' : 'refuse')
    await settle(tx, decision, { state, effectiveAt: null, keepsInput: false })
    await recordAudit(tx, entryOf(isOwn ? 'operatorRequest.withdraw' : 'operatorRequest.refuse', decision, request))
  })
}

type Settled = { state: RequestState; effectiveAt: Date | null; keepsInput: boolean }

async function settle(tx: Tx, { id, by, note }: Decision, settled: Settled): Promise<void> {
  const locked = await lockRequest(tx, id)
  if (locked === undefined) throw new ApiError('OperatorRequestNotFound')
  refuseDecided(locked, by.at)
  await updateDecided(tx, id, { ...settled, decidedBy: by.person.name, note, at: by.at })
}

function refuseDecided({ state, expiresAt }: OperatorRequest, now: Date): void {
  if (state !== 'Requested' || expiresAt <= now) throw new ApiError('OperatorRequestDecided')
}

const entryOf = (act: Act['act'], { id, by, note }: Decision, request: OperatorRequest): Audit => ({
  act,
  subject: id,
  details: {
    ...request.details,
    requested: request.act,
    subject: request.subject,
    merchantId: request.merchantId,
    requestedBy: request.personName,
    ...(note !== null && { note }),
  },
  by: { id: by.person.id, name: by.person.name, merchantId: null, address: by.address },
  at: by.at,
  key: by.key,
})

/** What was decided stays in the audit log. */
export async function purgeRequests({ sql }: { sql: Sql }, before: Date, most: number): Promise<number> {
  await deleteOldDays(sql, before)
  return (await deleteDecided(sql, before, most)).count
}

/** What an approved request shows to the person who made it, for a day. */
export async function readResult<Input>(
  needs: RequestNeeds,
  definition: Definition<Input, unknown> | undefined,
  request: OperatorRequest,
  personId: string,
): Promise<string | null> {
  const { sealedInput, state, decidedAt } = request
  if (definition?.read === undefined || sealedInput === null || state !== 'Approved' || decidedAt === null) return null
  if (request.personId !== personId || needs.clock().getTime() - decidedAt.getTime() > requestLifetimeMs) return null
  return definition.read(openInput(needs, request.id, sealedInput) as Input)
}
