import { type Static, Type } from 'typebox'
import { Money, Nullable, Timestamp } from '../../platform/http/schemas.ts'

const Sending = Type.Object({
  /** Null: as much as there is. */
  perTransaction: Nullable(Money),
  perDay: Nullable(Money),
  /** On this day of São Paulo. */
  sentToday: Money,
  /** Of the daily limit, in whole percent; null: there is none. */
  usedPercent: Nullable(Type.Integer()),
})

/** What a merchant's people see of their own company: all of it is the platform's to change. */
export const CompanyView = Type.Object({
  name: Type.String(),
  taxNumber: Type.String(),
  city: Type.String(),
  accountNumber: Type.String(),
  createdAt: Timestamp,
  /** The bank that moves its money; null: none is connected. */
  bank: Nullable(Type.String()),
  /** Null: none is set, or the person may not see it. */
  webhookAddress: Nullable(Type.String()),
  plan: Type.Object({
    fixed: Money,
    percent: Type.String(),
    /** What payments of these amounts cost, and what is left of them. */
    examples: Type.Array(Type.Object({ amount: Money, charges: Money, left: Money })),
  }),
  approvalPolicy: Type.Object({ approversNeeded: Type.Integer(), operatorApprovesAbove: Nullable(Money) }),
  limits: Type.Object({ cashOuts: Sending, companyPayments: Sending }),
})
export type CompanyView = Static<typeof CompanyView>

export const CompanyParams = Type.Object({ merchantId: Type.String() })
