import { type Static, Type } from 'typebox'
import { Cursor, PageOf } from '../../platform/http/paging.ts'
import { Amount, Money, Nullable, OneOf, SignedMoney, Text, Timestamp, Words } from '../../platform/http/schemas.ts'
import { states } from '../../money/transactions/states.ts'
import { disputeStates } from '../../products/disputes/states.ts'
import { mailKinds } from '../../platform/lib/mail.ts'
import { callsNotTaken } from '../../money/rails/schemas.ts'
import { orderKinds } from '../../money/bank-orders/order.ts'
import { CNPJ_PATTERN } from '../../platform/brazil/tax-number.ts'

export const MerchantItem = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** Masked; revealing it is an act of its own. */
  taxNumber: Type.String(),
  city: Type.String(),
  accountNumber: Type.String(),
  createdAt: Timestamp,
  isSuspended: Type.Boolean(),
  available: Money,
  held: Money,
  blocked: Money,
  reserved: Money,
})
export type MerchantItem = Static<typeof MerchantItem>

export const MerchantsQuery = Type.Object({ search: Type.Optional(Text(100)), cursor: Cursor })

/** A transaction of whichever merchant. */
export const FoundTransaction = Type.Object({
  id: Type.String(),
  merchant: Type.Object({ id: Type.String(), name: Type.String() }),
  operation: Type.String(),
  state: OneOf(states),
  amount: Money,
  orderId: Nullable(Type.String()),
  createdAt: Timestamp,
})
export type FoundTransaction = Static<typeof FoundTransaction>

export const FoundTransactions = Type.Object({ items: Type.Array(FoundTransaction) })
export type FoundTransactions = Static<typeof FoundTransactions>

export const SearchQuery = Type.Object({ search: Text(200) })

export const MerchantsPage = PageOf(MerchantItem)

/** Reais in whole cents, and a percentage. */
export const PlanForm = Type.Object({
  fixed: Type.String({ pattern: '^\\d{1,7}(?:\\.\\d{1,2}0{0,4})?$', examples: ['0.10'] }),
  percent: Type.String({ pattern: '^(?:100(?:\\.0{1,6})?|\\d{1,2}(?:\\.\\d{1,6})?)$', examples: ['0.99'] }),
})
export type PlanForm = Static<typeof PlanForm>

export const PolicyForm = Type.Object({
  approversNeeded: Type.Integer({ minimum: 1, maximum: 20 }),
  /** Above this amount the operator must agree too; null: never. */
  operatorApprovesAbove: Nullable(Type.String({ pattern: '^\\d{1,10}(?:\\.\\d{1,6})?$' })),
})
export type PolicyForm = Static<typeof PolicyForm>

const Hour = Type.Integer({ minimum: 0, maximum: 23 })

/** The most a merchant may send; null: as much as it has. Days are of São Paulo. */
export const LimitsForm = Type.Object({
  cashOutLimit: Nullable(Amount()),
  cashOutDailyLimit: Nullable(Amount()),
  nightLimit: Type.Optional(Nullable(Amount())),
  recipientDailyLimit: Type.Optional(Nullable(Amount())),
  newRecipientLimit: Type.Optional(Nullable(Amount())),
  keyDailyLimit: Type.Optional(Nullable(Amount())),
  companyPaymentLimit: Nullable(Amount()),
  companyPaymentDailyLimit: Nullable(Amount()),
  nightFrom: Type.Optional(Hour),
  nightUntil: Type.Optional(Hour),
  newRecipientHours: Type.Optional(Type.Integer({ minimum: 1, maximum: 720 })),
})
export type LimitsForm = Static<typeof LimitsForm>

/** A share of what comes in, in percent, until so much is reserved, for so many days; null and null: nothing is held back. */
export const ReserveForm = Type.Object({
  percent: Nullable(
    Type.String({ pattern: '^(?=.*[1-9])(?:100(?:\\.0{1,6})?|\\d{1,2}(?:\\.\\d{1,6})?)$', examples: ['10'] }),
  ),
  amount: Nullable(Amount()),
  days: Type.Integer({ minimum: 0, maximum: 3650 }),
})
export type ReserveForm = Static<typeof ReserveForm>

/** `evidence`: where it can be seen, such as a decision or a file. */
export const WriteOffForm = Type.Object({
  amount: Amount(),
  reason: Text(200, { minLength: 3 }),
  evidence: Text(200, { minLength: 3 }),
  /** A file that was uploaded for it. */
  evidenceFileId: Type.Optional(Type.String({ format: 'uuid' })),
})
export type WriteOffForm = Static<typeof WriteOffForm>

