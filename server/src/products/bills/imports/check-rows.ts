import { setImmediate } from 'node:timers/promises'
import { dayOf } from '../../../platform/brazil/sao-paulo.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError, InvalidRequest, type Problem } from '../../../platform/http/errors.ts'
import { problemsWith } from '../../../platform/http/validation.ts'
import { readTable } from '../../../platform/spreadsheets/read-table.ts'
import { clockOf } from '../../../tenancy/merchants/merchant-clock.ts'
import type { Merchant } from '../../../tenancy/merchants/read-merchant.ts'
import { refuseSuspended } from '../../../tenancy/merchants/suspension.ts'
import type { BoletoRail } from '../../../money/rails/boleto-rail.ts'
import { type Needs as BankNeeds, bankFor, banksFor } from '../../../money/rails/choose-bank.ts'
import { nullIfNotConnected } from '../../../money/rails/rails-of.ts'
import type { ErasedKeyNeeds } from '../../../money/transactions/erased-key.ts'
import { usedOrderIds } from '../../../money/transactions/repeated.ts'
import type { Customer } from '../../customers/customer.ts'
import { findByExternalIds } from '../../customers/read-customer.ts'
import { refuseAtBank } from '../boletos/prepare-boleto.ts'
import { dueAtBank, readRequest } from '../make-bill.ts'
import { payerOfCustomer } from '../read-payer.ts'
import { refuseToday } from '../read-terms.ts'
import { BillRequest } from '../schemas.ts'
import { inputOf } from './bill-of-row.ts'
import { readCells } from './read-cells.ts'
import { type Cells, type SheetField, tableColumns } from './sheet-columns.ts'
import { mostRows } from './states.ts'

export type Needs = BankNeeds & ErasedKeyNeeds & { sql: Sql; clock: () => Date; isSandbox: boolean }

export type RowFault = { field: SheetField; code: string; message: string }

/** A row of the file; `form` null: it is wrong, for the reasons in `faults`. */
export type CheckedRow = { line: number; cells: Cells; form: BillRequest | null; faults: RowFault[] }

const rowsAtOnce = 200

/** Checks every row of a file like a single bill and writes nothing. Other requests have their turn in between. */
export async function checkFile(needs: Needs, merchant: Merchant, file: Buffer): Promise<CheckedRow[]> {
  refuseSuspended(merchant)
  const banks = await banksFor(needs, merchant, 'dueCharges')
  const canKnowPayer = banks.some(({ dueCharges }) => dueCharges?.reportsPayer === true)
  const boletoBank = await bankFor(needs, merchant, 'boletos').catch(nullIfNotConnected)
  const rows = readTable<SheetField>(file, mostRows, tableColumns)
  const written = rows.map(({ row }) => row)
  const cellsOf = (field: SheetField) => written.flatMap(cells => cells[field] ?? [])
  const known: Known = {
    merchant,
    isSandbox: needs.isSandbox,
    canKnowPayer,
    boletos: boletoBank?.boletos ?? null,
    today: dayOf(clockOf(needs, merchant)),
    customers: new Map((await findByExternalIds(needs, merchant.id, cellsOf('customer'))).map(c => [c.externalId, c])),
    usedBefore: await usedOrderIds(needs, merchant, 'pixBill', cellsOf('orderId').filter(isOrderId)),
    usedTwice: repeated(cellsOf('orderId')),
  }
  const checked: CheckedRow[] = []
  for (const { line, row: cells } of rows) {
    if (checked.length % rowsAtOnce === rowsAtOnce - 1) await setImmediate()
    checked.push({ line, cells, ...checkRow(known, cells) })
  }
  return checked
}

type Known = {
  merchant: Merchant
  isSandbox: boolean
  canKnowPayer: boolean
  /** Null: the merchant's bank registers none. */
  boletos: BoletoRail | null
  today: string
  customers: Map<string | null, Customer>
  usedBefore: Set<string>
  usedTwice: Set<string>
}

const isOrderId = (text: string) => text.length <= 255 && !text.includes('\0')

const repeated = (texts: readonly string[]): Set<string> =>
  new Set([...Map.groupBy(texts, text => text)].flatMap(([text, all]) => (all.length > 1 ? [text] : [])))

const problemsIn = problemsWith(BillRequest)

