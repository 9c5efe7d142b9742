import { type Static, Type } from 'typebox'
import { Cursor, PageOf } from '../http/paging.ts'
import { Amount, Money, Nullable, Text, Timestamp } from '../http/schemas.ts'
import { CNPJ_PATTERN } from '../brazil/tax-number.ts'

export const MerchantItem = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** Masked; revealing it is an act of its own. */
  taxNumber: Type.String(),
  city: Type.String(),
  accountNumber: Type.String(),
  createdAt: Timestamp,
  available: Money,
  held: Money,
})
export type MerchantItem = Static<typeof MerchantItem>

export const MerchantsQuery = Type.Object({ search: Type.Optional(Text(100)), cursor: Cursor })
export type MerchantsQuery = Static<typeof MerchantsQuery>

export const MerchantsPage = PageOf(MerchantItem)
export type MerchantsPage = Static<typeof MerchantsPage>

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

/** The most a merchant may send; null: as much as it has. Days are of São Paulo. */
export const LimitsForm = Type.Object({
  cashOutLimit: Nullable(Amount()),
  cashOutDailyLimit: Nullable(Amount()),
  companyPaymentLimit: Nullable(Amount()),
  companyPaymentDailyLimit: Nullable(Amount()),
})
export type LimitsForm = Static<typeof LimitsForm>

export const BankForm = Type.Object({ connectionId: Nullable(Type.String()) })
export type BankForm = Static<typeof BankForm>

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

export const MerchantDetail = Type.Object({
  id: Type.String(),
  name: Type.String(),
  taxNumber: Type.String(),
  city: Type.String(),
  accountNumber: Type.String(),
  createdAt: Timestamp,
  balance: Type.Object({ available: Money, held: Money, total: Money }),
  plan: Type.Object({ fixed: Money, percent: Type.String() }),
  approvalPolicy: Type.Object({ approversNeeded: Type.Integer(), operatorApprovesAbove: Nullable(Money) }),
  limits: Type.Object({
    cashOutLimit: Nullable(Money),
    cashOutDailyLimit: Nullable(Money),
    companyPaymentLimit: Nullable(Money),
    companyPaymentDailyLimit: Nullable(Money),
  }),
  /** The bank of its next payments; null: the default one. */
  connectionId: Nullable(Type.String()),
  /** Nobody has taken the invitation of an owner yet: it can be sent anew, also to another address. */
  awaitsOwner: Type.Boolean(),
})
export type MerchantDetail = Static<typeof MerchantDetail>

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
})

export const PlatformView = Type.Object({
  at: Timestamp,
  merchants: Type.Integer(),
  balance: Type.Object({ available: Money, held: Money, fees: Money, suspense: Money }),
  webhooks: Type.Object({
    unfinished: Type.Integer({ description: 'Up to 100,000' }),
    windowSeconds: Type.Integer(),
    attempts: Type.Integer(),
    accepted: Type.Integer(),
    openCircuits: Type.Integer({ description: 'Of the process that answers' }),
  }),
  /** What waits for a bank, and what waits for a person. */
  bankOrders: Type.Object({ due: Type.Integer(), exceptions: Type.Integer() }),
  mails: Type.Object({ unsent: Type.Integer({ description: 'Given up in the last 7 days; up to 100,000' }) }),
  /** None: payments are refused. */
  connections: Type.Array(Connection),
  database: Type.Object({
    version: Type.String(),
    answerMs: Type.Number(),
    isMigrated: Type.Boolean(),
    migrations: Type.Integer(),
  }),
  /** Null: workers have not proved the books yet. */
  books: Type.Union([Type.Object({ at: Timestamp, faults: Type.Integer(), tookMs: Type.Integer() }), Type.Null()]),
})
export type PlatformView = Static<typeof PlatformView>

export const MerchantParams = Type.Object({ merchantId: Type.String() })
