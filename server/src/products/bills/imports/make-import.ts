import { hash } from 'node:crypto'
import { type Micros, formatAmount, parseAmount } from '../../../platform/brazil/money.ts'
import { InvalidRequest } from '../../../platform/http/errors.ts'
import { uuidv7 } from '../../../platform/lib/uuid.ts'
import type { Audit } from '../../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../../tenancy/audit-log/record-audit.ts'
import { clockOf } from '../../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../../tenancy/merchants/read-merchant.ts'
import { findFirst } from '../../../money/transactions/erased-key.ts'
import { requestKey } from '../../../money/transactions/order-key.ts'
import { type CheckedRow, type Needs as CheckNeeds, checkFile } from './check-rows.ts'
import { insertImport, insertRows, selectImportByKey } from './sql.ts'
import { type BillImport, type ImportRow, bornImport, bornRow } from './states.ts'

export type Needs = CheckNeeds & { readMerchant: ReadMerchant }

export type Preview = { valid: number; invalid: number; amount: Micros; rows: CheckedRow[] }

/** What an import would do with each row of a file; nothing is stored. */
export async function previewImport(
  needs: Needs,
  { merchantId, file }: { merchantId: string; file: Buffer },
): Promise<Preview> {
  const rows = await checkFile(needs, await needs.readMerchant(merchantId), file)
  const valid = validOf(rows)
  return { valid: valid.length, invalid: rows.length - valid.length, amount: sumOf(valid), rows }
}

type Valid = CheckedRow & { form: NonNullable<CheckedRow['form']> }

const validOf = (rows: readonly CheckedRow[]): Valid[] => rows.filter((row): row is Valid => row.form !== null)

const sumOf = (rows: readonly Valid[]): Micros => rows.reduce((sum, { form }) => sum + parseAmount(form.amount), 0n)

export type MakeImportInput = {
  merchantId: string
  name: string
  file: Buffer
  skipsInvalid: boolean
  idempotencyKey: string | undefined
  keyId: string | null
  personId: string | null
  audit?: (made: { id: string; name: string; rows: number; amount: string }) => Audit
}

const rowsAtOnce = 1_000

/**
 * Stores the rows of a file, whose bills a worker makes one group after the other. Invalid rows are left out if that is asked
 * for; otherwise they refuse the file. Repeated under its key, it is the first import again.
 */
export async function makeImport(
  needs: Needs,
  input: MakeImportInput,
): Promise<{ billImport: BillImport; replayed: boolean }> {
  const { merchantId, name, file, skipsInvalid, keyId, personId } = input
  const merchant = await needs.readMerchant(merchantId)
  const once = onceOf(input)
  const find = () =>
    findFirst(
      needs,
      { merchantId, ...once },
      keys => selectImportByKey(needs.sql, merchantId, keys),
      () => 'the Idempotency-Key was used before with another file',
    )
  const earlier = await find()
  if (earlier !== null) return { billImport: earlier, replayed: true }
  const checked = await checkFile(needs, merchant, file)
  if (!skipsInvalid) refuseInvalid(checked)
  const valid = validOf(checked)
  if (valid.length === 0) refuseInvalid(checked)
  const createdAt = clockOf(needs, merchant)
  const billImport: BillImport = {
    merchantId,
    id: uuidv7(createdAt.getTime()),
    state: bornImport,
    name,
    rowCount: valid.length,
    amount: sumOf(valid),
    madeCount: 0,
    madeAmount: 0n,
    refusedCount: 0,
    refusedAmount: 0n,
    keyId,
    personId,
    ...once,
    createdAt,
    completedAt: null,
    nextStepAt: needs.clock(),
  }
  if (billImport.amount >= mostInAll) throw wrongFile('the total of all rows exceeds the maximum of an import')
  const isNew = await needs.sql.begin(async tx => {
    if ((await insertImport(tx, billImport)).length === 0) return false
    for (let from = 0; from < valid.length; from += rowsAtOnce)
      await insertRows(
        tx,
        valid.slice(from, from + rowsAtOnce).map(row => rowOf(billImport, row)),
      )
    const { id, rowCount, amount } = billImport
    await recordAudit(tx, input.audit?.({ id, name, rows: rowCount, amount: formatAmount(amount) }))
    return true
  })
  if (isNew) return { billImport, replayed: false }
  const first = await find()
  if (first === null) throw new Error('an import was neither inserted nor found')
  return { billImport: first, replayed: true }
}

/** What a column of amounts can hold, with room. */
const mostInAll: Micros = 1_000_000_000_000_000_000n

const rowOf = ({ merchantId, id: importId, createdAt }: BillImport, { line, form }: Valid): ImportRow => ({
  merchantId,
  importId,
  line,
  id: uuidv7(createdAt.getTime()),
  state: bornRow,
  amount: parseAmount(form.amount),
  dueDate: form.dueDate,
  orderId: form.orderId ?? null,
  form,
  billId: null,
  reason: null,
  message: null,
  endedAt: null,
})

/** A longer list helps nobody. */
const mostFaults = 200

function refuseInvalid(rows: readonly CheckedRow[]): void {
  const problems = rows.flatMap(({ line, faults }) =>
    faults.map(({ field, code, message }) => ({ path: `/rows/${line}/${field}`, code, message, info: {} })),
  )
  if (problems.length > 0) throw new InvalidRequest(problems.slice(0, mostFaults))
}

const wrongFile = (message: string) => new InvalidRequest([{ path: '/file', code: 'invalid', message, info: {} }])

function onceOf({ idempotencyKey, file, skipsInvalid }: MakeImportInput) {
  const key = requestKey({ idempotencyKey })
  if (key === undefined) return { idempotencyKey: null, requestHash: null }
  return {
    idempotencyKey: key,
    requestHash: hash('sha256', Buffer.concat([file, Buffer.from(` ${skipsInvalid}`)]), 'base64'),
  }
}
