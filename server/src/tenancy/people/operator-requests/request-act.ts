import { createHmac } from 'node:crypto'
import type { Audit, AuditKey } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { Micros } from '../../../platform/brazil/money.ts'
import { dayOf } from '../../../platform/brazil/sao-paulo.ts'
import type { Sql, Tx } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import type { Language } from '../../../platform/http/languages.ts'
import type { Key } from '../../../platform/lib/seal.ts'
import { uuidv7 } from '../../../platform/lib/uuid.ts'
import type { Outbox } from '../../../platform/mails/outbox.ts'
import { listAddressees, readPerson } from '../find-person.ts'
import { permissionsOf } from '../permissions.ts'
import { notifyOwners } from './notify-owners.ts'
import { approvalMail } from './request-mails.ts'
import { sealInput } from './sealed-input.ts'
import { type OperatorAct, rowOf } from './second-person.ts'
import {
  type OperatorRequest,
  addMovedAlone,
  insertRequest,
  selectActiveOperators,
  selectFirstOperators,
  selectMovedAlone,
  selectSame,
} from './sql.ts'
import { requestMove } from './states.ts'

export type RequestNeeds = {
  sql: Sql
  clock: () => Date
  storageKey: Key
  auditKey: AuditKey
  isSandbox: boolean
  publicUrl: () => string
  mailer: Pick<Outbox, 'write'>
  /** Up to this amount one operator is enough, where the table says so. */
  operatorAloneUpTo: Micros
  /** What one operator moves by such actions in a day. */
  operatorAlonePerDay: Micros
  successorWaitMs: number
  stopLinks: { seal: (personId: string, requestId: string) => string }
}

/** The operator who asks, and the time and key of the entry. */
export type Asking = {
  person: { id: string; name: string; language: Language }
  address: string
  at: Date
  key: AuditKey
}

type Requester = { id: string; name: string; language: Language; address: string }

/**
 * How an act is done, once it may be. `perform` gives `audit` to a use case, which records it in its commit: the request is
 * approved in the same one. The input is plain JSON and is kept sealed.
 */
export type Definition<Input, Result> = {
  perform(input: Input, how: { audit: Audit; by: Requester }): Promise<Result>
  /** What the act relies on: if it has changed when the request is approved, the approval is refused. */
  basis?(input: Input): Promise<unknown>
  /** What the requester may read for a day after the approval, for actions that only show something. */
  read?(input: Input): Promise<string>
}

export type ActRequest<Input> = {
  subject: string
  /** What exactly will happen, for the person who approves and for the audit log: nothing secret. */
  details?: object
  /** In whose audit log the act is listed; left out: the platform's. */
  merchantId?: string
  input: Input
  amount?: Micros
  /** Whether it allows more than before. */
  isRaise?: boolean
  /** Whether it makes equal what was a gap. */
  closesGap?: boolean
}

/** `requested` null: it was done at once. */
export type Outcome<Result> = { requested: OperatorRequest } | { requested: null; result: Result }

export const requestLifetimeMs = 24 * 60 * 60_000

export const hashOf = ({ auditKey }: { auditKey: AuditKey }, value: unknown): string =>
  createHmac('sha256', auditKey.key)
    .update(JSON.stringify(value ?? null))
    .digest('hex')

/** Fewer than two people can sign in as operators. One who was disabled still counts: nobody makes themselves the only one. */
export const isAlone = async ({ sql }: { sql: Sql }): Promise<boolean> => (await selectFirstOperators(sql)).length < 2

/** Fewer than two operators can sign in now: nobody checks what the other does, or nobody can approve it. */
export const isSingle = async ({ sql }: { sql: Sql }): Promise<boolean> => (await selectActiveOperators(sql)).length < 2

/** The operators who may approve what this one asks for. */
const approversOf = async (sql: Sql | Tx, act: OperatorAct, requesterId: string) =>
  (await listAddressees(sql, { merchantId: null, permission: rowOf(act).may })).filter(
    ({ id, hasPassword }) => id !== requesterId && hasPassword,
  )

/** Whether a person is still an operator with the permission of the act. */
export async function mayStill(needs: { sql: Sql }, personId: string, { act }: { act: OperatorAct }): Promise<boolean> {
  const { operatorRoles, disabledAt } = await readPerson(needs, personId)
  return disabledAt === null && permissionsOf(operatorRoles).includes(rowOf(act).may)
}

