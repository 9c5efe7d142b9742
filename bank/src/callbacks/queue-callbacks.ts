import { bankId } from '../truth/identifiers.ts'
import type { Callback } from '../truth/records.ts'
import type { BankEvent, Truth } from '../truth/truth.ts'
import { callbackFor } from './callback-bodies.ts'

/** What is to happen to coming callbacks, by command only. */
export type CallbackFault =
  | { kind: 'drop'; times: number }
  | { kind: 'duplicate'; times: number; copies?: number }
  | { kind: 'delay'; times: number; ms: number }
  /** So many are held back until all are there, and then sent in reverse order. */
  | { kind: 'reorder'; times: number }

export type CallbackFaults = { waiting: CallbackFault[]; held: string[] }

/** Between callbacks that are sent in another order, so that one has arrived before the next. */
const apartMs = 300

export function queueCallbacks(truth: Truth, faults: CallbackFaults, event: BankEvent): void {
  const found = callbackFor(truth, event)
  if (!found) return
  const fault = takeFault(faults)
  const copies = fault?.kind === 'duplicate' ? (fault.copies ?? 1) + 1 : 1
  for (let copy = 0; copy < copies; copy++) {
    const id = bankId()
    const callback: Callback = {
      id,
      partner: found.partner.name,
      about: `${event.kind} ${'initiationId' in event ? event.initiationId : 'boletoId' in event ? event.boletoId : event.endToEndId}`,
      headers: found.partner.dialect === 'inter' ? { 'x-conta-corrente': found.partner.clientId.slice(-8) } : {},
      ...found.letter,
      state: fault?.kind === 'drop' ? 'dropped' : fault?.kind === 'reorder' ? 'held' : 'due',
      nextAt: null,
      attempts: [],
    }
    truth.book.put('callbacks', id, callback)
    if (callback.state === 'due') sendAfter(truth, callback, fault?.kind === 'delay' ? fault.ms : 0)
    if (callback.state === 'held') faults.held.push(id)
  }
  if (fault?.kind === 'reorder' && fault.times === 0) releaseHeld(truth, faults)
}

/** Sends what is held, last first. */
export function releaseHeld(truth: Truth, faults: CallbackFaults): void {
  const held = faults.held.splice(0).toReversed()
  truth.book.change(() => {
    for (const [place, id] of held.entries()) {
      const callback = truth.book.get('callbacks', id)
      if (callback) sendAfter(truth, { ...callback, state: 'due' }, place * apartMs)
    }
  })
}

export function sendAfter({ book, now, wake }: Truth, callback: Callback, ms: number): void {
  const nextAt = new Date(now().getTime() + ms).toISOString()
  book.put('callbacks', callback.id, { ...callback, nextAt })
  book.put('due', `callback ${callback.id}`, { at: nextAt, what: 'callback', reference: callback.id })
  wake()
}

function takeFault(faults: CallbackFaults): CallbackFault | undefined {
  const fault = faults.waiting[0]
  if (!fault) return undefined
  fault.times--
  if (fault.times <= 0) faults.waiting.shift()
  return fault
}
