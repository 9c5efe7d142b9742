import { vi } from 'vitest'
import { mostSteps } from '../../../server/src/money/bank-orders/schedule.ts'
import { requireRail } from '../../../server/src/money/rails/rails-of.ts'
import { callAlarmWebhook } from '../../../server/src/operations/alarms/call-webhook.ts'
import { evaluateAlarms } from '../../../server/src/operations/alarms/evaluate-alarms.ts'
import { watchBooks } from '../../../server/src/operations/books-audit/audit-books.ts'
import { volumeSummer } from '../../../server/src/operations/volumes/sum-up-volumes.ts'
import { parseAmount } from '../../../server/src/platform/brazil/money.ts'
import { platformId } from '../../../server/src/platform/lib/platform-id.ts'
import { ExternalFault } from '../../../server/src/platform/lib/within-time.ts'
import { setApprovalPolicy, setLimits } from '../../../server/src/tenancy/merchants/set-terms.ts'
import { cnpj, newPayer } from '../../../server/test/kit/company-payments.ts'
import { batchesOf, payoutRows } from '../../../server/test/kit/payout-batches.ts'
import { newPersonWithPassword, newPortalPerson } from '../../../server/test/kit/portal-client.ts'
import { cpf } from '../../../server/test/kit/trilho.ts'
import { openSink } from '../../../server/test/kit/webhook-sink.ts'
import { openPortal } from '../portal-kit.ts'
import { openDemo } from './demo.ts'
import type { Portal } from './matrix.ts'
import { newEnglish } from './people.ts'

export type OperatorWorld = Awaited<ReturnType<typeof openOperatorWorld>>

/** The demo month, what it lacks for an operator, a platform with everything wrong, one without a bank, one restored. */
export async function openOperatorWorld() {
  const demo = await openDemo()
  const { portal } = demo
  const { trilho } = portal
  await volumeSummer(trilho.needs)()
  await watchBooks(trilho.needs)
  const [bank] = await trilho.sql<{ id: string }[]>`select id from bank_connections`
  const bankId = bank?.id ?? ''
  const shop = await newReviewed(portal)
  const exceptions = await newExceptions(portal, bankId)
  await newReconciliations(portal, { bankId, merchantId: shop.merchantId })

  const unowned = (await trilho.newMerchant()).merchantId
  const suspended = (await trilho.newMerchant()).merchantId
  await demo.operator.post(`/operator/merchants/${suspended}/suspend`, { reason: 'Documentos vencidos' })
  await demo.operator.post('/operator/personal-data/access', { taxNumber: cpf.joao, name: 'João de Souza' })
  const faulty = await newFaulty()
  const bare = await openPortal({}, { isConnected: false })
  const restored = await newRestored()
  return {
    ...demo,
    ids: { ...demo.ids, id: demo.merchantId, bank: bankId, day: '2026-11-14', of: exceptions.open.of },
    english: await newEnglish(portal, { isOperator: true }),
    shop,
    unowned,
    suspended,
    exceptions,
    faulty,
    bare: { portal: bare, operator: await newPortalPerson(bare.trilho, { isOperator: true }) },
    restored,
  }
}

