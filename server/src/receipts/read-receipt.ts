import { ApiError } from '../http/errors.ts'
import type { Micros } from '../brazil/money.ts'
import type { PublicAddresses } from '../http/public-addresses.ts'
import { isGenuineCnpj, maskTaxNumber, normalizeTaxNumber } from '../brazil/tax-number.ts'
import type { Merchant, ReadMerchant } from '../merchants/read-merchant.ts'
import { type ReadTransactionById, findTransaction } from '../transactions/read-transaction.ts'
import { operations } from '../transactions/states.ts'
import type { Transaction } from '../transactions/transaction.ts'

/** One side of the payment, as anybody may see it: no full CPF gets this far. */
export type Party = { name: string | null; taxNumber: string | null; bank: string | null }

/** What a receipt shows, before it is put into words. */
export type Receipt = {
  id: string
  /** Where the receipt itself is read. */
  address: string
  paymentType: 'PIX' | 'OpenFinance'
  amount: Micros
  paidAt: Date
  /** Set when the money went back to the payer after all. */
  returned: { state: 'Reversed' | 'Refunded'; at: Date } | null
  payer: Party | null
  receiver: Party | null
  orderId: string | null
  orderDescription: string | null
  endToEndId: string | null
  isSandbox: boolean
}

type Needs = {
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
  const merchant = await needs.readMerchant(merchantId)
  const address = needs.addresses.receipt(merchantId, id)
  return receiptOf({ ...transaction, completedAt }, merchant, { address, isSandbox: needs.isSandbox })
}

export function receiptOf(
  t: Transaction & { completedAt: Date },
  merchant: Merchant,
  { address, isSandbox }: { address: string; isSandbox: boolean },
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
    returned: returnOf(t),
    payer,
    receiver,
    orderId: t.orderId,
    orderDescription: t.orderDescription,
    endToEndId: t.endToEndId,
    isSandbox,
  }
}

function returnOf({ reversedAt, refundedAt }: Transaction): Receipt['returned'] {
  if (refundedAt !== null) return { state: 'Refunded', at: refundedAt }
  return reversedAt === null ? null : { state: 'Reversed', at: reversedAt }
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
