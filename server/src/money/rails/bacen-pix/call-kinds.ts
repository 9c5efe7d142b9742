/**
 * The kinds of calls to a bank. Each has a circuit and a limit of its own: a bank that takes no more questions about payouts
 * still registers charges.
 */
export const callKinds = [
  'token',
  'charges',
  'chargeReads',
  'chargeCancels',
  'boletos',
  'boletoReads',
  'payments',
  'payouts',
  'payoutReads',
  'refunds',
  'refundReads',
  'keys',
  'callbacks',
  'statements',
  'disputes',
  'initiations',
  'initiationReads',
  'checks',
] as const
export type CallKind = (typeof callKinds)[number]

/** Every call there is, as metrics name it, and its kind. */
// biome-ignore format: a table is read in columns
export const kindOf = {
  'token':                     'token',
  'create charge':             'charges',
  'read charge':               'chargeReads',
  'cancel charge':             'chargeCancels',
  'create due charge':         'charges',
  'change due charge':         'charges',
  'read due charge':           'chargeReads',
  'list due charges':          'chargeReads',
  'cancel due charge':         'chargeCancels',
  'create boleto':             'boletos',
  'read boleto':               'boletoReads',
  'list boletos':              'boletoReads',
  'read boleto code':          'boletoReads',
  'cancel boleto':             'boletos',
  'read boleto notice':        'boletoReads',
  'read payment':              'payments',
  'list payments':             'payments',
  'send payout':               'payouts',
  'read payout':               'payoutReads',
  'list payouts':              'payoutReads',
  'send return':               'refunds',
  'read return':               'refundReads',
  'look up key':               'keys',
  'read callback address':     'callbacks',
  'set callback address':      'callbacks',
  'read statement':            'statements',
  'read balance':              'statements',
  'list disputes':             'disputes',
  'defend dispute':            'disputes',
  'list institutions':         'initiations',
  'create initiation':         'initiations',
  'read initiation':           'initiationReads',
  'read initiation addresses': 'initiationReads',
  'set initiation addresses':  'initiationReads',
  'check':                     'checks',
} as const satisfies Record<string, CallKind>

export type Operation = keyof typeof kindOf

/**
 * How many calls of a kind a bank takes in a minute; `atOnce`: how many of them at once, a tenth where not said. What may go
 * at once is missing from the pace of the minute.
 */
export type Limit = { perMinute: number; atOnce?: number }
export type Limits = Partial<Record<CallKind, Limit>>

/** A bank has said that it takes no calls of a kind for so long. `since`: null where nobody knows. */
export type LimitedCalls = { kind: CallKind; since: Date | null; secondsLeft: number }