/** A merchant with a receiver, an account and a payment to review, a running batch, limits, and an owner. */
async function newReviewed({ trilho }: Portal) {
  const shop = await newPayer(trilho)
  const { merchantId, receiverId } = shop
  const finance = await newPortalPerson(trilho, { merchantId, roles: ['finance'], name: 'Fábio Nunes' })
  await newPersonWithPassword(trilho, { merchantId })
  await finance.post(`/merchants/${merchantId}/receivers`, { fantasyName: 'Laticínios Serra', cnpj: cnpj.serra })
  const account = { bankCode: '001', bankName: 'Banco do Brasil S.A.', agency: '12', number: '900-1' }
  await finance.post(`/merchants/${merchantId}/receivers/${receiverId}/accounts`, account)
  const policy = { approversNeeded: 1, operatorApprovesAbove: parseAmount('100') }
  await setApprovalPolicy(trilho.needs, { merchantId, ...policy })
  const request = await shop.createRequest('500')
  const approver = await newPortalPerson(trilho, { merchantId, roles: ['approver'] })
  await approver.post(`/merchants/${merchantId}/requests/${request.id}/approve`)
  await setLimits(trilho.needs, {
    merchantId,
    cashOutLimit: 40_000_000n,
    cashOutDailyLimit: 80_000_000n,
    companyPaymentLimit: null,
    companyPaymentDailyLimit: 500_000_000n,
  })
  const batches = batchesOf(shop, trilho.needs)
  await batches.approve((await batches.make(payoutRows(2))).id)
  const transactionId = await shop.createCashIn({ amount: '80', transaction: { orderId: 'pedido-77' } })
  await shop.simulate('complete', transactionId)
  await shop.post('/sandbox/disputes', { transactionId })
  return { merchantId, transactionId, person: finance }
}

/** A refused return, one without a known outcome that the bank was asked about, a closed one, and one of nobody. */
async function newExceptions({ trilho }: Portal, bankId: string) {
  const { bankOrders, railsOf } = trilho.needs
  const returns = requireRail((await railsOf(null)).returns)
  const refuse = () => {
    for (const call of ['sendReturn', 'readReturn'] as const)
      vi.spyOn(returns, call).mockResolvedValueOnce({ state: 'refused', cause: 'AccountClosed' })
  }
  const shop = await trilho.newMerchant()
  const newUnmatched = async () => {
    const charge = await shop.createCashIn({ amount: '10', payer: null })
    await shop.simulate('complete', charge, { amount: '7', name: 'João', taxNumber: cpf.joao })
    refuse()
    await bankOrders.stepAndWait()
  }
  await newUnmatched()
  await newUnmatched()

  const charge = await shop.createCashIn({ amount: '10' })
  await shop.simulate('complete', charge)
  const silent = (['sendReturn', 'readReturn'] as const).map(call => vi.spyOn(returns, call))
  for (const mock of silent) mock.mockReset().mockRejectedValue(new ExternalFault('no answer'))
  await shop.refund(charge, { amount: '4' })
  await trilho.sql`
    update bank_orders set step = ${mostSteps - 1}, next_step_at = now() - interval '1 second', state = 'Waiting'
     where transaction_id = ${charge}`
  await bankOrders.stepAndWait()
  for (const mock of silent) mock.mockRestore()

  const ofNobody = crypto.randomUUID()
  await trilho.sql`
    insert into bank_exceptions (merchant_id, id, connection_id, end_to_end_id, amount, kind, subject, expected, said, state, created_at)
    values (${platformId}, ${ofNobody}, ${bankId}, ${`E${'7'.repeat(31)}`}, 30000000, 'payout', 'reconciliation payoutNotBooked',
            '{"code": "nothingSent", "value": null}', '{"code": "amountSent", "value": "30.00"}', 'Open', now())`
  const found = await trilho.sql<{ of: string; id: string; transactionId: string | null; subject: string | null }[]>`
    select merchant_id as of, id, transaction_id, subject from bank_exceptions order by created_at`
  const idsOf = (row: (typeof found)[number] | undefined) => ({ of: row?.of ?? '', id: row?.id ?? '' })
  const unknown = found.find(({ transactionId }) => transactionId === charge)
  const [open, ended] = found.filter(row => row !== unknown && row.id !== ofNobody)
  await trilho.sql`
    update bank_exceptions set state = 'Ended', ended_at = now(), ended_by = 'Olga Lima', act = 'return', note = 'Outra conta'
     where id = ${ended?.id ?? ''}`
  return {
    open: idsOf(open),
    ended: idsOf(ended),
    unknown: idsOf(unknown),
    ofNobody: { of: platformId, id: ofNobody },
    returns,
  }
}

