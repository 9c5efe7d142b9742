import { expect, test } from 'vitest'
import { approvedReceiver, cnpj, newPayer, requestsPath } from '../../../../test/kit/company-payments.ts'
import { newPortalPerson } from '../../../../test/kit/portal-client.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import { auditBooks } from '../../../operations/books-audit/audit-books.ts'
import { registerReceiver } from '../receivers/register-receiver.ts'
import { addBankAccount } from '../receivers/add-bank-account.ts'
import { reviewReceiver } from '../receivers/review-receiver.ts'

const trilho = await openTrilho()
const payer = await newPayer(trilho)
const unknown = '019a0000-0000-7000-8000-000000000000'

test('a request is created as Pending, without execution fields, and its transaction is named', async () => {
  const { status, body } = await payer.post(requestsPath, payer.requestBody('150.5'))
  expect(status).toBe(201)
  expect(body).toStrictEqual({
    statusCode: 'Done',
    data: {
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      amount: '150.50',
      status: 'Pending',
      pixKey: cnpj.moinho,
      pixKeyType: 'CNPJ',
      description: 'Flour for November',
      refReceiver: payer.receiverId,
      refBankAccount: payer.accountId,
      refTransaction: expect.stringMatching(/^[\da-f-]{36}$/),
      referencesInfo: { receiverName: 'Moinho Estrela', customerName: 'Padaria São João Ltda' },
    },
  })
})

test('receiver and bank account come back as they were sent, also in reads, lists and decisions', async () => {
  const sent = payer.requestBody('1')
  const refs = { refReceiver: sent.refReceiver.toUpperCase(), refBankAccount: sent.refBankAccount.toUpperCase() }
  const { data } = (await payer.post(requestsPath, { ...sent, ...refs })).body
  expect(data).toMatchObject(refs)
  expect((await payer.readRequest(data.id)).entity).toMatchObject(refs)
  const page = 'dataset.limit=20&dataset.offset=0&startDate=2026-01-01T00:00:00Z&endDate=2030-01-01T00:00:00Z'
  const listed = async (status: string) =>
    (await payer.get(`${requestsPath}?${page}&status=${status}`)).body.data.items.find(
      (one: { id: string }) => one.id === data.id,
    )
  expect(await listed('Pending')).toMatchObject(refs)
  const decided = await payer.put(`/sandbox/transaction-requests/reject/${data.id}`)
  expect(decided.body.data).toMatchObject({ ...refs, status: 'Rejected' })
  expect(await listed('Rejected')).toMatchObject(refs)
})

test.each([
  ['10', '10.00', '10.000000'],
  ['10.5', '10.50', '10.500000'],
  ['10.500000', '10.50', '10.500000'],
  ['0.01', '0.01', '0.010000'],
  ['10.123', '10.123', '10.123000'],
  ['0.000001', '0.000001', '0.000001'],
])('an amount of %s is %s on creation and %s when read', async (asked, created, read) => {
  const { body } = await payer.post(requestsPath, payer.requestBody(asked))
  expect(body.data.amount).toBe(created)
  expect((await payer.readRequest(body.data.id)).entity.amount).toBe(read)
})

test('its transaction is in the list of transactions as Created from the request on, and no money is held', async () => {
  const merchant = await newPayer(trilho, { balance: '100', chargeFixed: '0.10', chargeRate: 990_000n })
  const { refTransaction } = await merchant.createRequest('50')
  for (const query of ['', '?state=Created', '?type=Debit']) {
    const { body } = await merchant.get(`/accounts/transactions/pix${query}`)
    expect(body.data.items).toMatchObject([
      {
        id: refTransaction,
        type: 'Debit',
        category: 'PartnerRecipientPayments',
        paymentType: 'PIX',
        state: 'Created',
        amount: '50.000000',
        charges: '0.600000',
        orderDescription: 'Flour for November',
      },
    ])
  }
  expect((await merchant.read(refTransaction)).body.data).toMatchObject({
    payment: { receiver: { name: 'Moinho Estrela', cnpj: cnpj.moinho }, key: cnpj.moinho, keyType: 'CNPJ' },
    webhook: { url: null },
  })
  expect(await merchant.balance()).toMatchObject({ available: '100.000000', held: '0.000000' })
  expect(await auditBooks(trilho)).toEqual([])
})

test('a company with an alphanumeric CNPJ is paid like any other', async () => {
  const { receiverId, accountId } = await approvedReceiver(trilho.needs, payer.merchantId, cnpj.letters)
  const requested = { ...payer.requestBody('1'), refReceiver: receiverId, refBankAccount: accountId }
  const { body } = await payer.post(requestsPath, requested)
  expect(body.data).toMatchObject({ pixKey: cnpj.letters, status: 'Pending' })
  expect((await payer.approve(body.data.id)).status).toBe(200)
  expect((await payer.simulate('complete', body.data.refTransaction)).status).toBe(200)
  expect((await payer.read(body.data.refTransaction)).body.data.transaction.recipient).toMatchObject({
    name: 'Moinho Estrela',
    taxNumber: cnpj.letters,
  })
})

