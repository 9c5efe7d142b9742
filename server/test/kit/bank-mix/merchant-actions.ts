import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import type { Answer } from '../api-client.ts'
import { payer } from '../payer.ts'
import { act } from './act.ts'
import { answerTo } from './answer-to.ts'
import { approveBatch, stopBatch } from '../../../src/products/payout-batches/decide-batch.ts'
import { type Made, amountOf, cents, dialect, dialects, isRefusal, oneOf, which } from './diary.ts'

const webhook = { url: 'https://hooks.example.invalid/hook' }
const institution = fc.constantFrom('0d8a1d6c-5c3b-4b0f-9d5e-1f6f0c0a9b01', '0d8a1d6c-5c3b-4b0f-9d5e-1f6f0c0a9b02')
const recipients = {
  joao: { name: 'João Pereira', cpf: '11144477735', key: 'joao@mail.test' },
  closed: { name: 'Conta Fechada', cpf: '39053344705', key: 'fechada@mail.test' },
  nobody: { name: 'Ninguém', cpf: '52998224725', key: 'ninguem@mail.test' },
}

export function payoutTo(whom: keyof typeof recipients, whole: number) {
  const { name, cpf, key } = recipients[whom]
  return {
    amount: amountOf(whole),
    recipient: { name, cpf },
    key: { type: 'EMAIL', value: key },
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
    fields: { dialect, cents, editable: fc.boolean(), isShort: fc.boolean(), isSentAgain },
    perform: async (beside, diary, input) => {
      const order = {
        amount: amountOf(input.cents),
        editable: input.editable,
        webhook,
        transaction: { orderId: randomUUID() },
        ...(input.isShort ? { expiresIn: 60 } : {}),
      }
      const send = () => diary.apis[input.dialect].requestCashIn(order)
      keep(diary.charges, input, await answerTo(beside, input.isSentAgain, send))
    },
  }),

  payout: act({
    weight: 5,
    fields: { dialect, cents, to: fc.constantFrom('joao', 'joao', 'joao', 'closed', 'nobody'), isSentAgain },
    perform: async (beside, diary, input) => {
      // Inter refuses a key the first time only: after a lost response it is queried for days.
      const isAskedForDays = input.dialect === 'inter' && input.to === 'nobody'
      const order = payoutTo(isAskedForDays ? 'closed' : input.to, input.cents)
      const send = () => diary.apis[input.dialect].requestCashOut(order)
      keep(diary.payouts, input, await answerTo(beside, input.isSentAgain, send))
    },
  }),

  initiate: act({
    weight: 3,
    // A payer may choose one bank and then another, and agree at both.
    fields: { cents, institutions: fc.array(institution, { minLength: 1, maxLength: 2 }), isSentAgain },
    perform: async (beside, diary, input) => {
      const order = { amount: amountOf(input.cents), webhook, transaction: { orderId: randomUUID() } }
      const answer = await answerTo(beside, input.isSentAgain, () => diary.apis.efi.requestInitiation(order))
      if (answer?.status !== 201) return
      const { transactionId: id, checkoutUrl } = answer.body.data
      diary.charges.push({ dialect: 'efi', id, cents: input.cents })
      for (const chosen of input.institutions) {
        const page = await payer.start(checkoutUrl, chosen).catch(() => '')
        const asked = URL.parse(page)?.searchParams.get('id')
        if (asked) diary.initiations.push(asked)
      }
    },
  }),

  'static code': act({
    weight: 1,
    fields: { dialect },
    perform: async (beside, diary, input) => {
      const order = { title: 'Counter', webhook }
      const answer = await answerTo(beside, false, () => diary.apis[input.dialect].post('/static-qrs', order))
      if (answer?.status === 201) diary.staticCodes.push(answer.body.data.qrCode)
    },
  }),

  /** A batch is approved, and perhaps stopped while its rows are paid. */
  batch: act({
    weight: 2,
    fields: { dialect, rows: fc.array(cents, { minLength: 1, maxLength: 4 }), isSentAgain, isStopped: seldom },
    perform: async (beside, diary, input) => {
      const { name, cpf, key } = recipients.joao
      const to = { name, taxNumber: cpf, keyType: 'EMAIL', key }
      const rows = input.rows.map(whole => ({ ...to, amount: amountOf(whole), orderId: randomUUID() }))
      const order = { name: 'Week', kind: 'payouts', orderId: randomUUID(), rows }
      const send = () => diary.apis[input.dialect].post('/payout-batches', order)
      const answer = await answerTo(beside, input.isSentAgain, send)
      if (answer?.status !== 201) return
      const merchantId = diary.merchants[dialects.indexOf(input.dialect)] ?? ''
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
      await answerTo(beside, input.isSentAgain, () => diary.apis[charge.dialect].refund(charge.id, refund))
    },
  }),
}

function keep(made: Made[], { dialect: at, cents: whole }: Omit<Made, 'id'>, answer: Answer | null): void {
  if (answer?.status === 201) made.push({ dialect: at, id: answer.body.data.transaction.id, cents: whole })
}
