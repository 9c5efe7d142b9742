import * as fc from 'fast-check'
import { act } from './act.ts'
import { dialect } from './diary.ts'

const times = fc.integer({ min: 1, max: 3 })

/** A part of the path that only calls for payouts have. */
const payoutPaths = { efi: '/gn/pix', inter: '/banking/', sicoob: '/pagamentos' }

/** The faults of the bank. */
export const bankFaults = {
  'slow bank': act({
    weight: 1,
    fields: { isSlow: fc.boolean() },
    perform: ({ bank }, _diary, { isSlow }) => {
      const delayMs = isSlow ? 20_000 : 0
      return bank.control('PUT', '/settings', { payoutDelayMs: delayMs, refundDelayMs: delayMs })
    },
  }),

  fault: act({
    weight: 6,
    fields: {
      kind: fc.constantFrom(
        'drop',
        'act, then cut',
        'server error',
        'act, then server error',
        'malformed',
        'too many requests',
        'act, then wait',
        'wait, then act',
      ),
      partner: dialect,
      method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', undefined),
      isOfPayouts: fc.boolean(),
      times,
    },
    perform: ({ bank }, _diary, { kind, partner, method, isOfPayouts, times: count }) => {
      const calls = isOfPayouts ? { path: payoutPaths[partner] } : method === undefined ? {} : { method }
      return bank.control('POST', '/faults', { kind, partner, times: count, ms: 300, ...calls })
    },
  }),

  /** Efí lists its payments on more pages than can be read at once. */
  'many pages': act({
    weight: 1,
    fields: { isMany: fc.boolean() },
    perform: ({ bank }, _diary, { isMany }) =>
      bank.control('PUT', '/partners/efi/switches', { largestPage: isMany ? 1 / 64 : 1000 }),
  }),

  /** Efí reports payments without their txid, or without the key, which separates those of its two connections. */
  'unnamed payments': act({
    weight: 2,
    fields: { pixHides: fc.subarray(['txid', 'chave']) },
    perform: ({ bank }, _diary, { pixHides }) => bank.control('PUT', '/partners/efi/switches', { pixHides }),
  }),

  /** A bank reports payers in its callbacks, a CPF masked, or not at all. */
  'payer data': act({
    weight: 1,
    fields: { partner: dialect, payerInCallback: fc.boolean() },
    perform: ({ bank }, _diary, { partner, payerInCallback }) =>
      bank.control('PUT', `/partners/${partner}/switches`, { payerInCallback }),
  }),

  /** It has a payout and says that it has not. */
  'forgetful bank': act({
    weight: 1,
    fields: { partner: fc.constantFrom('efi', 'sicoob'), times },
    perform: ({ bank }, _diary, { partner, times: count }) =>
      bank.control('POST', '/faults', {
        kind: 'not found',
        partner,
        method: 'GET',
        path: payoutPaths[partner],
        times: count,
      }),
  }),

  'callback fault': act({
    weight: 3,
    fields: { kind: fc.constantFrom('drop', 'duplicate', 'delay', 'reorder'), times },
    perform: ({ bank }, _diary, { kind, times: count }) =>
      bank.control('POST', '/callback-faults', { kind, times: count + 1, ms: 5_000 }),
  }),
}
