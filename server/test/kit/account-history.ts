import { setTimeout as delay } from 'node:timers/promises'
import type { Answer, Api } from './api-client.ts'
import { type Call, type Model, type Verdict, linearize } from './linearize.ts'
import { times } from './trilho.ts'

export type AccountRequest =
  | { kind: 'pay'; orderId: string; cost: bigint }
  | { kind: 'complete'; id: string; credit: bigint }
  | { kind: 'balance' }
/** An id: it was paid, or was before. `refused`: not enough money; `over`: it was completed before. */
export type AccountReply = { id: string } | 'refused' | 'done' | 'over' | { available: bigint }
export type AccountCall = Call<AccountRequest, AccountReply>

type Account = { available: bigint; happened: ReadonlyMap<string, string | null> }

/** One balance, and idempotency keys that each take money once. */
export const accountModel = (available: bigint): Model<Account, AccountRequest, AccountReply> => ({
  initial: { available, happened: new Map() },
  keyOf: account =>
    `${account.available} ${[...account.happened]
      .map(([key, id]) => `${key}=${id}`)
      .toSorted()
      .join()}`,
  step(account, request, reply) {
    if (request.kind === 'balance')
      return reply === null ||
        (typeof reply === 'object' && 'available' in reply && reply.available === account.available)
        ? account
        : null
    const key = request.kind === 'pay' ? request.orderId : request.id
    const change = request.kind === 'pay' ? -request.cost : request.credit
    const id = typeof reply === 'object' && reply !== null && 'id' in reply ? reply.id : null
    const earlier = account.happened.get(key)
    const after = (next: bigint) => ({ available: next, happened: new Map(account.happened).set(key, earlier ?? id) })
    if (earlier !== undefined) {
      if (reply === null || reply === 'over') return account
      return id !== null && (earlier === null || earlier === id) ? after(account.available) : null
    }
    if (reply === 'over') return null
    const isCovered = account.available + change >= 0n
    if (reply === 'refused') return isCovered ? null : account
    return isCovered ? after(account.available + change) : null
  },
})

export const judgeAccount = (available: bigint, calls: AccountCall[]): Verdict<AccountRequest, AccountReply> =>
  linearize(accountModel(available), withoutIdle(calls))

/** Without what cannot explain anything: reads without an answer, and repeats of a call that had none before. */
function withoutIdle(calls: AccountCall[]): AccountCall[] {
  const silent = new Set<string>()
  return calls
    .toSorted((a, b) => a.began - b.began)
    .filter(({ request, reply }) => {
      if (reply !== null) return true
      if (request.kind === 'balance') return false
      const key = request.kind === 'pay' ? request.orderId : request.id
      return !silent.has(key) && silent.add(key)
    })
}

const micros = (amount: string) => BigInt(amount.replace('.', ''))
const [payAmount, chargeAmount] = ['900.00', '400.00']

type Traffic = {
  /** The servers that can be called now. */
  apis: () => Api[]
  webhook: { url: string }
  /** Only there somebody can be made to pay. */
  isSandbox?: boolean
  /** Whom the payouts go to, if the bank knows only some. */
  to?: { recipient: object; key: object }
}

const clients = 6

/**
 * Clients of one merchant that nobody else uses: they pay until nothing is left, are paid, and read the balance. A call
 * without an answer, or with 503, is repeated under the same order id.
 */
export async function followAccount({ apis, webhook, isSandbox = true, to }: Traffic) {
  const first = apis()[0] as Api
  const available = async () => micros((await first.balance()).available)
  const before = await available()
  await first.createCashOut({ amount: payAmount, webhook, ...to })
  const paid = await available()
  if (isSandbox) await first.simulate('complete', await first.createCashIn({ amount: chargeAmount, webhook }))
  const opening = await available()
  const [cost, credit] = [before - paid, opening - paid]

  const calls: AccountCall[] = []
  let isOver = false
  let turn = 0
  const api = (): Api => apis()[turn++ % apis().length] as Api

  /** One call, as its client saw it. Answers whether there was an answer. */
  async function record(request: AccountRequest, ask: () => Promise<Answer>, read: (answer: Answer) => AccountReply) {
    const began = performance.now()
    const answer = await ask().catch(asSilence)
    const reply = answer === null || answer.status === 503 ? null : read(answer)
    calls.push({ request, reply, began, ended: performance.now() })
    if (reply === null) await delay(100)
    return reply !== null
  }
  async function untilAnswered(...call: Parameters<typeof record>) {
    while (!(await record(...call)) && !isOver) continue
  }
  const pay = (orderId: string) =>
    untilAnswered(
      { kind: 'pay', orderId, cost },
      () => api().requestCashOut({ amount: payAmount, webhook, ...to, transaction: { orderId } }),
      ({ status, body }) => (status === 201 ? { id: body.data.transaction.id } : expectStatus(status, 409, 'refused')),
    )
  const readBalance = () =>
    record(
      { kind: 'balance' },
      () => api().get('/accounts/balance'),
      ({ status, body }) => expectStatus(status, 200, { available: micros(body?.data?.available ?? '0') }),
    )
  async function bePaid() {
    if (!isSandbox) return
    const charge = await api().requestCashIn({ amount: chargeAmount, webhook }).catch(asSilence)
    if (charge?.status !== 201) return
    const { id } = charge.body.data.transaction
    await untilAnswered(
      { kind: 'complete', id, credit },
      () => api().simulate('complete', id),
      ({ status }) => (status === 200 ? 'done' : expectStatus(status, 409, 'over')),
    )
  }
  const working = Promise.all(
    times(clients, async client => {
      for (let i = 0; !isOver; i++) {
        const act = (client + i) % 3
        await (act === 0 ? pay(`order ${client}-${i}`) : act === 1 ? readBalance() : bePaid())
      }
    }),
  )
  let failure: unknown = null
  working.catch((error: unknown) => (failure = error))
  return {
    /** How many calls were answered; throws if a client was answered what no account answers. */
    answered() {
      if (failure !== null) throw failure
      return calls.filter(call => call.reply !== null).length
    },
    async stop() {
      isOver = true
      await working
      return { opening, calls, verdict: judgeAccount(opening, calls) }
    },
  }
}

function expectStatus<Reply>(status: number, expected: number, reply: Reply): Reply {
  if (status !== expected) throw new Error(`answered ${status} instead of ${expected}`)
  return reply
}

/** The connection broke before the answer was complete. Any other error is a fault. */
function asSilence(error: unknown): null {
  if (error instanceof TypeError && /fetch failed|terminated/.test(error.message)) return null
  throw error
}