async function newReconciliations({ trilho }: Portal, { bankId, merchantId }: { bankId: string; merchantId: string }) {
  const transaction = { merchantId, id: crypto.randomUUID() }
  const amounts = {
    expected: { code: 'amountReceived', value: '10.51' },
    said: { code: 'amountReceived', value: '10.50' },
  }
  const details = JSON.stringify([{ kind: 'paymentAmount', endToEndId: `E${'7'.repeat(31)}`, transaction, ...amounts }])
  await trilho.sql`
    insert into reconciliations (connection_id, day, at, received_count, received_amount, sent_count, sent_amount,
                                 differences, mended, details, state)
    values (${bankId}, '2026-11-14', now(), 2, 15500000, null, null, 1, 1, ${details}::text::jsonb, 'Different'),
           (${bankId}, '2026-11-13', now(), 1, 7000000, 1, 3000000, 0, 0, '[]', 'Clean')`
}

/** A platform whose mail, webhooks, bank orders and books all have a problem, with one alarm raised and one ended. */
async function newFaulty() {
  const alarmed = await openSink({ status: 503 })
  const portal = await openPortal({
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'no@example.com',
    ALARM_WEBHOOK_URL: alarmed.url,
    ALARM_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  })
  const { trilho } = portal
  const shop = await trilho.newMerchant({ balance: '100' })
  const { merchantId } = shop
  const refusing = await openSink({ status: 500 })
  await shop.simulate('complete', await shop.createCashIn({ webhook: { url: refusing.url } }))
  const payout = await shop.createCashOut({ amount: '20' })
  await trilho.sql`
    insert into bank_orders (merchant_id, id, kind, transaction_id, state, next_step_at, created_at)
    values (${merchantId}, gen_random_uuid(), 'payout', ${payout}, 'Waiting', now() - interval '1 hour', now())`
  const ana = await newPersonWithPassword(trilho, { merchantId, name: 'Ana Convidada' })
  await trilho.sql`
    insert into mails (id, created_at, kind, masked_to, person_id, fault)
    values (gen_random_uuid(), now(), 'invitation', 'a***@example.com', ${ana.id}, 'EENVELOPE 550')`
  await trilho.sql`update transactions set charges = charges + 1 where merchant_id = ${merchantId} and id = ${payout}`
  await watchBooks(trilho.needs)

  const disputed = await shop.createCashIn({ amount: '80' })
  await shop.simulate('complete', disputed)
  await shop.post('/sandbox/disputes', { transactionId: disputed })
  for (const left of ['20 hours', '6 days']) {
    await trilho.sql`update disputes set answer_until = now() + ${left}::interval`
    await trilho.sql`update alarm_rounds set next_at = '2000-01-01'`
    await evaluateAlarms(trilho.needs)
    await callAlarmWebhook(trilho.needs)
  }
  const [alarm] = await trilho.sql<{ id: string }[]>`select id from alarms where rule = 'booksWrong'`
  return { portal, operator: await newPortalPerson(trilho, { isOperator: true }), alarmId: alarm?.id ?? '' }
}

/** A platform whose books were restored, with one bank compared and one that does not report. */
async function newRestored() {
  const portal = await openPortal()
  const { trilho } = portal
  const compared = { at: '2026-11-16T15:00:00Z', fault: null, received: 3, mended: 1, differences: 1 }
  const banks = JSON.stringify([
    { ...compared, connectionId: '', bank: 'Efí', sent: 2 },
    { ...compared, connectionId: crypto.randomUUID(), bank: 'Sicoob', sent: null },
  ])
  await trilho.sql`
    insert into recoveries (id, cause, role, lost_from, at, prepared_at, compared_at, banks)
    values (${crypto.randomUUID()}, 'backup', 'replacement', now() - interval '1 hour', now(), now(), now(), ${banks}::text::jsonb)`
  return { portal, operator: await newPortalPerson(trilho, { isOperator: true }) }
}
