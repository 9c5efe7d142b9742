import { type Static, Type } from 'typebox'
import { Amount, Money, Nullable, OneOf, Text, Timestamp } from '../../platform/http/schemas.ts'
import { callsNotTaken } from '../../money/rails/schemas.ts'
import { dialectNames } from '../../money/rails/bacen-pix/presets.ts'
import { accountTypes, bodyForms, oldCallbackSecrets } from '../../money/rails/bacen-pix/settings.ts'
import { tokenStyles } from '../../money/rails/bacen-pix/call-form.ts'

const Paths = Type.Partial(
  Type.Object(
    { createCharge: Text(100), charge: Text(100), pix: Text(100), webhook: Text(100) },
    { additionalProperties: false },
  ),
)

const Pem = Type.String({ minLength: 1, maxLength: 40_000 })

export const CertificateForm = Type.Union([
  Type.Object({ cert: Pem, key: Pem }, { additionalProperties: false }),
  Type.Object(
    { pfx: Type.String({ minLength: 1, maxLength: 60_000, pattern: '^[A-Za-z0-9+/]+=*$' }), passphrase: Text(200) },
    { additionalProperties: false },
  ),
])
export type CertificateForm = Static<typeof CertificateForm>

const Address = Text(300, { minLength: 1 })

const Ispb = Type.String({ pattern: '^[0-9A-Z]{8}$' })

const InitiationForm = Type.Object(
  {
    url: Address,
    /** Null: the account of the PIX key. */
    account: Nullable(
      Type.Object(
        {
          agency: Text(4, { minLength: 1 }),
          number: Text(20, { minLength: 1 }),
          type: OneOf(accountTypes),
          holderName: Text(200, { minLength: 1 }),
          holderTaxNumber: Text(20, { minLength: 1 }),
        },
        { additionalProperties: false },
      ),
    ),
    /** What the bank's documents leave open: the likelier where not said. */
    bodyForm: Type.Optional(OneOf(bodyForms)),
    returnParameter: Type.Optional(Text(60, { minLength: 1 })),
  },
  { additionalProperties: false },
)

/** By kind of call; a kind that does not exist is refused when the settings are checked. */
const Limits = Type.Record(
  Type.String({ pattern: '^[A-Za-z]{1,30}$' }),
  Type.Object(
    { perMinute: Type.Integer({ minimum: 2 }), atOnce: Type.Optional(Type.Integer({ minimum: 1 })) },
    { additionalProperties: false },
  ),
)

const Templates = Type.Record(Type.String({ pattern: '^[A-Za-z0-9_-]{1,60}$' }), Text(500))

/** How the bank is called, where that is not as its preset says. */
const callSettings = {
  tokenStyle: Type.Optional(OneOf(tokenStyles)),
  /** Separated by spaces; empty: none are requested; null: those of the bank's preset. */
  scopes: Type.Optional(Nullable(Text(1000))),
  headers: Type.Optional(Templates),
  query: Type.Optional(Templates),
  paths: Type.Optional(Paths),
  applicationKey: Type.Optional(Nullable(Text(300, { minLength: 1 }))),
  accountNumber: Type.Optional(Nullable(Text(30, { minLength: 1 }))),
  clientNumber: Type.Optional(Nullable(Text(30, { minLength: 1 }))),
}

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
  ...callsNotTaken,
  /** Null: the list of received payments is read every minute. */
  paymentsUnreadSince: Nullable(Timestamp),
  /** Null: it has our callback URL, as far as its payouts show. */
  callbackMissingSince: Nullable(Timestamp),
  /** Another connection to the same account, at whose URL its payouts are called back; null: at its own. */
  payoutCallbacksBy: Nullable(Type.String()),
  callbackAddress: Nullable(Type.String()),
  /** Where and how the bank is called, as far as it is no secret; null: the simulator. */
  settings: Nullable(
    Type.Object({
      pixUrl: Type.String(),
      tokenUrl: Type.String(),
      payoutUrl: Nullable(Type.String()),
      boletoUrl: Nullable(Type.String()),
      ispb: Type.String(),
      accountNumber: Nullable(Type.String()),
      clientNumber: Nullable(Type.String()),
      tokenStyle: Nullable(OneOf(tokenStyles)),
      scopes: Nullable(Type.String()),
      paths: Nullable(Paths),
      limits: Nullable(Limits),
      initiation: Nullable(InitiationForm),
      /** Whether it has the bank's own authority, and not the public ones. */
      hasAuthority: Type.Boolean(),
    }),
  ),
  /** What callbacks must bring besides the address. */
  callbackProof: Type.Object({ secret: Type.Boolean(), certificate: Type.Boolean() }),
  /** By the books, with what payouts in progress will take from it. */
  balance: Money,
  leaving: Money,
  /** Null: operators want nothing in particular. */
  leastBalance: Nullable(Money),
  /** Whether it can send money to another bank. */
  paysOut: Type.Boolean(),
  /** What is on its way from other banks of the platform, and since when; null: nothing. */
  arriving: Nullable(Type.Object({ amount: Money, since: Timestamp })),
  /** The transfer from another bank that fills it up to its minimum; null: it has enough, or no bank can. */
  proposal: Nullable(Type.Object({ fromId: Type.String(), amount: Money })),
})
export type ConnectionView = Static<typeof ConnectionView>