/** Does it at once where one operator is enough, and otherwise asks the others. */
export async function requestOperatorAct<Input, Result>(
  needs: RequestNeeds,
  act: OperatorAct,
  definition: Definition<Input, Result>,
  { person, address, at, key }: Asking,
  asked: ActRequest<Input>,
): Promise<Outcome<Result>> {
  const { subject, merchantId = null, input } = asked
  const small = needs.isSandbox ? null : smallMove(needs, act, person.id, asked)
  const isNeeded =
    !needs.isSandbox && (needsSecond(needs, act, asked) || (small !== null && (await isBeyondDay(needs, small))))
  const alone = isNeeded && (await isAlone(needs))
  const details = { ...asked.details, ...(alone && { alone }) }
  const by = { id: person.id, name: person.name, address }
  const waits = rowOf(act).waits === true && !needs.isSandbox
  if ((!isNeeded || alone) && !waits) {
    const approval = isNeeded || small === null ? {} : { approval: (tx: Tx) => countInDay(tx, small) }
    const audit = { act, subject, details, by: { ...by, merchantId }, at, key, ...approval }
    return { requested: null, result: await definition.perform(input, { audit, by: { ...person, address } }) }
  }
  const approvers = alone ? [] : await approversOf(needs.sql, act, person.id)
  if (!alone && approvers.length === 0) throw new ApiError('NoSecondOperator')
  const id = uuidv7(at.getTime())
  const row: OperatorRequest = {
    id,
    act,
    subject,
    merchantId,
    details,
    sealedInput: sealInput(needs, id, input),
    inputHash: hashOf(needs, input),
    basisHash: hashOf(needs, await definition.basis?.(input)),
    state: requestMove(alone ? 'announce' : 'request').to,
    personId: person.id,
    personName: person.name,
    address,
    decidedBy: null,
    note: null,
    createdAt: at,
    expiresAt: new Date(at.getTime() + requestLifetimeMs),
    decidedAt: null,
    effectiveAt: alone ? new Date(at.getTime() + needs.successorWaitMs) : null,
  }
  const requested = await needs.sql.begin(async tx => {
    // A form that was sent twice is one request.
    if (!(await insertRequest(tx, row))) return (await selectSame(tx, row)) ?? row
    if (alone) await notifyOwners(needs, tx, row)
    const link = `${needs.publicUrl()}/portal/operator/approvals/${row.id}`
    for (const approver of approvers) await needs.mailer.write(tx, approvalMail(approver, { row, link }))
    const what = { subject: row.id, details: { ...details, requested: act, subject, merchantId } }
    await recordAudit(tx, { ...what, act: 'operatorRequest.make', by: { ...by, merchantId: null }, at, key })
    return row
  })
  return { requested }
}

type Move = { personId: string; day: string; amount: Micros; most: Micros }

/** What an operator does alone because it is small counts together with the rest of the day. Null: not such an act. */
function smallMove(needs: RequestNeeds, act: OperatorAct, personId: string, asked: ActRequest<unknown>): Move | null {
  if (rowOf(act).needs !== 'aboveAmount' || asked.amount === undefined) return null
  return { personId, day: dayOf(needs.clock()), amount: asked.amount, most: needs.operatorAlonePerDay }
}

const isBeyondDay = async ({ sql }: RequestNeeds, { personId, day, amount, most }: Move): Promise<boolean> =>
  (await selectMovedAlone(sql, personId, day)) + amount > most

/** In the commit of the act. Refused if other acts at the same moment have used up the day: asked for again, it is requested. */
async function countInDay(tx: Tx, move: Move): Promise<undefined> {
  if (!(await addMovedAlone(tx, move))) throw new ApiError('OperatorRequestOutdated')
}

function needsSecond(
  { operatorAloneUpTo }: RequestNeeds,
  act: OperatorAct,
  { amount, isRaise, closesGap }: Pick<ActRequest<unknown>, 'amount' | 'isRaise' | 'closesGap'>,
): boolean {
  const { needs } = rowOf(act)
  if (needs === 'aboveAmount') return amount === undefined || amount > operatorAloneUpTo
  if (needs === 'whenClosing') return closesGap !== false
  return needs === 'whenRaising' ? isRaise !== false : needs === 'always'
}
