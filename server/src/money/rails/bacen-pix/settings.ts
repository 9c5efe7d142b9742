import type { CallSettings } from './call-form.ts'
import type { Limits } from './call-kinds.ts'

/** A client certificate for mTLS: a PEM pair, or a PFX file in base64. Banks issue PFX files with an empty password. */
export type Certificate = { cert: string; key: string } | { pfx: string; passphrase: string }

/** What a connection to a bank needs, kept sealed. Addresses end without a slash. */
export type BankSettings = CallSettings & {
  /** Where the central bank's resources are: `cob`, `pix`, `webhook`. */
  pixUrl: string
  tokenUrl: string
  /** Where money is sent out; null: this bank only receives. */
  payoutUrl: string | null
  /** Where boletos are registered, at a bank that has an API of its own for them; null or not there: they are not. */
  boletoUrl?: string | null
  clientId: string
  clientSecret: string | null
  /** The PIX key that is credited and debited. */
  pixKey: string
  /** Eight characters that name the bank at the central bank. */
  ispb: string
  /** The one in use first; during a renewal the other one too. None only to loopback. */
  certificates: Certificate[]
  /** The bank's own certificate authority; null: the public ones. */
  ca: string | null
  /** What callbacks must bring as `hmac`; without it their address alone is the secret. */
  callbackSecret?: string | null
  /** The one before: callbacks still bring it until the bank has registered the new one. `secret` null: they brought none. */
  previousCallbackSecret?: { secret: string | null; until: string } | null
  /** Whether a proxy of ours asks the bank for its certificate on callbacks, and says so in a header. */
  proxyVerifiesBank?: boolean
  /** How many calls the bank takes, by kind, where a contract says otherwise than its dialect's table; empty: as many as it answers. */
  limits?: Limits
  /** How it initiates payments from payers' own banks (Open Finance); null or not there: it does not. */
  initiation?: InitiationSettings | null
}

/** As they are kept, however they were written. */
export function withoutSlashes(settings: BankSettings): BankSettings {
  const { pixUrl, tokenUrl, payoutUrl, boletoUrl, initiation } = settings
  return {
    ...settings,
    pixUrl: withoutSlash(pixUrl),
    tokenUrl: withoutSlash(tokenUrl),
    payoutUrl: withoutSlash(payoutUrl),
    ...(boletoUrl && { boletoUrl: withoutSlash(boletoUrl) }),
    ...(initiation && { initiation: { ...initiation, url: withoutSlash(initiation.url) } }),
  }
}

/** What is no text, in a file that somebody wrote, is refused later. */
const withoutSlash = <Address>(address: Address): Address =>
  typeof address === 'string' ? (address.trim().replace(/\/+$/, '') as Address) : address

/** What happens to the callback secret before a change of it: a leaked one ends now. */
export const oldCallbackSecrets = ['endsNow', 'oneMoreDay'] as const
export type OldCallbackSecret = (typeof oldCallbackSecrets)[number]

/** What initiating payments needs besides. What the bank's documents leave open has the likelier value where not said. */
export type InitiationSettings = {
  url: string
  /** Where its tokens come from; not said: `/oauth/token` of the same address. */
  tokenUrl?: string | null
  /** The account that is credited, at this same bank; null: that of the connection's PIX key. */
  account: CreditedAccount | null
  /** Where the body of an initiation has its amount: today in `pagamento`, before in `detalhes` or beside the payer. */
  bodyForm?: BodyForm
  /** The parameter of the payer's return that names the payment. */
  returnParameter?: string
}

export const bodyForms = ['pagamento', 'detalhes', 'top'] as const
type BodyForm = (typeof bodyForms)[number]

export const accountTypes = ['CACC', 'SVGS', 'TRAN'] as const

export type CreditedAccount = {
  agency: string
  number: string
  /** Current, savings or payment account. */
  type: (typeof accountTypes)[number]
  holderName: string
  holderTaxNumber: string
}
