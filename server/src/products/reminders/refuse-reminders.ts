import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { type ErasedKeyNeeds, erasedKey } from '../../money/transactions/erased-key.ts'
import { taxNumberOf } from '../../money/transactions/counterparty.ts'
import { readBill } from '../bills/read-bill.ts'
import { readCustomer } from '../customers/read-customer.ts'
import { type Refusal, deleteRefusal, insertRefusal, selectRefusal } from './sql.ts'

type Needs = ErasedKeyNeeds & { sql: Sql; clock: () => Date; readMerchant: ReadMerchant }

/** Null: reminders are sent. A refusal outlives the erasure of its payer, as a keyed hash of the document. */
export const readRefusal = async (
  needs: ErasedKeyNeeds & { sql: Sql | Tx },
  merchantId: string,
  taxNumber: string,
): Promise<Refusal | null> =>
  (await selectRefusal(needs.sql, merchantId, [taxNumber, erasedKey(needs, merchantId, taxNumber)])) ?? null

type Change = { isRefused: boolean; byPayer: boolean; audit?: Audit | undefined }
type Input = Change & { merchantId: string; taxNumber: string }

/**
 * Stops or resumes reminders of a merchant to a payer, who is known by the document: it is the same in every bill and customer.
 */
export async function setRefusal(needs: Needs, input: Input): Promise<Refusal | null> {
  const { merchantId, taxNumber, isRefused, byPayer, audit } = input
  const createdAt = await timeFor(needs, merchantId)
  return needs.sql.begin(async tx => {
    if (isRefused) await insertRefusal(tx, merchantId, taxNumber, { byPayer, createdAt })
    else await deleteRefusal(tx, merchantId, taxNumber)
    // It is either wanted no more, or known by the document again. The next erasure makes the same hash, and it must be free.
    await deleteRefusal(tx, merchantId, erasedKey(needs, merchantId, taxNumber))
    await recordAudit(tx, audit)
    return readRefusal({ ...needs, sql: tx }, merchantId, taxNumber)
  })
}

type ByMerchant = { isRefused: boolean; audit?: Audit }

export async function setRefusalOfBill(
  needs: Needs,
  { merchantId, billId, ...change }: ByMerchant & { merchantId: string; billId: string },
): Promise<Refusal | null> {
  const { counterparty } = await readBill(needs, merchantId, billId)
  return setRefusal(needs, { ...change, merchantId, taxNumber: taxNumberOf(counterparty) ?? '', byPayer: false })
}

export async function readRefusalOfCustomer(
  needs: ErasedKeyNeeds & { sql: Sql },
  merchantId: string,
  customerId: string,
): Promise<Refusal | null> {
  const { document } = await readCustomer(needs, merchantId, customerId)
  return document === null ? null : readRefusal(needs, merchantId, document)
}

export async function setRefusalOfCustomer(
  needs: Needs,
  { merchantId, customerId, ...change }: ByMerchant & { merchantId: string; customerId: string },
): Promise<Refusal | null> {
  const { document } = await readCustomer(needs, merchantId, customerId)
  // Without a document there are no bills to remind of.
  if (document === null) throw new ApiError('TransactionStateNotAllowed', { message: 'the customer has no document' })
  return setRefusal(needs, { ...change, merchantId, taxNumber: document, byPayer: false })
}
