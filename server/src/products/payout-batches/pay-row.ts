import { carryOut } from '../company-payments/requests/decide-request.ts'
import { prepareRequest } from '../company-payments/requests/create-request.ts'
import { openRequestWithin } from '../company-payments/requests/open-request.ts'
import { readSteps } from '../approvals/read-decision.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { clockOf, timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import { prepareCashOut } from '../pix/create-cash-out.ts'
import { keyTypes } from '../../platform/brazil/pix-key.ts'
import { partyOf } from '../../money/transactions/counterparty.ts'
import type { Door, Write } from '../../money/transactions/door.ts'
import { webhookFor } from '../../money/transactions/new-transaction.ts'
import { type Batch, type BatchRow, madeRow, refusedRow } from './states.ts'
import { endRow, isStillWaiting, lockBatch } from './sql.ts'
import { ownKey } from '../../money/transactions/order-key.ts'

export type Needs = Parameters<typeof prepareCashOut>[0] &
  Parameters<typeof prepareRequest>[0] & {
    sql: Sql
    clock: () => Date
    door: Door
    /** Suspends a merchant whose stored data cannot be read. */
    suspendDamaged: (merchantId: string, fault: unknown) => Promise<void>
  }

/** Opens the row's transaction in the commit that completes the row, and returns its id. */
export type ReadyRow = (write: Write) => Promise<string>

/** Checks everything before a row is paid, including who owns the key at the bank. Refused like a single payment. */
export const prepareRow = (needs: Needs, batch: Batch, row: BatchRow): Promise<ReadyRow> =>
  batch.kind === 'payouts' ? preparePayout(needs, batch, row) : prepareCompanyPayment(needs, batch, row)

async function preparePayout(needs: Needs, batch: Batch, row: BatchRow): Promise<ReadyRow> {
  const { merchantId } = batch
  const input = await prepareCashOut(needs, {
    merchantId,
    keyId: batch.keyId,
    amount: row.amount,
    recipient: { name: row.name, ...partyOf(row.taxNumber) },
    key: { type: keyTypes.find(type => type === row.keyType), value: row.pixKey ?? '' },
    order: {
      orderId: row.orderId ?? undefined,
      orderDescription: row.description ?? undefined,
      metadata: row.metadata ?? undefined,
    },
    webhook: webhookFor(batch, await needs.readMerchant(merchantId)),
    idempotencyKey: keyOf(row),
    batchRowId: row.id,
  })
  if ('transaction' in input) return async () => input.transaction.id
  return async ({ open }) => {
    const { transaction } = await open({ ...input, merchant: { ...input.merchant, ...planOf(batch) } })
    return transaction.id
  }
}

/** A payment request with the approvals of the batch, executed at once. */
async function prepareCompanyPayment(needs: Needs, batch: Batch, row: BatchRow): Promise<ReadyRow> {
  const { merchantId, keyId } = batch
  const input = await prepareRequest(needs, {
    merchantId,
    amount: row.amount,
    description: row.description ?? '',
    receiverId: row.receiverId ?? '',
    accountId: row.accountId ?? '',
    idempotencyKey: keyOf(row),
  })
  const steps = (await readSteps(needs, batch)).map(({ userId, userName, realm, ...step }) => ({
    ...step,
    by: { id: userId, name: userName, realm },
  }))
  return async write => {
    const priced = { ...input, keyId, merchant: { ...input.merchant, ...planOf(batch) } }
    const { request } = await openRequestWithin(write, priced, steps, clockOf(needs, input.merchant))
    await carryOut(write, request)
    return request.transactionId
  }
}

const keyOf = ({ id }: BatchRow) => ownKey('batch row', id)

/** The charges that the approvers saw. */
const planOf = ({ chargeFixed, chargeRate }: Batch) => ({ chargeFixed, chargeRate })

/** Writes the row and its transaction in one commit, under the batch's lock: a second worker finds it done. */
export async function makeRow(needs: Needs, row: BatchRow, ready: ReadyRow): Promise<void> {
  const endedAt = await timeFor(needs, row.merchantId)
  await needs.door.commit(async write => {
    const batch = await lockBatch(write.tx, row.merchantId, row.batchId)
    if (batch?.state !== 'Running' || !(await isStillWaiting(write.tx, row))) return
    const transactionId = await ready(write)
    await endRow(write.tx, { ...row, state: madeRow, transactionId, endedAt })
  })
}

/** Marks the row as refused; the other rows continue. */
export async function refuseRow(needs: Needs, row: BatchRow, { reason, extra }: ApiError): Promise<void> {
  const endedAt = await timeFor(needs, row.merchantId)
  await needs.sql.begin(async tx => {
    await lockBatch(tx, row.merchantId, row.batchId)
    await endRow(tx, { ...row, state: refusedRow, reason, message: extra.message ?? null, endedAt })
  })
}
