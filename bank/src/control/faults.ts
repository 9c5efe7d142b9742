import { type CallbackFault, releaseHeld, sendAfter } from '../callbacks/queue-callbacks.ts'
import { type Fault, faultKinds, formsOfRefusals } from '../http/faults.ts'
import { object, plainReader } from '../http/read-body.ts'
import { Refusal } from '../truth/truth.ts'
import type { ControlRoute } from './route.ts'

const text = { type: 'string' }
const count = { type: 'integer', minimum: 1, maximum: 10_000 }
const ms = { type: 'integer', minimum: 0, maximum: 600_000 }

const fields = { type: 'array', minItems: 1, items: text }
/** What a kind is nothing without. */
const requiredFor: Partial<Record<Fault['kind'], 'fields' | 'values'>> = {
  'fields missing': 'fields',
  'fields changed': 'values',
  'fields added': 'values',
  capitals: 'fields',
}

const readFault = plainReader<Omit<Fault, 'times'> & { times?: number }>(
  object(['kind'], {
    kind: { enum: faultKinds },
    times: count,
    partner: text,
    method: text,
    path: text,
    ms,
    status: { type: 'integer', minimum: 400, maximum: 599 },
    retryAfterSeconds: count,
    text,
    name: text,
    form: { enum: formsOfRefusals },
    fields,
    values: { type: 'object' },
    having: text,
    rows: count,
  }),
)
const readCallbackFault = plainReader<{ kind: CallbackFault['kind']; times?: number; copies?: number; ms?: number }>(
  object(['kind'], { kind: { enum: ['drop', 'duplicate', 'delay', 'reorder'] }, times: count, copies: count, ms }),
)

export const faultControl: ControlRoute[] = [
  {
    method: 'GET',
    path: '/faults',
    act: ({ wire, callbackFaults }) => ({ kinds: faultKinds, calls: wire.faults, callbacks: callbackFaults.waiting }),
  },
  {
    method: 'POST',
    path: '/faults',
    act({ wire }, { body }) {
      const fault = readFault(body)
      const required = requiredFor[fault.kind]
      if (required && !fault[required]) throw new Refusal('malformed', `${fault.kind}: name its ${required}`)
      wire.faults.push({ times: 1, ...fault })
      return { calls: wire.faults }
    },
  },
  {
    method: 'POST',
    path: '/callback-faults',
    act({ callbackFaults }, { body }) {
      const { kind, times, copies = 1, ms = 1_000 } = readCallbackFault(body)
      callbackFaults.waiting.push({ kind, copies, ms, times: times ?? (kind === 'reorder' ? 2 : 1) })
      return { callbacks: callbackFaults.waiting }
    },
  },
  {
    method: 'DELETE',
    path: '/faults',
    act({ truth, wire, callbackFaults }) {
      wire.faults.splice(0)
      callbackFaults.waiting.splice(0)
      releaseHeld(truth, callbackFaults)
    },
  },
  {
    method: 'POST',
    path: '/callbacks/release',
    act: ({ truth, callbackFaults }) => releaseHeld(truth, callbackFaults),
  },
  {
    method: 'POST',
    path: '/callbacks/:id/resend',
    act({ truth }, { params }) {
      const callback = truth.book.get('callbacks', params.id ?? '')
      if (!callback) throw new Refusal('not found', 'there is no such callback')
      truth.book.change(() => sendAfter(truth, { ...callback, state: 'due' }, 0))
    },
  },
]
