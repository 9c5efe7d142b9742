/** One call of a client: what it asked for, what it was answered, and when, by one clock for all clients. */
export type Call<Request, Reply> = {
  request: Request
  /** Null: no answer came. The call may have taken effect at any time after it began, or never. */
  reply: Reply | null
  began: number
  ended: number
}

/** What one caller after the other would see. */
export type Model<State, Request, Reply> = {
  initial: State
  /** The state after the call; null: in this state it cannot have been answered so. */
  step: (state: State, request: Request, reply: Reply | null) => State | null
  keyOf: (state: State) => string
}

export type Verdict<Request, Reply> =
  | { isLinearizable: true }
  /** `unexplained`: the calls of which no order explains the answers, where the best attempt ended. */
  | { isLinearizable: false; unexplained: Call<Request, Reply>[] }

const mostSteps = 2_000_000

/**
 * Whether the calls could have happened one after the other, each between its begin and its end, with the answers that
 * they had: the search of Wing and Gong, which remembers the sets of calls and states that led nowhere.
 */
export function linearize<State, Request, Reply>(
  model: Model<State, Request, Reply>,
  history: readonly Call<Request, Reply>[],
): Verdict<Request, Reply> {
  // Calls without an answer come last: most of them are not needed to explain anything.
  const calls = history
    .map(call => (call.reply === null ? { ...call, ended: Infinity } : call))
    .toSorted((a, b) => a.ended - b.ended || a.began - b.began)
  const answered = calls.filter(call => call.reply !== null).length
  const isDone = calls.map(() => false)
  const ledNowhere = new Set<string>()
  type Choice = { state: State; first: number; next: number; tried: number | null }
  const path: Choice[] = [{ state: model.initial, first: 0, next: 0, tried: null }]
  let farthest: { done: number; waiting: Call<Request, Reply>[] } = { done: -1, waiting: [] }

  for (let steps = 0, done = 0; ; steps++) {
    if (steps > mostSteps) throw new Error(`not decided after ${mostSteps} steps: use fewer calls at once`)
    const here = path.at(-1)
    if (here === undefined) return { isLinearizable: false, unexplained: farthest.waiting }
    if (done === answered) return { isLinearizable: true }
    // The first call that is not placed yet ends first: what began after its end cannot come before it.
    const bound = calls[here.first]?.ended ?? Infinity
    let placed = false
    for (let i = here.next; i < calls.length && !placed; i++) {
      const call = calls[i]
      if (call === undefined || isDone[i] === true || call.began > bound) continue
      const state = model.step(here.state, call.request, call.reply)
      if (state === null) continue
      isDone[i] = true
      const first = firstMissing(isDone, here.first)
      const key = `${first} ${placedBeyond(isDone, first)} ${model.keyOf(state)}`
      if (ledNowhere.has(key)) {
        isDone[i] = false
        continue
      }
      ledNowhere.add(key)
      here.next = i + 1
      path.push({ state, first, next: first, tried: i })
      if (call.reply !== null) done++
      placed = true
    }
    if (placed) continue
    if (done > farthest.done)
      farthest = { done, waiting: calls.filter((call, i) => isDone[i] === false && call.began <= bound) }
    path.pop()
    if (here.tried === null) continue
    isDone[here.tried] = false
    if (calls[here.tried]?.reply !== null) done--
  }
}

function firstMissing(isDone: boolean[], from: number): number {
  let i = from
  while (isDone[i] === true) i++
  return i
}

function placedBeyond(isDone: boolean[], from: number): string {
  const placed: number[] = []
  for (let i = from; i < isDone.length; i++) if (isDone[i] === true) placed.push(i)
  return placed.join()
}