export const ConnectionsView = Type.Object({ items: Type.Array(ConnectionView) })
export type ConnectionsView = Static<typeof ConnectionsView>

export const ConnectForm = Type.Object({
  ...callSettings,
  name: Text(60, { minLength: 1 }),
  dialect: OneOf(dialectNames),
  isDefault: Type.Boolean(),
  pixUrl: Address,
  tokenUrl: Address,
  /** Null: this bank only receives. */
  payoutUrl: Nullable(Address),
  /** Where boletos are registered, at a bank that has an API of its own for them; null or not there: they are not. */
  boletoUrl: Type.Optional(Nullable(Address)),
  clientId: Text(300, { minLength: 1 }),
  clientSecret: Nullable(Text(500, { minLength: 1 })),
  pixKey: Text(77, { minLength: 1 }),
  ispb: Ispb,
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

/** What changes of a connection; what is not there stays, and null is as the bank's preset says, or none for `payoutUrl` and `boletoUrl`. */
export const ChangeForm = Type.Object(
  {
    name: Type.Optional(Text(60, { minLength: 1 })),
    isDefault: Type.Optional(Type.Literal(true)),
    pixUrl: Type.Optional(Nullable(Address)),
    tokenUrl: Type.Optional(Nullable(Address)),
    ispb: Type.Optional(Nullable(Ispb)),
    payoutUrl: Type.Optional(Nullable(Address)),
    boletoUrl: Type.Optional(Nullable(Address)),
    ca: Type.Optional(Nullable(Pem)),
    proxyVerifiesBank: Type.Optional(Type.Boolean()),
    initiation: Type.Optional(Type.Union([InitiationForm, Type.Null()])),
    /** How many calls of a kind the bank takes; null: as published. */
    limits: Type.Optional(Type.Union([Limits, Type.Null()])),
    ...callSettings,
    tokenStyle: Type.Optional(Nullable(OneOf(tokenStyles))),
    /** Needed where no payment shows that it is the same account. */
    sameAccountConfirmed: Type.Optional(Type.Literal(true)),
  },
  { additionalProperties: false, minProperties: 1 },
)
export type ChangeForm = Static<typeof ChangeForm>

/** What changes of a connection's credentials; what is not there stays. */
export const CredentialsForm = Type.Object(
  {
    clientId: Type.Optional(Text(300, { minLength: 1 })),
    clientSecret: Type.Optional(Nullable(Text(500, { minLength: 1 }))),
    applicationKey: Type.Optional(Text(300, { minLength: 1 })),
    certificate: Type.Optional(CertificateForm),
    callbackSecret: Type.Optional(Nullable(Text(200, { minLength: 1 }))),
    /** Not there: one more day where there was a secret. Alone it ends the one before. */
    oldCallbackSecret: Type.Optional(OneOf(oldCallbackSecrets)),
    /** Needed where no payment shows that they are of the same account. */
    sameAccountConfirmed: Type.Optional(Type.Literal(true)),
  },
  { additionalProperties: false, minProperties: 1 },
)
export type CredentialsForm = Static<typeof CredentialsForm>

export const ConnectionParams = Type.Object({ connectionId: Type.String() })

/** What came of trying the bank, line by line. */
export const CheckView = Type.Object({
  lines: Type.Array(
    Type.Object({
      what: Type.String(),
      isFine: Type.Boolean(),
      asked: Type.String(),
      came: Type.String(),
      words: Type.String(),
    }),
  ),
})
export type CheckView = Static<typeof CheckView>

/** To another of the platform's own accounts. */
export const TransferForm = Type.Object({
  toId: Type.String({ format: 'uuid' }),
  amount: Amount(),
  formKey: Type.String({ format: 'uuid' }),
})
export type TransferForm = Static<typeof TransferForm>

export const LeastBalanceForm = Type.Object({ amount: Nullable(Amount()) })
export type LeastBalanceForm = Static<typeof LeastBalanceForm>
