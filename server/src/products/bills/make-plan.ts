import { type Day, addDays } from '../../platform/brazil/sao-paulo.ts'
import { reportDefect } from '../../platform/db/defects.ts'
import { ApiError, InvalidRequest, type Problem } from '../../platform/http/errors.ts'
import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { requireRail } from '../../money/rails/rails-of.ts'
import type { Opened } from '../../money/transactions/door.ts'
import { type DiscountForm, type DiscountKind, type WholeBill, noBoleto } from './bill.ts'
import {
  type CheckedBill,
  type MakeBillInput,
  type Needs,
  type NewBill,
  checkBill,
  openBills,
  readRequest,
  registerBill,
} from './make-bill.ts'
import { registrationOf } from './boletos/prepare-boleto.ts'
import { type PlanAmounts, monthlyDays, splitAmount } from './plan.ts'
import { nowFor, readBill } from './read-bill.ts'

/** As of a bill, but for a day that depends on each bill's due date. */
export type PlanDiscount = { kind: DiscountKind; amount?: string; rate?: string; daysBeforeDue?: number }

export type PlanInput = Omit<
  MakeBillInput,
  'amount' | 'dueDate' | 'lines' | 'discount' | 'orderId' | 'idempotencyKey' | 'partOf'
> &
  PlanAmounts & {
    orderId: string
    firstDueDate: string
    dayOfMonth: number | null
    discount: PlanDiscount | null
  }

type MadePlan = { bills: WholeBill[]; replayed: boolean }

/**
 * Makes all bills of an instalment plan, or none. They are registered at the bank one group after the other and written in one
 * commit. Repeated under its order id, it is the first plan again.
 */
export async function makePlan(needs: Needs, input: PlanInput, audit?: Audit): Promise<MadePlan> {
  const { merchantId } = input
  const { today } = await nowFor(needs, merchantId)
  const requests = readAll(needs, billsOf(input), today)
  const earlier = await Promise.all(requests.map(({ requested }) => needs.door.findOpened(merchantId, requested)))
  if (earlier.some(one => one !== null)) return { bills: await readOpened(needs, merchantId, earlier), replayed: true }
  const checked = await checkAll(needs, requests)
  const made = await registerAll(needs, checked)
  const opened = await openAll(needs, made, audit).catch(async error => {
    await removeCharges(needs, made)
    throw error
  })
  if (opened.every(({ replayed }) => !replayed)) {
    if (made.some(({ boleto }) => boleto !== undefined)) {
      await sendBoletos(needs, made)
      return {
        bills: await Promise.all(opened.map(one => readBill(needs, merchantId, one.transaction.id))),
        replayed: false,
      }
    }
    const bills = opened.flatMap(({ transaction }, i) =>
      made[i] ? [{ ...transaction, ...made[i].bill, ...noBoleto }] : [],
    )
    return { bills, replayed: false }
  }
  // Somebody else has made the same plan meanwhile.
  await removeCharges(needs, made)
  return { bills: await readOpened(needs, merchantId, opened), replayed: true }
}

/** The plan as requests of single bills. What a plan has in all is part of each, so that only the same plan is a repeat. */
function billsOf(input: PlanInput): MakeBillInput[] {
  const { count, amount, firstAmount, lastAmount, differenceOn, firstDueDate, dayOfMonth, discount, ...rest } = input
  const amounts = splitAmount({ count, amount, firstAmount, lastAmount, differenceOn })
  const plan = [count, amounts.map(String), firstDueDate, dayOfMonth]
  return monthlyDays(firstDueDate, dayOfMonth, count).map((dueDate, i) => ({
    ...rest,
    amount: amounts[i] ?? 0n,
    dueDate,
    lines: null,
    discount: discount && discountOf(discount, dueDate),
    description: input.description && `${input.description} (${i + 1}/${count})`,
    orderId: `${input.orderId}-${i + 1}`,
    idempotencyKey: undefined,
    partOf: plan,
  }))
}

function discountOf({ kind, daysBeforeDue, ...value }: PlanDiscount, dueDate: string): DiscountForm {
  const isDated = kind === 'Fixed' || kind === 'Percent'
  if (isDated) return { kind, until: [{ date: addDays(dueDate, -(daysBeforeDue ?? 0)), ...value }] }
  if (daysBeforeDue === undefined) return { kind, ...value }
  const message = `must not be sent with ${kind}`
  throw new InvalidRequest([{ path: '/discount/daysBeforeDue', code: 'invalid', message, info: {} }])
}

