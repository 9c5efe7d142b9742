import type { DialectName, Partner } from '../truth/records.ts'

/** In what a bank differs from the others. The control API can set each of them for a partner. */
export type Switches = {
  /** Where the standard's resources are, and where tokens come from. */
  bases: string[]
  /** Where a charge is by its txid, if not with the rest: one bank mixes versions. */
  chargeBases: string[] | null
  /** Whether a charge is made at `/cob-emv`, which answers with its code. */
  chargeWithCode: boolean
  /** Routes of the standard that the bank does not have, by name. */
  missing: string[]
  /** The query parameter that must have the partner's application key on every call. */
  applicationKeyIn: string | null
  /** The header that must have a new UUID on every call. */
  correlationHeader: string | null
  /** The header that must name the account on every call: where one integration has several. */
  accountHeader: string | null
  /** Whether a path may end in a slash. */
  lastSlash: boolean
  /** Whether lists refuse filters of a wrong form, rather than find nothing. */
  strictFilters: boolean
  /** Whether lists refuse times with milliseconds. */
  wholeSeconds: boolean
  tokenPath: string
  /** Where else tokens come from: some banks have a second host, with an API of its own. */
  otherTokenPath: string | null
  /** Where tokens for charges come from, which are good for nothing else, as the others are not for charges. */
  chargeTokenPath: string | null
  /** How a partner authenticates at the token endpoint. */
  tokenStyle: 'basic + json' | 'basic + form' | 'form with secret' | 'form without secret' | 'grant in query'
  /** Whether each call must repeat the client id in a header. */
  clientIdHeader: boolean
  /** A PUT of a txid that is used alters the charge, or is a conflict. */
  usedTxid: 'alter' | 'conflict'
  /** Success codes that are not the standard's, by the name of the route. */
  statusOf: Record<string, number>
  errors: 'problem' | 'nome' | 'erros'
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
  /** Whether `exibirCodigoBanco` adds the payer's bank to received Pix. */
  payerBankOnRequest: boolean
  /** The parameter by which received Pix are found by txid. */
  txidFilter: 'txid' | 'txId'
  /** The field of a list of locations. */
  locationList: 'loc' | 'locs'
  /** What a new webhook is answered with: nothing, or its address. */
  webhookAnswer: 'empty' | 'url'
  /** Whether a body may say null where it means nothing. */
  acceptsNulls: boolean
  /** The largest page of a list, whatever size was asked for. */
  largestPage: number
  /**
   * How many calls a minute the bank takes, by method and a part of the path, and whether it insists on it. Tests shorten the
   * minute, and with it what `Retry-After` says.
   */
  limits: { method: string; path: string; perMinute: number; minuteSeconds?: number }[]
  enforceLimits: boolean
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
  /** Whether the payer's key must have a webhook before it can pay out. */
  payoutNeedsWebhook: boolean
  /** Whether a payout is refused if the key is not of the document beside it. */
  checksOwner: boolean
  /** How long a look-up of a key can be confirmed; null: for ever. Sicoob does not document it. */
  lookUpSeconds: number | null
  /** Whether a person must approve each payout. */
  humanApproval: boolean
  /** Where an initiation has its amount: in `pagamento`, before 2025 in `detalhes`, or beside the payer. */
  initiationBody: 'pagamento' | 'detalhes' | 'top'
  /** What the same initiation under a used idempotency key is answered with: always a conflict, or the first answer. */
  repeatedInitiation: 'conflict' | 'same'
  /** The parameter of the payer's return that names the payment. */
  returnParameter: string
}

const standard: Switches = {
  bases: ['/v2'],
  chargeBases: null,
  chargeWithCode: false,
  missing: [],
  applicationKeyIn: null,
  correlationHeader: null,
  accountHeader: null,
  lastSlash: false,
  strictFilters: true,
  wholeSeconds: false,
  tokenPath: '/oauth/token',
  otherTokenPath: null,
  chargeTokenPath: null,
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
  payerBankOnRequest: false,
  txidFilter: 'txid',
  locationList: 'loc',
  webhookAnswer: 'empty',
  acceptsNulls: false,
  largestPage: 1000,
  limits: [],
  enforceLimits: false,
  webhookCheck: false,
  pixSuffix: '/pix',
  payoutSuffix: '/pix',
  payoutShape: 'pix',
  payerInCallback: false,
  reportPixWithoutTxid: false,
  batchCallbacks: false,
  payoutNeedsWebhook: false,
  checksOwner: false,
  lookUpSeconds: null,
  humanApproval: false,
  initiationBody: 'pagamento',
  repeatedInitiation: 'conflict',
  returnParameter: 'identificadorPagamento',
}

/** The table: a dialect is the standard but for these. */
export const switchesOf: Record<DialectName, Switches> = {
  standard,
  efi: {
    ...standard,
    otherTokenPath: '/v1/oauth/token',
    chargeTokenPath: '/v1/authorize',
    tokenStyle: 'basic + json',
    usedTxid: 'conflict',
    statusOf: { putWebhook: 201 },
    errors: 'nome',
    strictBodies: true,
    lastSlash: true,
    payoutNeedsWebhook: true,
    checksOwner: true,
    payerBankOnRequest: true,
    locationList: 'locs',
    webhookAnswer: 'url',
    webhookCheck: true,
    payerInCallback: true,
  },
  inter: {
    ...standard,
    bases: ['/pix/v2', '/v2'],
    tokenPath: '/oauth/v2/token',
    statusOf: { putWebhook: 204 },
    pixOfChargesOnly: true,
    txidFilter: 'txId',
    acceptsNulls: true,
    limits: [
      { method: 'POST', path: '/oauth/v2/token', perMinute: 5 },
      { method: 'POST', path: '/banking/v2/pix', perMinute: 60 },
      { method: 'GET', path: '/banking/v2/pix/', perMinute: 20 },
      { method: 'PUT', path: '/webhook', perMinute: 10 },
      ...['GET', 'PUT', 'POST', 'PATCH'].map(method => ({ method, path: '/pix/v2/', perMinute: 120 })),
    ],
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
  bb: {
    ...standard,
    bases: ['/pix/v2'],
    tokenStyle: 'basic + form',
    applicationKeyIn: 'gw-dev-app-key',
    missing: ['postCob', 'listCob'],
    errors: 'erros',
  },
  itau: {
    ...standard,
    bases: ['/pix_recebimentos/v2'],
    tokenPath: '/api/oauth/token',
    correlationHeader: 'x-correlationID',
    codeField: null,
    statusOf: { putWebhook: 201 },
  },
  santander: {
    ...standard,
    bases: ['/api/v1'],
    tokenStyle: 'grant in query',
    missing: ['postCob'],
    wholeSeconds: true,
  },
  bradesco: {
    ...standard,
    tokenStyle: 'basic + form',
    chargeWithCode: true,
    missing: ['putCob', 'postCob'],
    codeField: null,
    statusOf: { putRefund: 200 },
  },
  sicredi: {
    ...standard,
    bases: ['/api/v2'],
    chargeBases: ['/api/v3'],
    tokenStyle: 'basic + form',
    statusOf: { putRefund: 200 },
  },
}

export const switchesFor = ({ dialect, switches }: Partner): Switches => ({ ...switchesOf[dialect], ...switches })
