import type { CallForm } from './call-form.ts'

/** The banks we speak with, by the names of their dialects. */
export const dialectNames = [
  'standard',
  'efi',
  'inter',
  'sicoob',
  'bb',
  'itau',
  'santander',
  'bradesco',
  'sicredi',
] as const

export type DialectName = (typeof dialectNames)[number]

type Addresses = {
  pixUrl: string
  tokenUrl: string
  payoutUrl: string | null
  /** Where boletos are, at a bank that has an API of its own for them. */
  boletoUrl?: string
}

/** A bank that can be connected by its name: where it is, how it is called, and what it wants to know. */
export type Preset = {
  label: string
  /** Its number at the central bank; empty: it is asked for. */
  ispb: string
  production: Addresses
  test: Addresses
  /** What must be given besides a client id, a Pix key and a certificate. */
  asks: ('clientSecret' | 'applicationKey')[]
  /** What may be given besides. */
  mayAsk: ('accountNumber' | 'clientNumber')[]
  calls: CallForm
  /** Whether it reports the id of a static QR code with its payments: a payment without an id waits for a person. */
  reportsStaticIds: boolean
  /** Whether we register charges with a due date there. */
  dueCharges: boolean
}

const scopes = 'cob.read cob.write pix.read pix.write webhook.read webhook.write'

/** The central bank's own form. */
const standardCalls: CallForm = {
  tokenStyle: 'form',
  scopes,
  payoutScopes: null,
  headers: {},
  query: {},
  paths: { createCharge: '/cob', charge: '/cob', pix: '/pix', webhook: '/webhook' },
}

const noAddresses: Addresses = { pixUrl: '', tokenUrl: '', payoutUrl: null }

/** A bank whose Pix API and tokens are at one host, and that only receives. */
const receivingAt = (host: string, pix: string, token: string): Addresses => ({
  pixUrl: host + pix,
  tokenUrl: host + token,
  payoutUrl: null,
})

const efiAt = (host: string, boletoUrl: string): Addresses => ({
  ...receivingAt(host, '/v2', '/oauth/token'),
  payoutUrl: host,
  boletoUrl,
})
const interAt = (host: string): Addresses => ({ ...receivingAt(host, '/pix/v2', '/oauth/v2/token'), payoutUrl: host })

const sicoobToken = 'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token'