const Connections = Type.Array(Type.String({ format: 'uuid' }), { maxItems: 10, uniqueItems: true })

/** The banks of each product, the first that is up is used; none: the default one. */
export const BanksForm = Type.Object({
  charges: Connections,
  payouts: Connections,
  initiations: Connections,
  allowsSecondCharge: Type.Boolean(),
  allowsUnknownKeyOwner: Type.Boolean(),
})
export type BanksForm = Static<typeof BanksForm>

const Owner = Type.Object({
  email: Type.String({ format: 'email', maxLength: 254 }),
  name: Text(100, { minLength: 1 }),
})

export const NewMerchantForm = Type.Object({
  name: Text(100, { minLength: 1 }),
  cnpj: Type.String({ pattern: CNPJ_PATTERN }),
  city: Text(60, { minLength: 1 }),
  plan: PlanForm,
  owner: Owner,
})
export type NewMerchantForm = Static<typeof NewMerchantForm>

/** `link` is there where a sandbox has no mail server and the owner is new; otherwise it only goes by mail. */
export const NewMerchant = Type.Object({ id: Type.String(), link: Nullable(Type.String()) })
export type NewMerchant = Static<typeof NewMerchant>

export const OwnerForm = Owner
export type OwnerForm = Static<typeof OwnerForm>

/** `note`: why, for the owners there are and for the audit log. */
export const SuccessorForm = Type.Object({ ...Owner.properties, note: Text(200, { minLength: 3 }) })
export type SuccessorForm = Static<typeof SuccessorForm>

export const OwnerInvited = Type.Object({ link: Nullable(Type.String()) })
export type OwnerInvited = Static<typeof OwnerInvited>

const ShownLimits = Type.Object({
  cashOutLimit: Nullable(Money),
  cashOutDailyLimit: Nullable(Money),
  nightLimit: Nullable(Money),
  recipientDailyLimit: Nullable(Money),
  newRecipientLimit: Nullable(Money),
  keyDailyLimit: Nullable(Money),
  companyPaymentLimit: Nullable(Money),
  companyPaymentDailyLimit: Nullable(Money),
  nightFrom: Hour,
  nightUntil: Hour,
  newRecipientHours: Type.Integer(),
})

export const MerchantDetail = Type.Object({
  id: Type.String(),
  name: Type.String(),
  taxNumber: Type.String(),
  city: Type.String(),
  accountNumber: Type.String(),
  createdAt: Timestamp,
  /** Null: it works. */
  suspension: Nullable(Type.Object({ at: Timestamp, by: Type.String(), reason: Type.String() })),
  balance: Type.Object({
    available: SignedMoney,
    held: Money,
    blocked: Money,
    reserved: Money,
    total: SignedMoney,
  }),
  plan: Type.Object({ fixed: Money, percent: Type.String() }),
  approvalPolicy: Type.Object({ approversNeeded: Type.Integer(), operatorApprovesAbove: Nullable(Money) }),
  limits: ShownLimits,
  /** Limits that are raised later: all of them as they are then; null: none. */
  raisedLimits: Nullable(Type.Object({ at: Timestamp, limits: ShownLimits })),
  reserve: Type.Object({ percent: Nullable(Type.String()), amount: Nullable(Money), days: Type.Integer() }),
  /** When the next part of the reserve is released; null: none is held. */
  nextReleaseAt: Nullable(Timestamp),
  /** The bank of its next payments; null: the default one. */
  banks: BanksForm,
  /** Nobody has taken the invitation of an owner yet: it can be sent anew, also to another address. */
  awaitsOwner: Type.Boolean(),
})
export type MerchantDetail = Static<typeof MerchantDetail>

/** `reason`: shown to the merchant's people and in the audit log. */
export const SuspensionForm = Type.Object({ reason: Words(300) })
export type SuspensionForm = Static<typeof SuspensionForm>

/** `payoutsUnderWay`: payouts that were on their way to a bank when it was suspended, and may still go out. */
export const Suspended = Type.Object({ merchant: MerchantDetail, payoutsUnderWay: Type.Integer() })
export type Suspended = Static<typeof Suspended>

export const RevealedTaxNumber = Type.Object({ taxNumber: Type.String() })
export type RevealedTaxNumber = Static<typeof RevealedTaxNumber>

