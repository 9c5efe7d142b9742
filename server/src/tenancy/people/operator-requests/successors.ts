import type { Audit, AuditKey } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { Sql, Tx } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import type { Key } from '../../../platform/lib/seal.ts'
import { isUuid, uuidv7 } from '../../../platform/lib/uuid.ts'
import { listOwners } from '../members/list-members.ts'
import { addOwner } from '../members/add-owner.ts'
import { findPerson, readPerson } from '../find-person.ts'
import { type Definition, mayStill } from './request-act.ts'
import { openInput } from './sealed-input.ts'
import { type OperatorRequest, lockRequest, selectDue, selectRequest, selectWaitingOf, updateDecided } from './sql.ts'
import { requestMove } from './states.ts'

export type SuccessorInput = { merchantId: string; email: string; name: string; note: string }

type AddNeeds = Parameters<typeof addOwner>[0]

/** Another owner for a merchant. Outside the sandbox it happens only after the owners had time to stop it. */
export const successorAct = (needs: AddNeeds): Definition<SuccessorInput, { link: string | null }> => ({
  basis: input => refuseSuccessor(needs, input),
  async perform(input, { audit, by }) {
    const id = (await findPerson(needs, input.email))?.id ?? uuidv7(needs.clock().getTime())
    return addOwner(needs, { ...input, id, by, audit: { ...audit, act: 'member.invite', subject: id } })
  },
})

/** Said at once, and not only when it should take effect. */
async function refuseSuccessor(needs: { sql: Sql }, { merchantId, email }: SuccessorInput): Promise<void> {
  const known = await findPerson(needs, email)
  if (known?.isOperator === true) throw new ApiError('OperatorAndMember')
  const owners = await listOwners(needs, merchantId)
  if (owners.some(({ personId }) => personId === known?.id)) throw new ApiError('AlreadyMember')
}

/** What waits at a merchant, for its owners. */
export const listSuccessors = (needs: { sql: Sql }, merchantId: string): Promise<OperatorRequest[]> =>
  selectWaitingOf(needs.sql, merchantId, 20)

type Stop = { id: string; merchantId: string | null; audit: Audit }

/** An owner stops it: it does not happen. */
export const stopSuccessor = (needs: { sql: Sql }, { id, merchantId, audit }: Stop): Promise<void> =>
  needs.sql.begin(async tx => {
    const request = isUuid(id) ? await lockRequest(tx, id) : undefined
    if (request === undefined || request.merchantId !== merchantId) throw new ApiError('OperatorRequestNotFound')
    if (request.state !== 'Waiting') throw new ApiError('OperatorRequestDecided')
    const { name, email } = request.details
    await end(tx, request, { act: 'stop', by: audit.by.name, note: null, at: audit.at })
    await recordAudit(tx, { ...audit, details: { name, email } })
  })

const end = (
  tx: Tx,
  { id, effectiveAt, decidedBy }: OperatorRequest,
  { act, by, note, at }: { act: 'stop' | 'fail' | 'takeEffect'; by: string; note: string | null; at: Date },
) =>
  updateDecided(tx, id, {
    state: requestMove(act).to,
    decidedBy: act === 'takeEffect' ? decidedBy : by,
    note,
    effectiveAt,
    at,
    keepsInput: false,
  })

/** What an owner's link is about. Made-up links, and those of somebody who is no owner any more, are alike. */
export async function readStopLink(
  needs: { sql: Sql; stopLinks: { open: (token: string) => { merchantId: string; id: string } | null } },
  token: string,
) {
  const opened = needs.stopLinks.open(token)
  const request = opened === null ? undefined : await selectRequest(needs.sql, opened.id)
  const merchantId = request?.merchantId ?? null
  if (opened === null || request === undefined || merchantId === null) throw new ApiError('LinkInvalid')
  const owner = (await listOwners(needs, merchantId)).find(({ personId }) => personId === opened.merchantId)
  if (owner === undefined) throw new ApiError('LinkInvalid')
  return { request, merchantId, owner: { id: owner.personId, name: owner.name } }
}

type Needs = AddNeeds & { storageKey: Key; auditKey: AuditKey }

const server = { id: null, name: 'Trilho', merchantId: null, address: 'server' } as const
const mostAtOnce = 20

/** A step of the worker: requests that nobody decided on expire, and what nobody stopped takes effect. */
export async function settleDueRequests(needs: Needs): Promise<number> {
  const due = await selectDue(needs.sql, needs.clock(), mostAtOnce)
  for (const { id, state } of due) await (state === 'Requested' ? expire(needs, id) : takeEffect(needs, id))
  return due.length
}

const expire = ({ sql, clock, auditKey }: Needs, id: string): Promise<void> =>
  sql.begin(async tx => {
    const [request, at] = [await lockRequest(tx, id), clock()]
    if (request === undefined || request.state !== 'Requested') return
    const { to: state } = requestMove('expire')
    await updateDecided(tx, id, { state, decidedBy: null, note: null, effectiveAt: null, at, keepsInput: false })
    const details = { requested: request.act, subject: request.subject, requestedBy: request.personName }
    await recordAudit(tx, { act: 'operatorRequest.expire', subject: id, details, by: server, at, key: auditKey })
  })

async function takeEffect(needs: Needs, id: string): Promise<void> {
  const request = await selectRequest(needs.sql, id)
  if (request?.state !== 'Waiting' || request.sealedInput === null) return
  const { subject, details, merchantId, personId, address } = request
  const at = needs.clock()
  const input = openInput(needs, id, request.sealedInput) as SuccessorInput
  const { name, language } = await readPerson(needs, personId)
  const settle = async (tx: Tx, act: 'takeEffect' | 'fail', note: string | null) => {
    const locked = await lockRequest(tx, id)
    if (locked?.state !== 'Waiting') throw new ApiError('OperatorRequestDecided')
    await end(tx, locked, { act, by: server.name, note, at })
  }
  const approvedBy = request.decidedBy
  const audit: Audit = {
    act: 'member.nameSuccessor',
    subject,
    details: { ...details, ...(approvedBy !== null && { approvedBy }) },
    by: { id: personId, name, merchantId, address },
    at,
    key: needs.auditKey,
    approval: async tx => {
      await settle(tx, 'takeEffect', null)
      return undefined
    },
  }
  try {
    if (!(await mayStill(needs, personId, request))) throw new ApiError('OperatorRequestOutdated')
    await successorAct(needs).perform(input, { audit, by: { id: personId, name, language, address } })
  } catch (error) {
    // An owner was faster, or it cannot be done any more: the person is an operator or an owner by now, or who asked is none.
    if (!(error instanceof ApiError)) throw error
    if (error.reason === 'OperatorRequestDecided') return
    await needs.sql.begin(async tx => {
      await settle(tx, 'fail', error.reason)
      const failed = { act: 'member.stopSuccessor', subject, details: { reason: error.reason } } as const
      await recordAudit(tx, { ...failed, by: { ...server, merchantId }, at, key: needs.auditKey })
    })
  }
}
