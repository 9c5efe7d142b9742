import * as fc from 'fast-check'
import { act } from './act.ts'
import { dialect } from './diary.ts'

const times = fc.integer({ min: 1, max: 3 })

/** A part of the path that only calls for payouts have. */
export const payoutPaths = { efi: '/gn/pix', inter: '/banking/', sicoob: '/pagamentos' }

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
        'refusal',
        'refusal in another form',
        'act, then refusal in another form',
        'no access',
        'fields missing',
        'capitals',
      ),
      field: fc.constantFrom(
        'txid',
        'chave',
        'valor',
        'status',
        'horario',
        'pixCopiaECola',
        'devolucoes',
        'endToEndId',
      ),
      form: fc.constantFrom('empty', 'xml', 'html', 'error'),
      partner: dialect,
      method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', undefined),
      isOfPayouts: fc.boolean(),
      retryAfterSeconds: fc.integer({ min: 1, max: 3 }),
      times,
    },
    perform: (
      { bank },
      _diary,
      { kind, partner, method, isOfPayouts, field, form, retryAfterSeconds, times: count },
    ) => {
      const calls = isOfPayouts ? { path: payoutPaths[partner] } : method === undefined ? {} : { method }
      const how = { times: count, ms: 300, fields: [field], form, retryAfterSeconds }
      return bank.control('POST', '/faults', { kind, partner, ...how, ...calls })
    },
  }),

  /** It has done what was asked and refuses it as a repeat, in words of its own: a gateway before it has called twice. */
  'refused repeat': act({
    weight: 2,
    fields: {
      partner: dialect,
      text: fc.constantFrom(
        'Identificador já informado.',
        'Requisicao enviada anteriormente',
        'Target already registered',
      ),
      status: fc.constantFrom(400, 409, 422),
      isOfPayouts: fc.boolean(),
    },
    perform: ({ bank }, _diary, { partner, text, status, isOfPayouts }) => {
      const paths = { efi: '/v3/gn/pix', inter: '/banking/v2/pix', sicoob: '/confirmacao' }
      const calls = isOfPayouts ? { path: paths[partner] } : { method: 'PUT' }
      const kind = 'act, then refusal'
      return bank.control('POST', '/faults', { kind, partner, text, status, ...calls })
    },
  }),

  /** It answers in a word for a state that nobody here knows. */
  'unknown word': act({
    weight: 3,
    fields: { partner: dialect, isOfPayouts: fc.boolean(), times },
    perform: ({ bank }, _diary, { partner, isOfPayouts, times: count }) => {
      const calls = isOfPayouts ? { path: payoutPaths[partner] } : {}
      const word = 'EM_ANALISE_ESPECIAL'
      const values = { status: word, estado: word, situacao: word }
      return bank.control('POST', '/faults', { kind: 'fields changed', partner, values, times: count, ...calls })
    },
  }),

  /** A bank insists on its limits of calls, which are low: the next ones are 429 with a time. */
  limits: act({
    weight: 2,
    fields: { partner: dialect, isInsisting: fc.boolean(), perMinute: times },
    perform: ({ bank }, _diary, { partner, isInsisting, perMinute }) => {
      const limited = [
        ['PUT', '/cob/'],
        ['PUT', '/cobv/'],
        ['POST', '/cobranca/'],
        ['PUT', '/devolucao/'],
        ['PUT', payoutPaths[partner]],
        ['POST', payoutPaths[partner]],
        ['GET', payoutPaths[partner]],
      ]
      const limits = limited.map(([method, path]) => ({ method, path, perMinute, minuteSeconds: 3 }))
      return bank.control('PUT', `/partners/${partner}/switches`, { enforceLimits: isInsisting, limits })
    },
  }),

  /** A bank gives no list of payments, or lacks the first of them. */
  'failing list': act({
    weight: 2,
    fields: { kind: fc.constantFrom('server error', 'refusal', 'rows missing'), partner: dialect, times },
    perform: ({ bank }, _diary, { kind, partner, times: count }) =>
      bank.control('POST', '/faults', { kind, partner, method: 'GET', path: '/pix?', times: count }),
  }),

  /** A bank lists its payments on more pages than can be read at once. */
  'many pages': act({
    weight: 1,
    fields: { partner: dialect, isMany: fc.boolean() },
    perform: ({ bank }, _diary, { partner, isMany }) =>
      bank.control('PUT', `/partners/${partner}/switches`, { largestPage: isMany ? 1 / 64 : 1000 }),
  }),

  /** Efí reports payments without their txid, or without the key, which separates those of its two connections. */
  'unnamed payments': act({
    weight: 2,
    fields: { pixHides: fc.subarray(['txid', 'chave']) },
    perform: ({ bank }, _diary, { pixHides }) => bank.control('PUT', '/partners/efi/switches', { pixHides }),
  }),

  /** Efí reports payers in its callbacks, a CPF masked, or not at all. No other bank does. */
  'payer data': act({
    weight: 1,
    fields: { payerInCallback: fc.boolean() },
    perform: ({ bank }, _diary, { payerInCallback }) =>
      bank.control('PUT', '/partners/efi/switches', { payerInCallback }),
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

  /** It has made a return and does not show it; the payment still lists it. */
  'hidden return': act({
    weight: 2,
    fields: { partner: dialect, times },
    perform: async ({ bank }, _diary, { partner, times: count }) => {
      const returns = { partner, path: '/devolucao/' }
      await bank.control('POST', '/faults', { kind: 'act, then cut', method: 'PUT', ...returns })
      await bank.control('POST', '/faults', { kind: 'not found', method: 'GET', ...returns, times: count })
    },
  }),

  'callback fault': act({
    weight: 3,
    fields: { kind: fc.constantFrom('drop', 'duplicate', 'delay', 'reorder'), times },
    perform: ({ bank }, _diary, { kind, times: count }) =>
      bank.control('POST', '/callback-faults', { kind, times: count + 1, ms: 5_000 }),
  }),
}