const Connection = Type.Object({
  id: Type.String(),
  name: Type.String(),
  isDefault: Type.Boolean(),
  isSimulator: Type.Boolean(),
  isUp: Type.Boolean(),
  isPaused: Type.Boolean(),
  certificateEndsAt: Nullable(Timestamp),
  /** Null: its cases can be read, or it reports none. */
  disputesUnreadSince: Nullable(Timestamp),
  ...callsNotTaken,
  /** Null: the list of received payments is read every minute. */
  paymentsUnreadSince: Nullable(Timestamp),
  /** Null: it has our callback URL, as far as its payouts show. */
  callbackMissingSince: Nullable(Timestamp),
})

const ofMerchant = { merchantId: Type.String(), merchantName: Type.String() }
const CountOfMerchant = Type.Object({ ...ofMerchant, count: Type.Integer() })

export const PlatformView = Type.Object({
  at: Timestamp,
  merchants: Type.Integer(),
  balance: Type.Object({
    available: Money,
    held: Money,
    blocked: Money,
    reserved: Money,
    /** What merchants owe whose balance is below zero. */
    owed: Money,
    fees: Money,
    suspense: Money,
  }),
  /** How many merchants have a balance below zero. */
  owing: Type.Integer(),
  webhooks: Type.Object({
    unfinished: Type.Integer({ description: 'Up to 100,000' }),
    windowSeconds: Type.Integer(),
    attempts: Type.Integer(),
    accepted: Type.Integer(),
    defects: Type.Integer({ description: 'Attempts that failed because of a fault of the program itself' }),
    openCircuits: Type.Integer({ description: 'Of the process that answers' }),
    /** Whose they are: the first five of each. */
    whoWaits: Type.Array(CountOfMerchant),
    whoRefuses: Type.Array(CountOfMerchant),
    silent: Type.Array(Type.Object({ ...ofMerchant, host: Type.String(), error: Nullable(Type.String()) })),
  }),
  /** What waits for a bank, and what waits for a person. */
  bankOrders: Type.Object({
    due: Type.Integer(),
    exceptions: Type.Integer(),
    /** The five of each that have waited longest. */
    firstDue: Type.Array(
      Type.Object({ ...ofMerchant, transactionId: Type.String(), kind: OneOf(orderKinds), since: Timestamp }),
    ),
    firstExceptions: Type.Array(
      Type.Object({ ...ofMerchant, id: Type.String(), kind: OneOf(orderKinds), since: Timestamp }),
    ),
  }),
  /** Merchants that are suspended: the first five by name, and how many payouts of each wait. */
  suspended: Type.Array(CountOfMerchant),
  /** Disputes that nobody has decided, and the five whose time ends first. */
  disputes: Type.Object({
    undecided: Type.Integer(),
    overdue: Type.Integer({ description: 'Of them, after the time to answer' }),
    first: Type.Array(Type.Object({ ...ofMerchant, id: Type.String(), state: OneOf(disputeStates), until: Timestamp })),
  }),
  mails: Type.Object({
    /** False: no mail server is set, and nothing is mailed. */
    isOn: Type.Boolean(),
    unsent: Type.Integer({ description: 'Given up in the last 7 days; up to 100,000' }),
    /** By address and kind, the five newest. `personId` null: nobody has this address any more. `fault` is a code. */
    firstUnsent: Type.Array(
      Type.Object({
        address: Type.String({ description: 'Masked' }),
        kind: OneOf(mailKinds),
        personId: Nullable(Type.String()),
        fault: Type.String(),
        count: Type.Integer(),
        at: Timestamp,
      }),
    ),
    lastUnsentAt: Nullable(Timestamp),
    lastSentAt: Nullable(Timestamp),
  }),
  /** None: payments are refused. */
  connections: Type.Array(Connection),
  database: Type.Object({
    version: Type.String(),
    answerMs: Type.Number(),
    missing: Type.Array(Type.String({ description: 'A migration that this program knows and the database has not' })),
    migrations: Type.Integer(),
  }),
  /** Null: workers have not proved the books yet. */
  books: Nullable(
    Type.Object({
      at: Timestamp,
      faults: Type.Integer(),
      tookMs: Type.Integer(),
      /** The first five, in the words of `npm run audit`. */
      first: Type.Array(Type.Object({ ...ofMerchant, row: Type.String(), fault: Type.String() })),
    }),
  ),
})
export type PlatformView = Static<typeof PlatformView>
