import { randomInt, randomUUID } from 'node:crypto'
import type { Answer, Api } from './api-client.ts'

/**
 * One call of a client, with what it was answered and when. A call without a clear answer may have been processed or not,
 * at any time after it was sent.
 */
export type Operation =
  | { kind: 'pay'; key: string; id: string | null; startMs: number; endMs: number; outcome: 'done' | 'unknown' }
  | { kind: 'read'; available: bigint; startMs: number; endMs: number; outcome: 'done' }

type Given = { available: bigint; cost: bigint }

/** Something that happened at one moment of its interval; an optional one may also never have happened. */
type Event = { of: Operation[]; startMs: number; endMs: number; isOptional: boolean }

/**
 * Whether there is an order of all operations, each at a moment between its call and its answer, in which every answer is
 * right: a payment takes its cost once for its key and always has the same id, and a read sees all that was taken before.
 * All payments cost the same, so in such an order the one that must happen soonest can always be placed first, and a read
 * that is right already can be placed at once: nothing is tried out. Returns null, or the operations that contradict.
 */
export function findViolation(history: Operation[], { available, cost }: Given): Operation[] | null {
  const pays = history.filter(operation => operation.kind === 'pay')
  const reads = new Set(history.filter(operation => operation.kind === 'read'))
  const effects = new Set<Event>()
  for (const of of Map.groupBy(pays, ({ key }) => key).values()) {
    const ids = new Set(of.flatMap(({ id }) => id ?? []))
    if (ids.size > 1) return of
    // Its repetitions take nothing; each answer says that it had happened by then.
    const [startMs, endMs] = [Math.min(...of.map(one => one.startMs)), Math.min(...of.map(one => one.endMs))]
    effects.add({ of, startMs, endMs, isOptional: ids.size === 0 })
  }
  for (let left = available; ; ) {
    const must = [...reads, ...[...effects].filter(({ isOptional }) => !isOptional)]
    if (must.length === 0) return null
    // What begins after something else has ended cannot come before it.
    const firstEnd = Math.min(...must.map(({ endMs }) => endMs))
    const isNext = ({ startMs }: { startMs: number }) => startMs <= firstEnd
    const read = [...reads].find(one => one.available === left && isNext(one))
    if (read !== undefined) {
      reads.delete(read)
      continue
    }
    const [effect] = [...effects].filter(isNext).toSorted((one, other) => one.endMs - other.endMs)
    if (effect === undefined)
      return must.filter(({ endMs }) => endMs === firstEnd).flatMap(one => ('of' in one ? one.of : one))
    effects.delete(effect)
    left -= cost
  }
}

/** A client that pays and reads until it is stopped, and writes down what it was answered. */
export async function keepHistory(api: Api, history: Operation[], goesOn: () => boolean): Promise<void> {
  const keys: string[] = []
  for (let turn = 0; goesOn(); turn++) {
    const startMs = performance.now()
    if (turn % 3 === 2) {
      const { status, body } = await api.get('/accounts/balance').catch(() => noAnswer)
      if (status !== 200) continue
      const available = microsOf(body.data.available)
      history.push({ kind: 'read', available, startMs, endMs: performance.now(), outcome: 'done' })
      continue
    }
    const key = keyFor(turn, keys)
    if (!keys.includes(key)) keys.push(key)
    const answer = await api.requestCashOut({ amount: '0.01', transaction: { orderId: key } }).catch(() => noAnswer)
    const endMs = performance.now()
    if (answer.status === 201 || answer.status === 200)
      history.push({ kind: 'pay', key, id: answer.body.data.transaction.id, startMs, endMs, outcome: 'done' })
    else if (answer.status === 0 || answer.status >= 500)
      history.push({ kind: 'pay', key, id: null, startMs, endMs: Number.POSITIVE_INFINITY, outcome: 'unknown' })
    else throw new Error(`a payment was refused: ${answer.status}`)
  }
}

/**
 * Every other payment is sent again under its key: the last one, as by a client that has no answer, or any that was sent
 * before, which was acknowledged long ago and must still be answered alike.
 */
function keyFor(turn: number, keys: string[]): string {
  const again = turn % 6 === 1 ? keys.at(-1) : turn % 2 === 1 ? keys[randomInt(keys.length)] : undefined
  return again ?? randomUUID()
}

/** Payments that were acknowledged before a moment, and are again after it. */
export function acknowledgedAgain(history: Operation[], atMs: number): Operation[] {
  const done = history.filter(one => one.kind === 'pay').filter(({ outcome }) => outcome === 'done')
  const before = new Set(done.filter(({ endMs }) => endMs < atMs).map(({ key }) => key))
  return done.filter(({ key, startMs }) => startMs > atMs && before.has(key))
}

const noAnswer: Pick<Answer, 'status' | 'body'> = { status: 0, body: null }

const microsOf = (amount: string): bigint => BigInt(amount.replace('.', ''))

/** What the account has, and what one payment takes of it. */
export async function openAccount(api: Api): Promise<Given> {
  const read = async () => microsOf((await api.get('/accounts/balance')).body.data.available)
  const before = await read()
  await api.createCashOut({ amount: '0.01' })
  const available = await read()
  return { available, cost: before - available }
}
