import type { Audit } from '../../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../../tenancy/audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { uuidv7 } from '../../../platform/lib/uuid.ts'
import { clockOf } from '../../../tenancy/merchants/merchant-clock.ts'
import type { Merchant } from '../../../tenancy/merchants/read-merchant.ts'
import type { Door, Write } from '../../../money/transactions/door.ts'
import { limitsOf, tooLarge } from '../../../money/transactions/limits/limits.ts'
import type { NewTransaction } from '../../../money/transactions/new-transaction.ts'
import { recordSteps } from '../../approvals/record-decision.ts'
import type { Actor, Step } from '../../approvals/steps.ts'
import { type PaymentRequest, type ReadRequest, insertRequest, selectRequestOf } from './sql.ts'
import { bornRequest } from './states.ts'

type Needs = { clock: () => Date; door: Door }

export type NewRequest = Pick<
  NewTransaction,
  | 'amount'
  | 'requestedAmount'
  | 'connectionId'
  | 'counterparty'
  | 'participant'
  | 'idempotencyKey'
  | 'hashedFields'
  | 'keyId'
  | 'keyLookUp'
> & {
  merchant: Merchant
  id?: string | undefined
  operation: 'companyPayment' | 'withdrawal'
  description: string
  receiverId: string | null
  accountId: string | null
  receiverAsSent?: string | null
  accountAsSent?: string | null
  pixKey: string
  pixKeyType: string
}

export type OpenedRequest = { request: ReadRequest; replayed: boolean }

/** Writes a wish that people decide on, with the transaction that will carry it out. No money is held until they agree. */
export const openRequest = (
  needs: Needs,
  input: NewRequest & { requestedBy: Actor; audit?: Audit | undefined },
): Promise<OpenedRequest> => {
  const { requestedBy, audit, ...rest } = input
  const at = clockOf(needs, rest.merchant)
  const requested: Step = { by: requestedBy, status: bornRequest, comment: null, at }
  return needs.door.commit(async write => {
    const opened = await openRequestWithin(write, rest, [requested], at)
    if (!opened.replayed) await recordAudit(write.tx, audit)
    return opened
  })
}

const plainOrder = (description: string) =>
  ({ editable: false, order: { orderDescription: description }, webhook: null }) as const

type Repeatable = Pick<
  NewRequest,
  'operation' | 'amount' | 'requestedAmount' | 'counterparty' | 'description' | 'idempotencyKey' | 'hashedFields'
>

/** The one that was opened for the same before; undefined: none. */
export async function findRequest(
  needs: { sql: Sql; door: Door },
  merchantId: string,
  { description, ...requested }: Repeatable,
): Promise<ReadRequest | undefined> {
  const found = await needs.door.findOpened(merchantId, { ...requested, ...plainOrder(description) })
  return found === null ? undefined : selectRequestOf(needs.sql, merchantId, found.transaction.id)
}

/** The same in a commit with other rows; `steps` is what was said about it so far, who asked for it first. */
export async function openRequestWithin(
  { tx, open }: Pick<Write, 'tx' | 'open'>,
  input: NewRequest,
  steps: Step[],
  createdAt: Date,
): Promise<OpenedRequest> {
  const { merchant, id, description, receiverId, accountId, receiverAsSent, accountAsSent, keyLookUp, ...requested } =
    input
  const { id: merchantId } = merchant
  const newId = () => uuidv7(createdAt.getTime())
  const { transaction, replayed } = await open({
    ...requested,
    ...plainOrder(description),
    id: newId(),
    merchant,
    createdAt,
    expiresAt: null,
  })
  if (!replayed) {
    const refusal = tooLarge(requested.amount, limitsOf(merchant, requested.operation, createdAt))
    if (refusal !== null) throw refusal
    const request: PaymentRequest = {
      merchantId,
      id: id ?? newId(),
      transactionId: transaction.id,
      receiverId,
      accountId,
      receiverAsSent: receiverAsSent ?? null,
      accountAsSent: accountAsSent ?? null,
      status: bornRequest,
      description,
      keyLookUp: keyLookUp ?? null,
      createdAt,
    }
    await insertRequest(tx, request)
    await recordSteps(tx, request, steps)
  }
  const request = await selectRequestOf(tx, merchantId, transaction.id)
  if (request === undefined) throw new Error(`transaction ${transaction.id} has no payment request`)
  return { request, replayed }
}
