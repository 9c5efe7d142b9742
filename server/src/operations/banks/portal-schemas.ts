import { type Static, Type } from 'typebox'
import { Nullable, OneOf, Text, Timestamp } from '../../platform/http/schemas.ts'
import { dialectNames } from '../../money/rails/bacen-pix/dialect.ts'
import { accountTypes, oldCallbackSecrets } from '../../money/rails/bacen-pix/settings.ts'

/** Without anything that is secret: what was given is never shown again. */
export const ConnectionView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  dialect: Type.String(),
  isDefault: Type.Boolean(),
  isSimulator: Type.Boolean(),
  isUp: Type.Boolean(),
  pausedAt: Nullable(Timestamp),
  certificateEndsAt: Nullable(Timestamp),
  /** Null: its cases can be read, or it reports none. */
  disputesUnreadSince: Nullable(Timestamp),
  callbackAddress: Nullable(Type.String()),
  /** What callbacks must bring besides the address. */
  callbackProof: Type.Object({ secret: Type.Boolean(), certificate: Type.Boolean() }),
})
export type ConnectionView = Static<typeof ConnectionView>

export const ConnectionsView = Type.Object({ items: Type.Array(ConnectionView) })
export type ConnectionsView = Static<typeof ConnectionsView>

const Pem = Type.String({ minLength: 1, maxLength: 40_000 })

export const CertificateForm = Type.Union([
  Type.Object({ cert: Pem, key: Pem }, { additionalProperties: false }),
  Type.Object(
    { pfx: Type.String({ minLength: 1, maxLength: 60_000, pattern: '^[A-Za-z0-9+/]+=*$' }), passphrase: Text(200) },
    { additionalProperties: false },
  ),
])
export type CertificateForm = Static<typeof CertificateForm>

/** Addresses are kept without a slash at their end. */
const Address = Text(300, { minLength: 1 })

const InitiationForm = Type.Object(
  {
    url: Address,
    account: Type.Object(
      {
        agency: Text(4, { minLength: 1 }),
        number: Text(20, { minLength: 1 }),
        type: OneOf(accountTypes),
        holderName: Text(200, { minLength: 1 }),
        holderTaxNumber: Text(20, { minLength: 1 }),
      },
      { additionalProperties: false },
    ),
    /** What the bank's documents leave open: the likelier where not said. */
    bodyForm: Type.Optional(OneOf(['detalhes', 'top'])),
    returnParameter: Type.Optional(Text(60, { minLength: 1 })),
  },
  { additionalProperties: false },
)

export const ConnectForm = Type.Object({
  name: Text(60, { minLength: 1 }),
  dialect: OneOf(dialectNames),
  isDefault: Type.Boolean(),
  pixUrl: Address,
  tokenUrl: Address,
  /** Null: this bank only receives. */
  payoutUrl: Nullable(Address),
  clientId: Text(300, { minLength: 1 }),
  clientSecret: Nullable(Text(500, { minLength: 1 })),
  pixKey: Text(77, { minLength: 1 }),
  ispb: Type.String({ pattern: '^[0-9A-Z]{8}$' }),
  certificate: Type.Union([CertificateForm, Type.Null()]),
  /** The bank's own authority, in PEM; null: the public ones. */
  ca: Nullable(Pem),
  /** What callbacks must bring as `hmac`; null: their address alone is the secret. */
  callbackSecret: Nullable(Text(200, { minLength: 1 })),
  /** Whether a proxy of ours asks the bank for its certificate on callbacks. */
  proxyVerifiesBank: Type.Boolean(),
  /** How it initiates payments (Open Finance); null or not there: it does not. */
  initiation: Type.Optional(Type.Union([InitiationForm, Type.Null()])),
})
export type ConnectForm = Static<typeof ConnectForm>

/** What changes of a connection's credentials; what is not there stays. */
export const CredentialsForm = Type.Object(
  {
    clientId: Type.Optional(Text(300, { minLength: 1 })),
    clientSecret: Type.Optional(Nullable(Text(500, { minLength: 1 }))),
    certificate: Type.Optional(CertificateForm),
    callbackSecret: Type.Optional(Nullable(Text(200, { minLength: 1 }))),
    /** Not there: one more day where there was a secret. Alone it ends the one before. */
    oldCallbackSecret: Type.Optional(OneOf(oldCallbackSecrets)),
  },
  { additionalProperties: false, minProperties: 1 },
)
export type CredentialsForm = Static<typeof CredentialsForm>

export const ConnectionParams = Type.Object({ connectionId: Type.String() })

/** What came of trying the bank, line by line. */
export const CheckView = Type.Object({
  lines: Type.Array(Type.Object({ what: Type.String(), isFine: Type.Boolean(), words: Type.String() })),
})
export type CheckView = Static<typeof CheckView>
