import { type Micros, parseAmount } from '../../platform/brazil/money.ts'
import type { Remembered } from '../../platform/lib/remember.ts'
import type { Sql } from '../../platform/db/db.ts'
import { finalLimits } from '../../tenancy/merchants/limits.ts'
import { type Merchant, readMerchantNow } from '../../tenancy/merchants/read-merchant.ts'
import {
  type Banks,
  type Limits,
  type Reserve,
  assignBanks,
  setApprovalPolicy,
  setBillingPlan,
  setLimits,
  setReserve,
} from '../../tenancy/merchants/set-terms.ts'
import type { OperatorActions } from '../../tenancy/people/operator-requests/operator-actions.ts'
import type { Door } from '../../money/transactions/door.ts'
import type { BanksForm, LimitsForm, PlanForm, PolicyForm, ReserveForm, WriteOffForm } from './portal-schemas.ts'
import { banksView, limitsView, millionths, planView, policyView, readPlan, reserveView } from './views.ts'
import { refuseBeyondDebt, writeOff } from './write-off.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  readMerchant: Remembered<Merchant>
  limitRaiseWaitMs: number
  door: Door
  operatorActions: Pick<OperatorActions, 'define'>
}

type OfMerchant<Form> = { merchantId: string; form: Form }

/** What operators set for a merchant. Each relies on what it replaces. */
export function defineTerms(needs: Needs) {
  const before =
    (view: (merchant: Merchant) => object) =>
    async ({ merchantId }: { merchantId: string }) =>
      view(await readMerchantNow(needs, merchantId))
  return {
    setPlan: needs.operatorActions.define<OfMerchant<PlanForm>, void>('merchant.setPlan', {
      perform: ({ merchantId, form }, { audit }) => setBillingPlan(needs, { merchantId, ...readPlan(form), audit }),
      basis: before(planView),
    }),
    setPolicy: needs.operatorActions.define<OfMerchant<PolicyForm>, void>('merchant.setApprovalPolicy', {
      perform: ({ merchantId, form }, { audit }) =>
        setApprovalPolicy(needs, { merchantId, ...readPolicy(form), audit }),
      basis: before(policyView),
    }),
    setLimits: needs.operatorActions.define<OfMerchant<LimitsForm>, void>('merchant.setLimits', {
      perform: async ({ merchantId, form }, { audit }) => {
        const limits = readLimits(form, finalLimits(await readMerchantNow(needs, merchantId)))
        await setLimits(needs, { merchantId, ...limits, audit })
      },
      basis: before(merchant => limitsView(finalLimits(merchant))),
    }),
    setReserve: needs.operatorActions.define<OfMerchant<ReserveForm>, void>('merchant.setReserve', {
      perform: ({ merchantId, form }, { audit }) => setReserve(needs, { merchantId, ...readReserve(form), audit }),
      basis: before(reserveView),
    }),
    writeOff: needs.operatorActions.define<OfMerchant<WriteOffForm>, void>('merchant.writeOff', {
      perform: ({ merchantId, form: { amount, reason, evidence } }, { audit, by }) =>
        writeOff(needs, { merchantId, amount: parseAmount(amount), reason, evidence, by: by.name, audit }),
      basis: ({ merchantId, form }) => refuseBeyondDebt(needs, merchantId, parseAmount(form.amount)),
    }),
    assignBanks: needs.operatorActions.define<OfMerchant<BanksForm>, void>('bank.assign', {
      perform: ({ merchantId, form }, { audit }) => assignBanks(needs, { merchantId, ...readBanks(form), audit }),
      basis: before(banksView),
    }),
  }
}

const optionalAmount = (text: string | null): Micros | null => (text === null ? null : parseAmount(text))

/** Hours that a form leaves out stay as they are. */
export const readLimits = (form: LimitsForm, before: Limits): Limits => ({
  cashOutLimit: optionalAmount(form.cashOutLimit),
  cashOutDailyLimit: optionalAmount(form.cashOutDailyLimit),
  nightLimit: optionalAmount(form.nightLimit ?? null),
  recipientDailyLimit: optionalAmount(form.recipientDailyLimit ?? null),
  newRecipientLimit: optionalAmount(form.newRecipientLimit ?? null),
  keyDailyLimit: optionalAmount(form.keyDailyLimit ?? null),
  companyPaymentLimit: optionalAmount(form.companyPaymentLimit),
  companyPaymentDailyLimit: optionalAmount(form.companyPaymentDailyLimit),
  nightFrom: form.nightFrom ?? before.nightFrom,
  nightUntil: form.nightUntil ?? before.nightUntil,
  newRecipientHours: form.newRecipientHours ?? before.newRecipientHours,
})

export const readReserve = ({ percent, amount, days }: ReserveForm): Reserve => ({
  reserveRate: optionalAmount(percent),
  reserveAmount: optionalAmount(amount),
  reserveDays: percent === null && amount === null ? 0 : days,
})

export const readPolicy = ({ approversNeeded, operatorApprovesAbove: above }: PolicyForm) => ({
  approversNeeded,
  operatorApprovesAbove: above === null ? null : millionths(above),
})

export const readBanks = (form: BanksForm): Banks => ({
  chargeConnections: form.charges,
  payoutConnections: form.payouts,
  initiationConnections: form.initiations,
  allowsSecondCharge: form.allowsSecondCharge,
  allowsUnknownKeyOwner: form.allowsUnknownKeyOwner,
})