const { amount: _, ...withoutAmount } = payer.requestBody('1')
const missing = (missingProperty: string) => ({
  path: '',
  code: 'required',
  message: `must have required property '${missingProperty}'`,
  info: { missingProperty },
})

test.each([
  ['nothing', {}, ['amount', 'description', 'refReceiver', 'refBankAccount'].map(missing)],
  ['no amount', withoutAmount, [missing('amount')]],
  ['an amount of zero', payer.requestBody('0'), [{ path: '/amount', code: 'pattern' }]],
  ['a negative amount', payer.requestBody('-1'), [{ path: '/amount', code: 'pattern' }]],
  ['a number as amount', { ...withoutAmount, amount: 10.5 }, [{ path: '/amount', code: 'type' }]],
  ['no description', { ...payer.requestBody('1'), description: '' }, [{ path: '/description', code: 'minLength' }]],
])('a request with %s is refused', async (_title, body, details) => {
  const answer = await payer.post(requestsPath, body)
  expect(answer.status).toBe(400)
  expect(answer.body.error).toMatchObject({ name: 'InvalidRequestFormatError', details })
})

async function expectRefused(changed: object, status: number, reason: string) {
  const before = (await payer.get('/accounts/transactions/pix')).body.data.total
  const answer = await payer.post(requestsPath, { ...payer.requestBody('1'), ...changed })
  expect(answer.status).toBe(status)
  expect(answer.body.error.details.reason).toBe(reason)
  expect((await payer.get('/accounts/transactions/pix')).body.data.total).toBe(before)
}

test.each([unknown, 'abc'])('an unknown receiver or account is not found: %s', async id => {
  await expectRefused({ refReceiver: id }, 404, 'ReceiverNotFound')
  await expectRefused({ refBankAccount: id }, 404, 'BankAccountNotFound')
})

test("another merchant's receiver and account are not found", async () => {
  const other = await newPayer(trilho)
  await expectRefused({ refReceiver: other.receiverId }, 404, 'ReceiverNotFound')
  await expectRefused({ refBankAccount: other.accountId }, 404, 'BankAccountNotFound')
})

test("the account of another of the merchant's receivers is refused", async () => {
  const { accountId } = await approvedReceiver(trilho.needs, payer.merchantId)
  await expectRefused({ refBankAccount: accountId }, 409, 'BankAccountNotAllowed')
})

test.each([null, 'reject'] as const)('a receiver that is not approved is not paid (review: %s)', async act => {
  const { merchantId } = payer
  const { id } = await registerReceiver(trilho.needs, { merchantId, fantasyName: 'Nova', cnpj: cnpj.serra })
  const bank = { bankCode: '1', bankName: 'Banco', agency: '1', number: '1' }
  const owned = { merchantId, receiverId: id, ownerCnpj: cnpj.serra, pixKey: cnpj.serra }
  const account = await addBankAccount(trilho.needs, { ...bank, ...owned })
  if (act !== null) await reviewReceiver(trilho.needs, { merchantId, receiverId: id, act, note: null })
  await expectRefused({ refReceiver: id, refBankAccount: account.id }, 409, 'ReceiverNotApproved')
})

test('an account added to an approved receiver is paid only once the operator has approved it', async () => {
  const { merchantId, receiverId } = payer
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const bank = { bankCode: '001', bankName: 'Banco do Brasil S.A.', agency: '1', number: '2-3' }
  const added = () => addBankAccount(trilho.needs, { merchantId, receiverId, ...bank })
  const review = (id: string, act: string, body: object) =>
    operator.post(`/operator/merchants/${merchantId}/receivers/${receiverId}/accounts/${id}/${act}`, body)
  const [requested, unwanted] = [await added(), await added()]
  await expectRefused({ refBankAccount: requested.id }, 409, 'BankAccountNotAllowed')
  expect((await review(requested.id, 'approve', {})).status).toBe(200)
  expect((await payer.post(requestsPath, { ...payer.requestBody('1'), refBankAccount: requested.id })).status).toBe(201)
  expect((await review(unwanted.id, 'reject', { note: 'Not yours' })).status).toBe(200)
  await expectRefused({ refBankAccount: unwanted.id }, 409, 'BankAccountNotAllowed')
  const { data } = (await payer.get(`/receivers/${receiverId}/accounts`)).body
  expect(data.map((account: { accountStatus: string }) => account.accountStatus)).toEqual([
    'Approved',
    'Approved',
    'Rejected',
  ])
})

test('the same Idempotency-Key and body sent ten times at once make one request', async () => {
  const merchant = await newPayer(trilho)
  const headers = { 'idempotency-key': 'november' }
  const answers = await Promise.all(times(10, () => merchant.post(requestsPath, merchant.requestBody('7.50'), headers)))
  expect(answers.map(answer => answer.status)).toEqual(times(10, () => 201))
  expect(new Set(answers.map(answer => answer.text)).size).toBe(1)
  expect(answers.filter(answer => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(9)
  expect((await merchant.get('/accounts/transactions/pix')).body.data.total).toBe(1)
  const other = await merchant.post(requestsPath, merchant.requestBody('7.51'), headers)
  expect(other.status).toBe(409)
  expect(other.body.error.details.reason).toBe('OrderIdConflict')
})
