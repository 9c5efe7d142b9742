import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import type { Answer } from '../api-client.ts'
import { payer } from '../payer.ts'
import { act } from './act.ts'
import { answerTo } from './answer-to.ts'
import { unavailableToPerson } from '../../../src/money/rails/bank-faults.ts'
import {
  approveRequest,
  cancelRequest,
  rejectRequest,
} from '../../../src/products/company-payments/requests/decide-request.ts'
import { approveBatch, stopBatch } from '../../../src/products/payout-batches/decide-batch.ts'
import {
  type Beside,
  type Diary,
  type Made,
  amountOf,
  banksOf,
  cents,
  checksOwner,
  isRefusal,
  merchantsOf,
  oneOf,
  shopName,
  which,
} from './diary.ts'

export const webhook = { url: 'https://hooks.example.invalid/hook' }
const institution = fc.constantFrom('0d8a1d6c-5c3b-4b0f-9d5e-1f6f0c0a9b01', '0d8a1d6c-5c3b-4b0f-9d5e-1f6f0c0a9b02')
const recipients = {
  joao: { name: 'João Pereira', cpf: '11144477735', keyType: 'EMAIL', key: 'joao@mail.test' },
  closed: { name: 'Conta Fechada', cpf: '39053344705', keyType: 'EMAIL', key: 'fechada@mail.test' },
  nobody: { name: 'Ninguém', cpf: '52998224725', keyType: 'EMAIL', key: 'ninguem@mail.test' },
  /** Whose owner needs no look-up. */
  maria: { name: 'Maria da Silva', cpf: '52998224725', keyType: 'CPF', key: '52998224725' },
  /** Of another owner. */
  mistaken: { name: 'Maria da Silva', cpf: '52998224725', keyType: 'EMAIL', key: 'joao@mail.test' },
}

export function payoutTo(whom: keyof typeof recipients, whole: number) {
  const { name, cpf, keyType, key } = recipients[whom]
  return {
    amount: amountOf(whole),
    recipient: { name, cpf },
    key: { type: keyType, value: key },
    transaction: { orderId: randomUUID() },
    webhook,
  }
}

/** Whether to repeat a call unchanged, as after an unknown result. */
const isSentAgain = fc.boolean()
const seldom = fc.constantFrom(false, false, false, true)

