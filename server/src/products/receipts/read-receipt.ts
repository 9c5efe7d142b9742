import { ApiError } from '../../platform/http/errors.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import { isGenuineCnpj, maskTaxNumber, normalizeTaxNumber } from '../../platform/brazil/tax-number.ts'
import type { Merchant, ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { type Refund, readRefunds } from '../../money/refunds/read-refunds.ts'
import { type ReadTransactionById, findTransaction } from '../../money/transactions/read-transaction.ts'
import { operations } from '../../money/transactions/operations.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'

/** One side of the payment, as anybody may see it: no full CPF gets this far. */
export type Party = { name: string | null; taxNumber: string | null; bank: string | null }

export type Returned = {
  state: 'Reversed' | 'Refunded' | 'PartlyRefunded'
  amount: Micros
  /** What the receiver has kept. */
  left: Micros
  /** When the last of it went back. */
  at: Date
  /** One by one, oldest first. */
  parts: { amount: Micros; at: Date }[]
}

/** What a receipt shows, before it is put into words. */
export type Receipt = {
  id: string
  /** Where the receipt itself is read. */
  address: string
  paymentType: 'PIX' | 'OpenFinance'
  amount: Micros
  paidAt: Date
  /** Set when money went back to the payer after all: all of it, or a part. */
  returned: Returned | null
  payer: Party | null
  receiver: Party | null
  orderId: string | null
  orderDescription: string | null
  endToEndId: string | null
  isSandbox: boolean
}

export type Needs = {
  sql: Sql
  addresses: PublicAddresses
  readMerchant: ReadMerchant
  readTransaction: ReadTransactionById
  isSandbox: boolean
}

/** The receipt behind a public address. A payment that was never completed has none, as if the address were made up. */
export async function readReceipt(needs: Needs, token: string): Promise<Receipt> {
  const transaction = await findTransaction(needs, needs.addresses.openReceipt(token))
  if (transaction === null || transaction.completedAt === null) throw new ApiError('AddressNotFound')
  const { merchantId, id, completedAt } = transaction
  const [merchant, refunds] = await Promise.all([
    needs.readMerchant(merchantId),
    transaction.refundedAmount === 0n ? [] : readRefunds(needs, transaction),
  ])
  const address = needs.addresses.receipt(merchantId, id)
  return receiptOf({ ...transaction, completedAt }, merchant, { address, refunds, isSandbox: needs.isSandbox })
}

export function receiptOf(
  t: Transaction & { completedAt: Date },
  merchant: Merchant,
  { address, refunds, isSandbox }: { address: string; refunds: Refund[]; isSandbox: boolean },
): Receipt {
  const { type, paymentType } = operations[t.operation]
  const [payer, receiver] =
    type === 'Credit' ? [counterpartyOf(t), merchantParty(merchant)] : [merchantParty(merchant), counterpartyOf(t)]
  return {
    id: t.id,
    address,
    paymentType,
    amount: t.paidAmount ?? t.amount,
    paidAt: t.completedAt,
    returned: returnOf(t, refunds),
    payer,
    receiver,
    orderId: t.orderId,
    orderDescription: t.orderDescription,
    endToEndId: t.endToEndId,
    isSandbox,
  }
}

function returnOf(t: Transaction, refunds: Refund[]): Returned | null {
  const paid = t.paidAmount ?? t.amount
  if (t.reversedAt !== null) return { state: 'Reversed', amount: paid, left: 0n, at: t.reversedAt, parts: [] }
  if (t.refundedAt === null) return null
  const amount = t.refundedAmount
  const parts = refunds
    .filter(({ state }) => state === 'Completed')
    .map(refund => ({ amount: refund.amount, at: refund.endedAt ?? refund.createdAt }))
  return {
    state: amount < paid ? 'PartlyRefunded' : 'Refunded',
    amount,
    left: paid - amount,
    at: t.refundedAt,
    parts,
  }
}

function counterpartyOf({ participant }: Transaction): Party | null {
  if (participant === null) return null
  const { name, taxNumber, bankName, bankCode } = participant
  return {
    name: name === null ? null : withoutCpf(name),
    taxNumber: taxNumber === null ? null : maskTaxNumber(taxNumber),
    bank: bankName ?? bankCode,
  }
}

/** A company's number is public and is shown whole; a person's is not. */
export function merchantParty({ name, taxNumber }: Merchant): Party {
  const shown = isGenuineCnpj(taxNumber)
    ? normalizeTaxNumber(taxNumber).replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
    : maskTaxNumber(taxNumber)
  return { name: withoutCpf(name), taxNumber: shown, bank: null }
}

/** One-person companies (MEI) are registered under a name that ends with their owner's CPF. */
const withoutCpf = (name: string) =>
  name.replace(/(?<!\d)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)/g, number => maskTaxNumber(number))
