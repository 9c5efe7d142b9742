import { type Micros, AMOUNT_PATTERN, parseAmount } from '../../platform/brazil/money.ts'
import { refuseUnpayable } from '../company-payments/requests/create-request.ts'
import { findPayees } from '../company-payments/receivers/find-payees.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Reason, reasons } from '../../platform/http/reasons.ts'
import { chargesFor } from '../../money/ledger/charges.ts'
import type { Merchant, ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { keyTypes, readCpf, readKey } from '../pix/recipient.ts'
import { type RailsOf, refuseWithoutPayouts, requireWholeCents } from '../../money/rails/rails-of.ts'
import { limitsOf, tooLarge } from '../../money/transactions/limits/limits.ts'
import { orderKey } from '../../money/transactions/order-key.ts'
import { readStored, repeatKey } from '../../money/transactions/repeated.ts'
import { type BatchKind, type RowPayment, operationOf } from './states.ts'
import { type Field, type RowFault, type WrittenRow, formFaultsOf, isKeepable, trimmed } from './written-row.ts'

export type Needs = { sql: Sql; readMerchant: ReadMerchant; railsOf: RailsOf }
type CheckRowsInput = { merchantId: string; kind: BatchKind; rows: readonly WrittenRow[] }

/** The payment of a row if it is valid, and its faults. */
export type CheckedRow = { number: number; payment: (RowPayment & { charges: Micros }) | null; faults: RowFault[] }
export type CheckedRows = { merchant: Merchant; rows: CheckedRow[] }

/**
 * Checks every row by the rules of a single payment. Nothing is written, and the bank is not asked who owns a key: that
 * happens when the row is paid.
 */
export async function checkRows(needs: Needs, { merchantId, kind, rows }: CheckRowsInput): Promise<CheckedRows> {
  const merchant = await needs.readMerchant(merchantId)
  const rails = await needs.railsOf(merchant.connectionId)
  refuseWithoutPayouts(rails)
  const limits = limitsOf(merchant, operationOf[kind])
  const written = rows.map(trimmed)
  const usedTwice = orderIdsTwice(written)
  const [usedBefore, payeeOf] = await Promise.all([
    kind === 'payouts' ? usedOrderIds(needs, merchantId, written) : new Set<string>(),
    findPayees(
      needs,
      merchantId,
      kind === 'payouts' ? [] : written.flatMap(({ receiver }) => receiver ?? []).filter(isKeepable),
    ),
  ])

  const readers = { payouts: readPayout, companyPayments: readCompanyPayment }
  return { merchant, rows: written.map((row, index) => checkRow(row, index + 1)) }

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
    const taxNumber = rule('taxNumber', () => readCpf(document))
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
    return { ...paid, keyType: null, pixKey: null, orderId: null, description: row.description ?? null }
  }

  function refuseUsed(orderId: string | undefined): void {
    if (orderId !== undefined && usedBefore.has(orderId))
      throw new ApiError('OrderIdConflict', { message: `orderId ${orderId} belongs to another payout` })
  }
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

function orderIdsTwice(rows: readonly WrittenRow[]): Set<string> {
  const counts = new Map<string, number>()
  for (const { orderId } of rows) if (orderId !== undefined) counts.set(orderId, (counts.get(orderId) ?? 0) + 1)
  return new Set([...counts].flatMap(([orderId, count]) => (count > 1 ? [orderId] : [])))
}

async function usedOrderIds({ sql }: Needs, merchantId: string, rows: readonly WrittenRow[]): Promise<Set<string>> {
  const orderIds = [...new Set(rows.flatMap(({ orderId }) => orderId ?? []))].filter(isKeepable)
  const operation = operationOf.payouts
  const keyOf = (orderId: string) => ({ merchantId, operation, idempotencyKey: orderKey(orderId) })
  const stored = await readStored(sql, orderIds.map(keyOf))
  return new Set(orderIds.filter(orderId => stored.has(repeatKey(keyOf(orderId)))))
}
