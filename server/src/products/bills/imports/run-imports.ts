import type { Sql } from '../../../platform/db/db.ts'
import { ApiError, InvalidRequest } from '../../../platform/http/errors.ts'
import { isForLater, runLeased } from '../../../tenancy/merchants/leased-work.ts'
import { timeFor } from '../../../tenancy/merchants/merchant-clock.ts'
import type { Write } from '../../../money/transactions/door.ts'
import { chargeWritten } from '../../pix/register-charge.ts'
import { type Needs as BillNeeds, type NewBill, checkBill, openBills, readRequest, registerBill } from '../make-bill.ts'
import { removeCharges, sendBoletos } from '../make-plan.ts'
import { nowFor } from '../read-bill.ts'
import { inputOf } from './bill-of-row.ts'
import {
  claimImports,
  endRows,
  planStep,
  selectImport,
  selectRowStates,
  selectWaitingRows,
  updateImport,
} from './sql.ts'
import { type BillImport, type ImportRow, bornImport, bornRow, completedImport, madeRow, refusedRow } from './states.ts'

export type Needs = BillNeeds & {
  sql: Sql
  /** Suspends a merchant whose stored data cannot be read. */
  suspendDamaged: (merchantId: string, fault: unknown) => Promise<void>
}

const rowsAtOnce = 20

/** Makes some bills of each running import, and returns how many rows are finished. */
export const runImports = (needs: Needs): Promise<number> =>
  runLeased(needs, {
    claim: (now, leaseUntil, most) => claimImports(needs.sql, now, leaseUntil, most),
    plan: (one, at) => planStep(needs.sql, one, at),
    step: one => makeRows(needs, one),
  })

async function makeRows(needs: Needs, of: BillImport) {
  const waiting = await selectWaitingRows(needs.sql, of, rowsAtOnce)
  const prepared = await Promise.all(waiting.map(row => prepareRow(needs, of, row)))
  const ready = prepared.filter(one => one.kind !== 'later')
  if (ready.length > 0) await endAll(needs, of, ready)
  return { ended: ready.length, isHeldUp: ready.length < prepared.length }
}

/** What has become of a row: a bill to be written, one that is there, a refusal, or nothing yet. */
type Prepared = { row: ImportRow } & (
  | { kind: 'bill'; bill: NewBill }
  | { kind: 'made'; billId: string }
  | { kind: 'refused'; refusal: ApiError | InvalidRequest }
  | { kind: 'later' }
)
type Ready = Exclude<Prepared, { kind: 'later' }>

/** Registers the bill of a row at the bank, under the row's own key: a worker that repeats it finds it again. */
async function prepareRow(needs: Needs, of: BillImport, row: ImportRow): Promise<Prepared> {
  const { id, form } = row
  if (form === null) throw new Error('a row that waits has no bill')
  try {
    const { today } = await nowFor(needs, of.merchantId)
    const asked = readRequest(needs, inputOf(of, { id, form }), today)
    const earlier = await needs.door.findOpened(of.merchantId, asked.requested)
    if (earlier !== null) return { row, kind: 'made', billId: earlier.transaction.id }
    return { row, kind: 'bill', bill: await registerBill(needs, await checkBill(needs, asked)) }
  } catch (error) {
    const refusal = refusalIn(error)
    return isForLater(refusal) ? { row, kind: 'later' } : { row, kind: 'refused', refusal }
  }
}

function refusalIn(error: unknown): ApiError | InvalidRequest {
  if (error instanceof ApiError || error instanceof InvalidRequest) return error
  throw error
}

/** Writes bills and results of rows in one commit, under the import's lock: a second worker finds them done. */
async function endAll(needs: Needs, { merchantId, id }: BillImport, ready: readonly Ready[]): Promise<void> {
  const at = await timeFor(needs, merchantId)
  const removable = await needs.door.commit(async write => {
    const of = await selectImport(write.tx, merchantId, id, { locks: true })
    if (of?.state !== bornImport) return stoppedBills(write, of, ready)
    const states = await statesOf(write, of, ready)
    const { ended, unwritten } = await writeBills(
      write,
      ready.filter(({ row }) => states.get(row.line) === bornRow),
      at,
    )
    await endRows(write.tx, of, ended)
    await updateImport(write.tx, counted(of, ended, at))
    return unwritten
  })
  await removeCharges(needs, removable)
  const bills = ready.flatMap(one => (one.kind === 'bill' ? [one.bill] : []))
  for (const bill of bills) await chargeWritten(needs, bill)
  await sendBoletos(
    needs,
    bills.filter(bill => !removable.includes(bill)),
  )
}

const statesOf = async ({ tx }: Write, of: BillImport, ready: readonly Ready[]) =>
  new Map(
    (
      await selectRowStates(
        tx,
        of,
        ready.map(({ row }) => row.line),
      )
    ).map(({ line, state }) => [line, state]),
  )

/** The bills of rows that somebody has refused meanwhile by stopping the import: nobody has seen their codes. */
async function stoppedBills(write: Write, of: BillImport | undefined, ready: readonly Ready[]): Promise<NewBill[]> {
  if (of === undefined) return []
  const states = await statesOf(write, of, ready)
  return ready.flatMap(one => (one.kind === 'bill' && states.get(one.row.line) === refusedRow ? [one.bill] : []))
}

/** Opens the bills. `unwritten`: charges of bills that were refused now. */
async function writeBills(write: Write, ready: readonly Ready[], endedAt: Date) {
  const bills = ready.flatMap(one => (one.kind === 'bill' ? [one] : []))
  const opened = await openBills(
    write,
    bills.map(({ bill }) => bill),
  )
  const openedOf = new Map(bills.map(({ row }, i) => [row.line, opened[i]]))
  const unwritten: NewBill[] = []
  const refused = (row: ImportRow, refusal: ApiError | InvalidRequest): ImportRow => ({
    ...row,
    state: refusedRow,
    endedAt,
    ...(refusal instanceof ApiError
      ? { reason: refusal.reason, message: refusal.extra.message ?? null }
      : { reason: invalid, message: refusal.message }),
  })
  const ended = ready.map((one): ImportRow => {
    const { row } = one
    if (one.kind === 'refused') return refused(row, one.refusal)
    if (one.kind === 'made') return { ...row, state: madeRow, billId: one.billId, endedAt }
    const result = openedOf.get(row.line)
    if (result === undefined) throw new Error('a bill was neither opened nor refused')
    if (!(result instanceof Error)) return { ...row, state: madeRow, billId: result.transaction.id, endedAt }
    unwritten.push(one.bill)
    return refused(row, refusalIn(result))
  })
  return { ended, unwritten }
}

/** The name of the error of a single bill, where it has no reason. */
const invalid = 'InvalidRequestFormatError'

function counted(of: BillImport, ended: readonly ImportRow[], at: Date): BillImport {
  const sum = (state: ImportRow['state']) => {
    const some = ended.filter(row => row.state === state)
    return { count: some.length, amount: some.reduce((total, row) => total + row.amount, 0n) }
  }
  const [made, refused] = [sum(madeRow), sum(refusedRow)]
  const after = {
    ...of,
    madeCount: of.madeCount + made.count,
    madeAmount: of.madeAmount + made.amount,
    refusedCount: of.refusedCount + refused.count,
    refusedAmount: of.refusedAmount + refused.amount,
  }
  return after.madeCount + after.refusedCount < of.rowCount
    ? after
    : { ...after, state: completedImport, completedAt: at, nextStepAt: null }
}