/** All bills of a plan have the same faults: each is reported once, by the plan's own field. */
function readAll(needs: Needs, inputs: MakeBillInput[], today: Day) {
  const problems = new Map<string, Problem>()
  const requests = inputs.flatMap(input => {
    try {
      return [readRequest(needs, input, today)]
    } catch (error) {
      for (const problem of planProblems(error)) problems.set(`${problem.path} ${problem.code}`, problem)
      return []
    }
  })
  if (problems.size > 0) throw new InvalidRequest([...problems.values()])
  return requests
}

function planProblems(error: unknown): Problem[] {
  if (!(error instanceof InvalidRequest)) throw error
  return error.problems.map(problem => ({ ...problem, path: planPath(problem.path) }))
}

const planPath = (path: string): string =>
  path === '/dueDate' ? '/firstDueDate' : path.replace('/discount/until/0', '/discount')

/** The payer is looked up once: all bills of a plan are the same person's. */
async function checkAll(needs: Needs, requests: ReturnType<typeof readAll>): Promise<CheckedBill[]> {
  const checked: CheckedBill[] = []
  try {
    for (const request of requests)
      checked.push(await checkBill(needs, { ...request, named: checked[0]?.payer ?? request.named }))
  } catch (error) {
    throw new InvalidRequest(planProblems(error))
  }
  return checked
}

const atOnce = 5

/**
 * Each call registers charges of its own, never those of another call: only then may they be removed again. A charge whose
 * answer was lost stays at the bank; nobody has its code.
 */
async function registerAll(needs: Needs, checked: CheckedBill[]): Promise<NewBill[]> {
  const made: NewBill[] = []
  for (let from = 0; from < checked.length; from += atOnce) {
    const group = checked.slice(from, from + atOnce)
    const results = await Promise.allSettled(group.map(one => registerBill(needs, one, { isOnItsOwn: true })))
    for (const result of results) if (result.status === 'fulfilled') made.push(result.value)
    const failed = results.find(result => result.status === 'rejected')
    if (failed === undefined) continue
    await removeCharges(needs, made)
    throw failed.reason
  }
  return made
}

const sendMs = 5_000

/** Takes them to the bank, one group after the other for so long; a worker takes the rest. */
export async function sendBoletos(needs: Pick<Needs, 'bankOrders'>, made: readonly NewBill[]): Promise<void> {
  const orders = made.flatMap(({ boleto }) => (boleto === undefined ? [] : [registrationOf(boleto)]))
  const until = performance.now() + sendMs
  for (let from = 0; from < orders.length && performance.now() < until; from += atOnce)
    await Promise.all(orders.slice(from, from + atOnce).map(order => needs.bankOrders.tryNow(order)))
}

const removeMs = 10_000

/** Removes charges from the bank that nobody has seen. Where that fails they stay there, and nobody has their code. */
export async function removeCharges(needs: Pick<Needs, 'railsOf'>, made: readonly NewBill[]): Promise<void> {
  for (let from = 0; from < made.length; from += atOnce) {
    const results = await Promise.allSettled(made.slice(from, from + atOnce).map(one => removeCharge(needs, one)))
    for (const result of results)
      if (result.status === 'rejected' && !(result.reason instanceof ApiError))
        reportDefect('background work', result.reason)
  }
}

async function removeCharge(needs: Pick<Needs, 'railsOf'>, { transaction, boleto }: NewBill): Promise<void> {
  // Sent to the bank only after it is written.
  if (boleto !== undefined) return
  const { cancelCharge } = requireRail((await needs.railsOf(transaction.connectionId)).dueCharges)
  const { externalId } = transaction
  if (cancelCharge === null || externalId === undefined) return
  await cancelCharge({ externalId }, { signal: AbortSignal.timeout(removeMs), remember: async () => {} })
}

/** All in one commit; a refusal of one undoes it. */
const openAll = (needs: Needs, made: NewBill[], audit: Audit | undefined): Promise<Opened[]> =>
  needs.door.commit(async write => {
    const opened = (await openBills(write, made)).map(one => {
      if (one instanceof Error) throw one
      return one
    })
    refuseHalf(opened)
    if (opened.every(({ replayed }) => !replayed)) await recordAudit(write.tx, audit)
    return opened
  })

/** Some were erased since, or are another's: what is left is no plan. */
function refuseHalf(opened: readonly (Opened | null)[]): void {
  const count = opened.filter(one => one?.replayed).length
  if (count > 0 && count < opened.length)
    throw new ApiError('OrderIdConflict', { message: `${count} of the plan's order ids are in use` })
}

async function readOpened(needs: Needs, merchantId: string, opened: readonly (Opened | null)[]): Promise<WholeBill[]> {
  refuseHalf(opened)
  return Promise.all(opened.flatMap(one => (one === null ? [] : [readBill(needs, merchantId, one.transaction.id)])))
}
