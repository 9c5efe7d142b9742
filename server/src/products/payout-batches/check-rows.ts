import { type Micros, AMOUNT_PATTERN, parseAmount } from '../../platform/brazil/money.ts'
import { refuseUnpayable } from '../company-payments/requests/create-request.ts'
import { findPayees } from '../company-payments/receivers/find-payees.ts'
import { isGenuineTaxNumber } from '../../platform/brazil/tax-number.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Reason, reasons } from '../../platform/http/reasons.ts'
import { chargesFor } from '../../money/ledger/charges.ts'
import { clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import type { Merchant, ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { findUnapproved } from '../pix/recipients/approved-recipients.ts'
import { keyTypes } from '../../platform/brazil/pix-key.ts'
import { readKey } from '../pix/recipient.ts'
import { type Needs as BankNeeds, bankFor } from '../../money/rails/choose-bank.ts'
import { refuseWithoutPayouts, requireWholeCents } from '../../money/rails/rails-of.ts'
import { readTaxNumber } from '../../money/transactions/counterparty.ts'
import type { ErasedKeyNeeds } from '../../money/transactions/erased-key.ts'
import { limitsOf, tooLarge } from '../../money/transactions/limits/limits.ts'
import { usedOrderIds } from '../../money/transactions/repeated.ts'
import { type BatchKind, type RowPayment, operationOf } from './states.ts'
import { type Field, type RowFault, type WrittenRow, formFaultsOf, isKeepable, trimmed } from './written-row.ts'

export type Needs = BankNeeds &
  ErasedKeyNeeds & { readMerchant: ReadMerchant; clock: () => Date; limitRaiseWaitMs: number }
/** `byKey`: an access key asks for it, so the rules for keys hold. */
type CheckRowsInput = { merchantId: string; kind: BatchKind; rows: readonly WrittenRow[]; byKey?: boolean }

export type CheckedRow = { number: number; payment: (RowPayment & { charges: Micros }) | null; faults: RowFault[] }
export type CheckedRows = { merchant: Merchant; rows: CheckedRow[] }

/** Checks every row like a single payment and writes nothing. Who owns a key is asked when the row is paid. */
export async function checkRows(
  needs: Needs,
  { merchantId, kind, rows, byKey = false }: CheckRowsInput,
): Promise<CheckedRows> {
  const merchant = await needs.readMerchant(merchantId)
  const rails = await bankFor(needs, merchant, 'payouts')
  refuseWithoutPayouts(rails)
  const limits = limitsOf(merchant, operationOf[kind], clockOf(needs, merchant))
  const written = rows.map(trimmed)
  const usedTwice = orderIdsTwice(written)
  const [usedBefore, payeeOf] = await Promise.all([
    kind === 'payouts' ? usedOrderIds(needs, merchant, operationOf.payouts, orderIdsOf(written)) : new Set<string>(),
    findPayees(
      needs,
      merchantId,
      kind === 'payouts' ? [] : written.flatMap(({ receiver }) => receiver ?? []).filter(isKeepable),
    ),
  ])

  const readers = { payouts: readPayout, companyPayments: readCompanyPayment }
  const checked = written.map((row, index) => checkRow(row, index + 1))
  return { merchant, rows: byKey ? await refuseUnapprovedIn(needs, merchant, checked) : checked }

  function checkRow(row: WrittenRow, number: number): CheckedRow {
    const faults = formFaultsOf(kind, number, row)
    const isWrong = (field: Field) => faults.some(fault => fault.field === field)
    /** The value of a field by a rule; undefined: the field is wrong. */
    const rule = <Read>(field: Field, read: () => Read): Read | undefined => {
      if (isWrong(field)) return undefined
      try {
        return read()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const { reason, extra } = error
        faults.push({
          number,
          field: fieldOf[reason] ?? field,
          code: reason,
          message: extra.message ?? meaning(reason),
        })
        return undefined
      }
    }
    const amount = rule('amount', () => readAmount(row.amount ?? ''))
    if (amount === null)
      faults.push({ number, field: 'amount', code: 'notAnAmount', message: 'is not a valid amount, for example 10.50' })
    if (row.orderId !== undefined && usedTwice.has(row.orderId))
      faults.push({ number, field: 'orderId', code: 'repeated', message: 'is used in several rows' })
    const payee = readers[kind](row, rule)
    if (!amount || payee === undefined || faults.length > 0) return { number, payment: null, faults }
    return { number, payment: { ...payee, amount, charges: chargesFor(merchant, amount) }, faults }
  }

  function readAmount(text: string): Micros | null {
    if (!amountPattern.test(text)) return null
    const amount = parseAmount(text)
    requireWholeCents(rails, amount)
    const refusal = tooLarge(amount, limits)
    if (refusal !== null) throw refusal
    return amount
  }

  function readPayout(row: WrittenRow, rule: Rule): Payee | undefined {
    const { name = '', taxNumber: document = '', keyType: type, key: value = '', orderId } = row
    const taxNumber = rule('taxNumber', () => readTaxNumber(document, isGenuineTaxNumber))
    const keyTypeOf = keyTypes.find(one => one === type?.toUpperCase())
    const read = rule(keyTypeOf === undefined ? 'keyType' : 'key', () => readKey({ type: keyTypeOf, value }))
    rule('orderId', () => refuseUsed(orderId))
    if (taxNumber === undefined || read === undefined) return undefined
    const { keyType, key: pixKey } = read
    const description = row.description ?? null
    return {
      name,
      taxNumber,
      keyType,
      pixKey,
      receiverId: null,
      accountId: null,
      orderId: orderId ?? null,
      description,
      metadata: row.metadata ?? null,
    }
  }

  function readCompanyPayment(row: WrittenRow, rule: Rule): Payee | undefined {
    const found = rule('receiver', () => {
      const payee = payeeOf({ receiver: row.receiver ?? '', account: row.account })
      refuseUnpayable(payee.receiver, payee.account)
      return payee
    })
    if (found === undefined) return undefined
    const { receiver, account } = found
    const paid = {
      name: receiver.fantasyName,
      taxNumber: receiver.cnpj,
      receiverId: receiver.id,
      accountId: account.id,
    }
    return { ...paid, keyType: null, pixKey: null, orderId: null, description: row.description ?? null, metadata: null }
  }

  function refuseUsed(orderId: string | undefined): void {
    if (orderId !== undefined && usedBefore.has(orderId))
      throw new ApiError('OrderIdConflict', { message: `orderId ${orderId} belongs to another payout` })
  }
}

/** Rows to somebody whom no owner has approved would be refused one by one when they are paid. */
async function refuseUnapprovedIn(needs: Needs, merchant: Merchant, rows: CheckedRow[]): Promise<CheckedRow[]> {
  const paid = rows.flatMap(({ number, payment }) =>
    payment === null || payment.pixKey === null ? [] : { number, key: payment.pixKey, taxNumber: payment.taxNumber },
  )
  const unapproved = await findUnapproved(needs, merchant, paid, clockOf(needs, merchant))
  const numbers = new Set(paid.flatMap(({ number }, place) => (unapproved.has(place) ? number : [])))
  const fault = { field: 'key', code: 'RecipientNotAllowed', message: meaning('RecipientNotAllowed') } as const
  return rows.map(row =>
    numbers.has(row.number)
      ? { ...row, payment: null, faults: [...row.faults, { number: row.number, ...fault }] }
      : row,
  )
}

type Payee = Omit<RowPayment, 'amount'>
type Rule = <Read>(field: Field, read: () => Read) => Read | undefined

const amountPattern = new RegExp(AMOUNT_PATTERN)
const meaning = (reason: Reason): string => reasons[reason].message

/** The field that a reason concerns, if it is not the one that was checked. */
const fieldOf: Partial<Record<Reason, Field>> = {
  BankAccountNotFound: 'account',
  BankAccountNotAllowed: 'account',
}

const orderIdsOf = (rows: readonly WrittenRow[]) => rows.flatMap(({ orderId }) => orderId ?? []).filter(isKeepable)

function orderIdsTwice(rows: readonly WrittenRow[]): Set<string> {
  const counts = new Map<string, number>()
  for (const { orderId } of rows) if (orderId !== undefined) counts.set(orderId, (counts.get(orderId) ?? 0) + 1)
  return new Set([...counts].flatMap(([orderId, count]) => (count > 1 ? [orderId] : [])))
}
