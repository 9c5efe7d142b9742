import { expect, test } from 'vitest'
import { call } from '../../../test/kit/api-client.ts'
import { newPayer } from '../../../test/kit/company-payments.ts'
import { newPortalPerson, refusalOf as refusal } from '../../../test/kit/portal-client.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'

const trilho = await openTrilho()
const operator = await newPortalPerson(trilho, { isOperator: true, name: 'Olga Operadora' })
const reason = 'Documentos da empresa vencidos'

const suspended = [403, 'MerchantSuspended']

const act = (merchantId: string, name: 'suspend' | 'resume', form: object = {}) =>
  operator.post(`/operator/merchants/${merchantId}/${name}`, form)

test('a suspended merchant: keys are refused with a reason, money and what arrives stay, its people read why, and it goes on afterwards', async () => {
  const api = await trilho.newMerchant({ balance: '100' })
  const { merchantId } = api
  const owner = await newPortalPerson(trilho, { merchantId, roles: ['owner'] })
  const cashIn = await api.createCashIn({ amount: '25' })
  const answered = await act(merchantId, 'suspend', { reason })
  expect(answered.body.data).toMatchObject({
    payoutsUnderWay: 0,
    merchant: { suspension: { by: 'Olga Operadora', reason }, balance: { available: '100.000000' } },
  })
  expect(refusal(await act(merchantId, 'suspend', { reason }))).toEqual([409, 'MerchantStateNotAllowed'])
  expect((await operator.get(`/operator/merchants?search=${merchantId}`)).body.data.items).toMatchObject([
    { isSuspended: true },
  ])

  // A process that has just come up knows it at once; the others within 3 seconds.
  const { url, needs } = await trilho.startServer()
  const there = (path: string, init: RequestInit = {}) => call(`${url}${path}`, init)
  const headers = { authorization: `Bearer ${api.token}` }
  expect(refusal(await there('/accounts/balance', { headers }))).toEqual(suspended)
  const { accessKey, secret } = api
  const login = { method: 'POST', headers: { 'content-type': 'application/json' } }
  expect(refusal(await there('/login', { ...login, body: JSON.stringify({ accessKey, secret }) }))).toEqual(suspended)
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: accessKey, client_secret: secret })
  const oauth = await there('/oauth/token', { method: 'POST', body: form })
  expect([oauth.status, oauth.body.error]).toEqual([403, 'unauthorized_client'])

  const page = await there(new URL(needs.addresses.payerPage(merchantId, cashIn)).pathname)
  expect(page.text).toContain('não está recebendo pagamentos no momento')
  await trilho.needs.door.apply({
    merchantId,
    id: cashIn,
    event: { kind: 'paid', amount: 25_000_000n, participant: null, endToEndId: `E${'1'.repeat(31)}` },
  })

  const session = await owner.get('/session')
  expect(session.body.data.merchants).toMatchObject([{ suspensionReason: reason }])
  expect((await owner.get(`/merchants/${merchantId}/home`)).body.data.balance.available).toBe('125.000000')
  const charge = { amount: '10', description: 'Bolo' }
  expect(refusal(await owner.post(`/merchants/${merchantId}/charges`, charge))).toEqual(suspended)
  const log = await owner.get(`/merchants/${merchantId}/audit-log?act=merchant.suspend`)
  expect(log.body.data.items).toMatchObject([
    { personName: 'Olga Operadora', details: { reason, changes: { state: { was: 'Active', is: 'Suspended' } } } },
  ])

  expect((await act(merchantId, 'resume')).body.data.suspension).toBeNull()
  expect(refusal(await act(merchantId, 'resume'))).toEqual([409, 'MerchantStateNotAllowed'])
  const lifted = await owner.get(`/merchants/${merchantId}/audit-log?act=merchant.resume`)
  expect(lifted.body.data.items.at(-1).details.changes).toEqual({
    state: { was: 'Suspended', is: 'Active' },
    suspensionReason: { was: reason, is: null },
  })
  const again = await trilho.startServer()
  expect((await call(`${again.url}/accounts/balance`, { headers })).status).toBe(200)
})

test('people of a suspended merchant answer its disputes in the portal: their clock goes on', async () => {
  const shop = await trilho.newMerchant()
  const { merchantId } = shop
  const id = await shop.createCashIn({ amount: '25' })
  await shop.simulate('complete', id)
  const dispute = (await shop.post('/sandbox/disputes', { transactionId: id })).body.data
  const path = `/merchants/${merchantId}/disputes/${dispute.id}`
  await act(merchantId, 'suspend', { reason })
  const finance = await newPortalPerson(trilho, { merchantId, roles: ['finance'] })
  const viewer = await newPortalPerson(trilho, { merchantId, roles: ['viewer'] })
  const answer = { text: 'Entregue na segunda', files: [] }
  expect((await finance.get(path)).body.data.canDefend).toBe(true)
  expect((await finance.post(`${path}/files`, { fileName: 'entrega.pdf' })).status).toBe(201)
  expect(refusal(await viewer.post(`${path}/defence`, answer))).toEqual([403, 'RoleNotAllowed'])
  expect((await finance.post(`${path}/defence`, answer)).body.data.state).toBe('Defended')
  expect(refusal(await finance.post(`/merchants/${merchantId}/transactions/${id}/refund`, {}))).toEqual(suspended)
})

test('nobody approves a payment of a suspended merchant; a payment link says that the shop pauses, and opens no charge', async () => {
  const payer = await newPayer(trilho)
  const { merchantId } = payer
  const request = await payer.createRequest()
  const approver = await newPortalPerson(trilho, { merchantId, roles: ['approver'] })
  const link = (await payer.post('/payment-links', { title: 'Bolo', amount: '10' })).body.data
  await act(merchantId, 'suspend', { reason })
  const approve = await approver.post(`/merchants/${merchantId}/requests/${request.id}/approve`, {})
  expect(refusal(approve)).toEqual(suspended)
  const { url } = await trilho.startServer()
  const address = `${url}${new URL(link.url).pathname}`
  expect((await call(address)).text).toContain('não está recebendo pagamentos no momento')
  const paying = await call(address, { method: 'POST', body: new URLSearchParams({ once: crypto.randomUUID() }) })
  expect([paying.status, paying.text]).toEqual([409, expect.stringContaining('não está recebendo')])
})