export const merchantActions = {
  charge: act({
    weight: 5,
    fields: { shop: shopName, cents, editable: fc.boolean(), isShort: fc.boolean(), isSentAgain },
    perform: async (beside, diary, input) => {
      const order = {
        amount: amountOf(input.cents),
        editable: input.editable,
        webhook,
        transaction: { orderId: randomUUID() },
        ...(input.isShort ? { expiresIn: 60 } : {}),
      }
      const send = () => diary.shops[input.shop].api.requestCashIn(order)
      keep(diary.charges, input, await answerTo(beside, input.isSentAgain, send))
    },
  }),

  payout: act({
    weight: 5,
    fields: {
      shop: shopName,
      cents,
      to: fc.constantFrom('joao', 'joao', 'joao', 'maria', 'closed', 'nobody', 'mistaken'),
      isSentAgain,
    },
    perform: async (beside, diary, input) => {
      const isAtInter = banksOf(beside, input.shop).includes(beside.connections.inter) && !checksOwner(input.shop)
      // Inter refuses a key the first time only: after a lost response it is queried for days. Nor does it compare owners.
      const isNotForInter = input.to === 'nobody' || input.to === 'mistaken'
      const order = payoutTo(isAtInter && isNotForInter ? 'closed' : input.to, input.cents)
      const send = () => diary.shops[input.shop].api.requestCashOut(order)
      keep(diary.payouts, input, await answerTo(beside, input.isSentAgain, send))
    },
  }),

  /** A person of the merchant decides on a payout that waits for it. */
  'decide request': act({
    weight: 3,
    fields: { which, decision: fc.constantFrom('approve', 'approve', 'reject', 'cancel') },
    perform: async (beside, diary, input) => {
      const one = oneOf(await pendingRequests(beside, diary), input.which)
      if (one !== undefined) await decideRequest(beside, one, input.decision)
    },
  }),

  initiate: act({
    weight: 3,
    // A payer may choose one bank and then another, and agree at both.
    fields: { cents, institutions: fc.array(institution, { minLength: 1, maxLength: 2 }), isSentAgain },
    perform: async (beside, diary, input) => {
      const order = { amount: amountOf(input.cents), webhook, transaction: { orderId: randomUUID() } }
      const answer = await answerTo(beside, input.isSentAgain, () => diary.shops.efi.api.requestInitiation(order))
      if (answer?.status !== 201) return
      const { transactionId: id, checkoutUrl } = answer.body.data
      diary.charges.push({ shop: 'efi', id, cents: input.cents })
      for (const chosen of input.institutions) {
        const page = await payer.start(checkoutUrl, chosen).catch(() => '')
        const asked = URL.parse(page)?.searchParams.get('id')
        if (asked) diary.initiations.push(asked)
      }
    },
  }),

  'static code': act({
    weight: 1,
    fields: { shop: shopName },
    perform: async (beside, diary, input) => {
      const order = { title: 'Counter', webhook }
      const answer = await answerTo(beside, false, () => diary.shops[input.shop].api.post('/static-qrs', order))
      if (answer?.status === 201) diary.staticCodes.push(answer.body.data.qrCode)
    },
  }),

  /** A batch is approved, and perhaps stopped while its rows are paid. */
  batch: act({
    weight: 2,
    fields: { shop: shopName, rows: fc.array(cents, { minLength: 1, maxLength: 4 }), isSentAgain, isStopped: seldom },
    perform: async (beside, diary, input) => {
      const { name, cpf, key } = recipients.joao
      const to = { name, taxNumber: cpf, keyType: 'EMAIL', key }
      const rows = input.rows.map(whole => ({ ...to, amount: amountOf(whole), orderId: randomUUID() }))
      const order = { name: 'Week', kind: 'payouts', orderId: randomUUID(), rows }
      const { merchantId, api } = diary.shops[input.shop]
      const answer = await answerTo(beside, input.isSentAgain, () => api.post('/payout-batches', order))
      if (answer?.status !== 201) return
      const by = { id: 'owner', name: 'Olívia', realm: 'Partner' } as const
      const decision = { merchantId, batchId: answer.body.data.id, by, comment: null, forAll: true }
      for (const decide of input.isStopped ? [approveBatch, stopBatch] : [approveBatch])
        await decide(beside.trilho.needs, decision).catch(isRefusal)
    },
  }),

  refund: act({
    weight: 4,
    fields: { which, isWhole: fc.boolean(), isSentAgain },
    perform: async (beside, diary, input) => {
      const charge = oneOf(diary.charges, input.which)
      if (charge === undefined) return
      const part = input.isWhole ? {} : { amount: amountOf(Math.ceil(charge.cents / 3)) }
      const refund = { ...part, refundId: randomUUID() }
      await answerTo(beside, input.isSentAgain, () => diary.shops[charge.shop].api.refund(charge.id, refund))
    },
  }),
}

type Pending = { merchantId: string; requestId: string }

const pendingRequests = ({ trilho: { sql } }: Beside, diary: Diary) => sql<Pending[]>`
  select r.merchant_id, r.id as request_id
    from payment_requests r join transactions t on t.merchant_id = r.merchant_id and t.id = r.transaction_id
   where r.status = 'Pending' and t.operation = 'pixCashOut' and r.merchant_id = any(${merchantsOf(diary)})
   order by r.id`

const decisions = { approve: approveRequest, reject: rejectRequest, cancel: cancelRequest }

/** Why it is refused; undefined: it is decided. */
async function decideRequest({ trilho, happened }: Beside, one: Pending, decision: keyof typeof decisions) {
  const by = { id: 'ana', name: 'Ana', realm: 'Partner' } as const
  const decided = await decisions[decision](trilho.needs, { ...one, by, comment: 'Looked at' })
    .catch(unavailableToPerson)
    .catch(isRefusal)
  happened.add(typeof decided === 'string' ? `request ${decided}` : `request ${decided.status}`)
}

/** The last ones are approved, or rejected where that is refused. */
export async function decideRequests(beside: Beside, diary: Diary): Promise<number> {
  for (const decision of ['approve', 'reject'] as const)
    for (const one of await pendingRequests(beside, diary)) await decideRequest(beside, one, decision)
  return (await pendingRequests(beside, diary)).length
}

function keep(made: Made[], { shop, cents: whole }: Omit<Made, 'id'>, answer: Answer | null): void {
  if (answer?.status === 201) made.push({ shop, id: answer.body.data.transaction.id, cents: whole })
}