function checkRow(known: Known, cells: Cells): Pick<CheckedRow, 'form' | 'faults'> {
  const { form: read, faults: unreadable } = readCells(cells)
  const { form, customer, faults: ofPayer } = withCustomer(known, cells, read)
  const own = [...unreadable, ...ofPayer, ...orderFaults(known, cells)]
  // What cannot be read is not there: it is no fault of its own that it is missing.
  const faults = onePerField([...own, ...problemsIn(form).map(faultOf)])
  if (faults.length > 0) return { form: null, faults }
  const bill = form as BillRequest
  const refused = onePerField(refusalOf(known, bill, customer))
  return { form: refused.length > 0 ? null : bill, faults: refused }
}

/** A row names a customer by its external id, or says itself who is to pay. */
function withCustomer({ customers }: Known, { customer, document }: Cells, form: Record<string, unknown>) {
  const faults: RowFault[] = []
  if (customer === undefined) return { form, customer: null, faults }
  const found = customers.get(customer)
  if (document !== undefined)
    faults.push({ field: 'document', code: 'both', message: 'must not be there with a customer' })
  if (found === undefined)
    faults.push({ field: 'customer', code: 'CustomerNotFound', message: 'is no external id of a customer' })
  else if (found.document === null)
    faults.push({ field: 'customer', code: 'noDocument', message: 'is a customer without a CPF or CNPJ' })
  return { form: { ...form, ...(found !== undefined && { customerId: found.id }) }, customer: found ?? null, faults }
}

function orderFaults({ usedBefore, usedTwice }: Known, { orderId }: Cells): RowFault[] {
  if (orderId === undefined) return []
  if (usedTwice.has(orderId)) return [{ field: 'orderId', code: 'repeated', message: 'is used in several rows' }]
  if (!usedBefore.has(orderId)) return []
  return [{ field: 'orderId', code: 'OrderIdConflict', message: 'belongs to a bill that exists' }]
}

/** Why a bill in the right form would be refused today. `customer`: who is to pay it; null: the row itself says who. */
function refusalOf(known: Known, form: BillRequest, customer: Customer | null): RowFault[] {
  const { merchant, today, canKnowPayer, boletos, ...needs } = known
  const asksForBoleto = form.methods?.includes('boleto') === true
  if (form.onlyThisPayer === true && !asksForBoleto && !canKnowPayer)
    return [
      { field: 'onlyThisPayer', code: 'PayerNotReported', message: 'is not possible: the bank does not say who paid' },
    ]
  if (asksForBoleto && boletos === null)
    return [{ field: 'methods', code: 'noBoletos', message: 'is not possible: the bank registers no boletos' }]
  try {
    const asked = readRequest(needs, inputOf({ merchantId: merchant.id, keyId: null }, { id: '', form }), today)
    refuseToday(asked.terms, today)
    const payer = asked.named ?? (customer && payerOfCustomer(customer))
    if (asksForBoleto && boletos !== null && payer !== null)
      refuseAtBank(boletos, { ...dueAtBank(asked, payer), merchant, isCustomer: customer !== null })
    return []
  } catch (error) {
    if (error instanceof InvalidRequest) return error.problems.map(faultOf)
    if (!(error instanceof ApiError)) throw error
    const { reason, extra } = error
    return reason === 'AmountNotAllowed'
      ? [{ field: 'amount', code: reason, message: `is not possible: ${extra.message ?? reason}` }]
      : [{ field: 'document', code: reason, message: 'is not a valid CPF or CNPJ' }]
  }
}

const onePerField = (faults: RowFault[]): RowFault[] =>
  faults.filter(({ field }, index) => faults.findIndex(other => other.field === field) === index)

/** Where a field of a bill stands in the file, if not in a column of its name. */
const columnOf: Record<string, SheetField> = {
  payer: 'name',
  cpf: 'document',
  cnpj: 'document',
  customerId: 'customer',
  payableDaysAfterDue: 'payableDays',
}

/** Codes of our own: their messages say what is wrong. */
const saysItself = new Set(['invalid', 'noAddress', 'maxDays'])

function faultOf({ path, code, message, info }: Problem): RowFault {
  const isMissing = code === 'required'
  const names = [...path.split('/').slice(1), ...(isMissing ? [String(info['missingProperty'])] : [])]
  const [first = '', second, third] = names
  const name = first === 'payer' ? (second === 'address' ? (third ?? 'street') : (second ?? first)) : first
  const field = columnOf[name] ?? (name as SheetField)
  if (isMissing) return { field, code, message: 'is missing' }
  if (code === 'maxLength') return { field, code, message: `must have ${String(info['limit'])} characters at most` }
  return { field, code, message: saysItself.has(code) ? message : 'is not valid' }
}