/** The banks by name. docs/banks.md says of each what was shown beside the simulated bank and what was only read. */
export const presets: Record<DialectName, Preset> = {
  efi: {
    label: 'Efí',
    ispb: '09089356',
    production: efiAt('https://pix.api.efipay.com.br', 'https://cobrancas.api.efipay.com.br/v1'),
    test: efiAt('https://pix-h.api.efipay.com.br', 'https://cobrancas-h.api.efipay.com.br/v1'),
    asks: ['clientSecret'],
    mayAsk: [],
    calls: {
      ...standardCalls,
      tokenStyle: 'basicJson',
      scopes: null,
      // The callback address is a secret of its own, and a proxy in front of us may not ask for certificates.
      headers: { 'x-skip-mtls-checking': 'true' },
    },
    reportsStaticIds: true,
    dueCharges: true,
  },
  inter: {
    label: 'Inter',
    ispb: '00416968',
    production: interAt('https://cdpj.partners.bancointer.com.br'),
    test: interAt('https://cdpj-sandbox.partners.uatinter.co'),
    asks: ['clientSecret'],
    mayAsk: ['accountNumber'],
    calls: {
      ...standardCalls,
      payoutScopes: 'pagamento-pix.write pagamento-pix.read webhook-banking.read webhook-banking.write extrato.read',
      // Needed where the application has several accounts.
      headers: { 'x-conta-corrente': '{accountNumber}' },
    },
    // Inter's list has payments of charges only: what is paid by a static code is seen in the statement, up to an hour later.
    reportsStaticIds: false,
    dueCharges: true,
  },
  sicoob: {
    label: 'Sicoob',
    ispb: '02038232',
    production: {
      pixUrl: 'https://api.sicoob.com.br/pix/api/v2',
      tokenUrl: sicoobToken,
      payoutUrl: 'https://api.sicoob.com.br',
    },
    test: {
      pixUrl: 'https://sandbox.sicoob.com.br/sicoob/sandbox/pix/api/v2',
      tokenUrl: sicoobToken,
      payoutUrl: 'https://sandbox.sicoob.com.br/sicoob/sandbox',
    },
    asks: [],
    mayAsk: ['accountNumber', 'clientNumber'],
    calls: {
      ...standardCalls,
      payoutScopes: 'pixpagamentos_escrita pixpagamentos_consulta pixpagamentos_webhook',
      headers: { client_id: '{clientId}' },
    },
    reportsStaticIds: true,
    dueCharges: true,
  },
  bb: {
    label: 'Banco do Brasil',
    ispb: '00000000',
    production: {
      pixUrl: 'https://api-pix.bb.com.br/pix/v2',
      tokenUrl: 'https://oauth.bb.com.br/oauth/token',
      payoutUrl: null,
    },
    test: {
      pixUrl: 'https://api-pix.hm.bb.com.br/pix/v2',
      tokenUrl: 'https://oauth.hm.bb.com.br/oauth/token',
      payoutUrl: null,
    },
    asks: ['clientSecret', 'applicationKey'],
    mayAsk: [],
    calls: { ...standardCalls, tokenStyle: 'basicForm', query: { 'gw-dev-app-key': '{applicationKey}' } },
    reportsStaticIds: true,
    dueCharges: false,
  },
  itau: {
    label: 'Itaú',
    ispb: '60701190',
    production: {
      pixUrl: 'https://secure.api.itau/pix_recebimentos/v2',
      tokenUrl: 'https://sts.itau.com.br/api/oauth/token',
      payoutUrl: null,
    },
    test: {
      pixUrl: 'https://devportal.itau.com.br/sandboxapi/pix_recebimentos_ext_v2/v2',
      tokenUrl: 'https://devportal.itau.com.br/api/jwt',
      payoutUrl: null,
    },
    asks: ['clientSecret'],
    mayAsk: [],
    calls: { ...standardCalls, scopes: null, headers: { 'x-correlationID': '{uuid}' } },
    // Itaú blocks static codes with ids that it has not given.
    reportsStaticIds: false,
    dueCharges: false,
  },
  santander: {
    label: 'Santander',
    ispb: '90400888',
    production: receivingAt('https://trust-pix.santander.com.br', '/api/v1', '/oauth/token'),
    test: receivingAt('https://trust-pix-h.santander.com.br', '/api/v1', '/oauth/token'),
    asks: ['clientSecret'],
    mayAsk: [],
    calls: { ...standardCalls, tokenStyle: 'query', scopes: null },
    reportsStaticIds: true,
    dueCharges: false,
  },
  bradesco: {
    label: 'Bradesco',
    ispb: '60746948',
    production: receivingAt('https://qrpix.bradesco.com.br', '/v2', '/oauth/token'),
    test: receivingAt('https://qrpix-h.bradesco.com.br', '/v2', '/oauth/token'),
    asks: ['clientSecret'],
    mayAsk: [],
    calls: {
      ...standardCalls,
      tokenStyle: 'basicForm',
      scopes: null,
      // A charge made under `/cob` comes without its code.
      paths: { ...standardCalls.paths, createCharge: '/cob-emv' },
    },
    reportsStaticIds: true,
    dueCharges: false,
  },
  sicredi: {
    label: 'Sicredi',
    ispb: '01181521',
    production: receivingAt('https://api-pix.sicredi.com.br', '/api', '/oauth/token'),
    test: receivingAt('https://api-pix-h.sicredi.com.br', '/api', '/oauth/token'),
    asks: ['clientSecret'],
    mayAsk: [],
    calls: {
      ...standardCalls,
      tokenStyle: 'basicForm',
      paths: { createCharge: '/v3/cob', charge: '/v3/cob', pix: '/v2/pix', webhook: '/v2/webhook' },
    },
    reportsStaticIds: true,
    dueCharges: false,
  },
  standard: {
    label: 'API Pix',
    ispb: '',
    production: noAddresses,
    test: noAddresses,
    asks: [],
    mayAsk: [],
    calls: standardCalls,
    reportsStaticIds: true,
    dueCharges: true,
  },
}
