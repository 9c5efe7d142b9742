import type { DialectName, Partner } from '../truth/records.ts'

/** In what a bank differs from the others. The control API can set each of them for a partner. */
export type Switches = {
  /** Where the standard's resources are, and where tokens come from. */
  bases: string[]
  tokenPath: string
  /** Where else tokens come from: some banks have a second host, with an API of its own. */
  otherTokenPath: string | null
  /** How a partner authenticates at the token endpoint. */
  tokenStyle: 'basic + json' | 'form with secret' | 'form without secret'
  /** Whether each call must repeat the client id in a header. */
  clientIdHeader: boolean
  /** A PUT of a txid that is used alters the charge, or is a conflict. */
  usedTxid: 'alter' | 'conflict'
  /** Success codes that are not the standard's, by the name of the route. */
  statusOf: Record<string, number>
  errors: 'problem' | 'nome'
  /** Whether fields that nobody knows are refused. */
  strictBodies: boolean
  /** The field of a charge with its copy-and-paste code; some banks have none. */
  codeField: 'pixCopiaECola' | 'brcode' | null
  expiryAsText: boolean
  /** Whether absent fields are null. */
  nulls: boolean
  /** Whether stamps are São Paulo's time with the mark of UTC, as some banks had it. */
  localTimeMarkedZ: boolean
  /** Whether `GET /pix` knows only payments of charges, and no plain transfers. */
  pixOfChargesOnly: boolean
  /** What received Pix do not show: some banks add the txid later, and some never name the key. */
  pixHides: ('txid' | 'chave')[]
  /** Whether received Pix show their txid and key in capitals. */
  pixCapitals: boolean
  /** The largest page of a list, whatever size was asked for. */
  largestPage: number
  /** Whether a webhook is tried, without and with our certificate, before it is stored. */
  webhookCheck: boolean
  /** What is put behind the webhook's address. */
  pixSuffix: string
  payoutSuffix: string
  payoutShape: 'pix' | 'array' | 'object'
  /** Whether a callback has the payer, masked. */
  payerInCallback: boolean
  /** Whether there are callbacks for payments without a txid. */
  reportPixWithoutTxid: boolean
  /** Whether one callback carries several waiting Pix. */
  batchCallbacks: boolean
  /** Whether a person must approve each payout. */
  humanApproval: boolean
  /** Where an initiation has its amount: in `detalhes`, or beside the payer. */
  initiationBody: 'detalhes' | 'top'
  /** What the same initiation under a used idempotency key is answered with: always a conflict, or the first answer. */
  repeatedInitiation: 'conflict' | 'same'
  /** The parameter of the payer's return that names the payment. */
  returnParameter: string
}

const standard: Switches = {
  bases: ['/v2'],
  tokenPath: '/oauth/token',
  otherTokenPath: null,
  tokenStyle: 'form with secret',
  clientIdHeader: false,
  usedTxid: 'alter',
  statusOf: {},
  errors: 'problem',
  strictBodies: false,
  codeField: 'pixCopiaECola',
  expiryAsText: false,
  nulls: false,
  localTimeMarkedZ: false,
  pixOfChargesOnly: false,
  pixHides: [],
  pixCapitals: false,
  largestPage: 1000,
  webhookCheck: false,
  pixSuffix: '/pix',
  payoutSuffix: '/pix',
  payoutShape: 'pix',
  payerInCallback: false,
  reportPixWithoutTxid: false,
  batchCallbacks: false,
  humanApproval: false,
  initiationBody: 'detalhes',
  repeatedInitiation: 'conflict',
  returnParameter: 'identificadorPagamento',
}

/** The table: a dialect is the standard but for these. */
export const switchesOf: Record<DialectName, Switches> = {
  standard,
  efi: {
    ...standard,
    otherTokenPath: '/v1/oauth/token',
    tokenStyle: 'basic + json',
    usedTxid: 'conflict',
    statusOf: { putWebhook: 201 },
    errors: 'nome',
    strictBodies: true,
    expiryAsText: true,
    webhookCheck: true,
    payerInCallback: true,
  },
  inter: {
    ...standard,
    bases: ['/pix/v2', '/v2'],
    tokenPath: '/oauth/v2/token',
    statusOf: { putWebhook: 204 },
    pixOfChargesOnly: true,
    payoutSuffix: '',
    payoutShape: 'array',
  },
  sicoob: {
    ...standard,
    bases: ['/pix/api/v2', '/v2'],
    tokenPath: '/auth/realms/cooperado/protocol/openid-connect/token',
    tokenStyle: 'form without secret',
    clientIdHeader: true,
    statusOf: { putRefund: 200 },
    codeField: 'brcode',
    nulls: true,
    payoutSuffix: '/lancamento',
    payoutShape: 'object',
  },
}

export const switchesFor = ({ dialect, switches }: Partner): Switches => ({ ...switchesOf[dialect], ...switches })
