import type { Components, DueTerms } from './amount-due.ts'
import type { Centavos } from './money.ts'
import type { PaidShare } from './split-config.ts'

export type DialectName = 'standard' | 'efi' | 'inter' | 'sicoob' | 'bb' | 'itau' | 'santander' | 'bradesco' | 'sicredi'

/** `taxId` is a CPF of 11 digits or a CNPJ of 14 characters. */
export type Person = { name: string; taxId: string }

export type Partner = {
  name: string
  dialect: DialectName
  owner: Person
  clientId: string
  clientSecret: string
  /** SHA-256 of the client certificate, as TLS reports it. */
  fingerprint: string
  scopes: string[]
  /** What banks with a gateway of their own want on every call; older partners have none. */
  applicationKey?: string
  /** What this partner's bank does otherwise than its dialect's row of the table of switches. */
  switches: Record<string, unknown>
}

export type Account = { id: string; balance: Centavos }

export type MovementKind =
  | 'opening'
  | 'pixReceived'
  | 'refundHeld'
  | 'refundReleased'
  | 'refundSettled'
  | 'payoutHeld'
  | 'payoutReleased'
  | 'payoutSettled'
  | 'payoutReturned'
  | 'forcedReturn'
  | 'boletoSettled'
  | 'fee'
  | 'shared'
  | 'shareTaken'

export type Movement = {
  id: string
  at: string
  from: string
  to: string
  amount: Centavos
  kind: MovementKind
  reference: string
}

/** A key of the directory. Keys of partners name their account here; those of others live at another bank. */
export type DirectoryKey = {
  key: string
  kind: 'CPF' | 'CNPJ' | 'TELEFONE' | 'EMAIL' | 'EVP'
  owner: Person
  ispb: string
  /** Few banks report it. */
  account?: { branch: string; account: string; accountKind: string }
  partner?: string
  /** A code of the settlement system with which every payment to this key is refused. */
  refuses?: string
}

export type Revision = {
  expiresInSeconds: number
  /** Only of a charge with a due date, which has no seconds. */
  due?: DueTerms
  /** `contact`: e-mail and address, as the standard names their fields. */
  debtor?: Person & { contact?: Record<string, string> }
  amount: Centavos
  payerMayChangeAmount?: boolean
  key: string
  requestToPayer?: string
  details?: { nome: string; valor: string }[]
  status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP'
}

export type Charge = {
  partner: string
  txid: string
  createdAt: string
  revisions: Revision[]
  locationId: number | null
  /** The Pix that paid it: mostly none or one. */
  pix: string[]
  /** The batch it was made by. */
  batchId?: number
  /** How what it receives is shared with others. */
  splitId?: string
}

export type Location = {
  id: number
  partner: string
  token: string
  kind: 'cob' | 'cobv'
  createdAt: string
  txid?: string
}

export type Refund = {
  id: string
  rtrId: string
  amount: Centavos
  nature: 'ORIGINAL' | 'RETIRADA' | 'MED_OPERACIONAL' | 'MED_FRAUDE'
  description?: string
  requestedAt: string
  settledAt?: string
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO'
  reason?: string
  /** What others have given back for it of what they had got of the payment. */
  collected?: PaidShare[]
}

export type ReceivedPix = {
  endToEndId: string
  partner: string
  txid?: string
  /** Whether a charge was paid by it, and not only a key. */
  ofCharge: boolean
  amount: Centavos
  /** How the amount of a charge with a due date is made up. */
  components?: Components
  /** None: it came to the account itself. */
  key?: string
  at: string
  payer: Person & { ispb: string }
  message?: string
  refunds: Refund[]
  /** What others have got of it. */
  shares?: PaidShare[]
}

export type InfractionState = 'ABERTA' | 'EM_DEFESA' | 'ACEITA' | 'REJEITADA' | 'CANCELADA'

/** A report of the payer's bank against a received Pix: the payer wants the money back. */
export type Infraction = {
  id: string
  partner: string
  endToEndId: string
  amount: Centavos
  nature: 'MED_FRAUDE' | 'MED_OPERACIONAL'
  comment?: string
  defence?: string
  state: InfractionState
  createdAt: string
  changedAt: string
  answerUntil: string
}

export type PayoutState = 'KeyFound' | 'AwaitingApproval' | 'Processing' | 'Paid' | 'Refused' | 'Disapproved'

export type Payout = {
  endToEndId: string
  /** The bank's own id of the request. */
  requestId: string
  partner: string
  /** The partner's id; without one the bank's own. */
  ownId: string
  state: PayoutState
  amount: Centavos
  payerKey?: string
  key?: string
  /** Of the charge whose code was paid. */
  txid?: string
  recipient: Person & { ispb: string; branch?: string; account?: string; accountKind?: string }
  message?: string
  requestedAt: string
  settledAt?: string
  refusal?: { code: string; reason: string }
  history: { state: PayoutState; at: string }[]
  returns: { rtrId: string; amount: Centavos; at: string }[]
}

/** A bank at which a payer can consent to pay. */
export type Institution = { id: string; ispb: string; name: string }

export type InitiationState = 'Pending' | 'Accepted' | 'Refused' | 'Expired' | 'Failed'

/** A payment that a partner initiated at the payer's own bank. */
export type Initiation = {
  id: string
  partner: string
  idempotencyKey: string
  /** The partner's name for it. */
  ownId?: string
  amount: Centavos
  payer: { taxId: string; institution: Institution }
  message?: string
  /** The key that is paid, rather than the account itself. */
  key?: string
  txid?: string
  state: InitiationState
  createdAt: string
  /** From when on the payer has agreed. */
  endToEndId?: string
  reason?: string
}

/** Where a partner's payers return to, and where its initiation callbacks go. */
export type InitiationConfig = {
  redirectURL: string
  webhookURL: string
  webhookSecurity: { type: 'mtls' | 'hmac'; hash?: string }
  processPayment: 'async' | 'sync'
  /** Whether the bank gives each initiated Pix a txid of its own. */
  generateTxIdForInic: boolean
}

export type Webhook = { partner: string; channel: 'pix' | 'payouts'; key: string; url: string; createdAt: string }

export type Callback = {
  id: string
  partner: string
  about: string
  url: string
  headers: Record<string, string>
  /** `pix`: items in an object's list; `array`: a bare list; `object`: the one item itself; `form`: the same as a form. */
  shape: 'pix' | 'array' | 'object' | 'form'
  items: unknown[]
  state: 'due' | 'held' | 'delivered' | 'dropped' | 'given up'
  nextAt: string | null
  attempts: { at: string; outcome: string }[]
}

/** What is to happen at a time. */
export type Due = { at: string; what: 'payout' | 'refund' | 'initiation' | 'boleto' | 'callback'; reference: string }

export type Settings = {
  clockOffsetMs: number
  tokenSeconds: number
  /** How long payouts and refunds take; null: until the control API ends them. */
  payoutDelayMs: number | null
  refundDelayMs: number | null
  /** How long the registration of a boleto takes. */
  boletoDelayMs?: number | null
  callbackRetrySeconds: number[]
  openingBalance: Centavos
}
