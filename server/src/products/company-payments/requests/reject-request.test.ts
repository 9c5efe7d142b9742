import { expect, test } from 'vitest'
import { newPayer } from '../../../../test/kit/company-payments.ts'
import { openTrilho } from '../../../../test/kit/trilho.ts'
import { auditBooks } from '../../../operations/books-audit/audit-books.ts'
import { setApprovalPolicy } from '../../../tenancy/merchants/set-terms.ts'

const trilho = await openTrilho()

test('the sandbox approves for all approvers, with a comment, and answers the request', async () => {
  const payer = await newPayer(trilho)
  await setApprovalPolicy(trilho.needs, { merchantId: payer.merchantId, approversNeeded: 3, operatorApprovesAbove: 0n })
  const { id } = await payer.createRequest('25')
  const { status, body } = await payer.approve(id, { comment: 'ok' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ statusCode: 'Done', data: { id, status: 'Approved', amount: '25.000000' } })
  const { entity, flows } = await payer.readRequest(id)
  expect(body.data).toEqual(entity)
  expect(flows.at(-1)).toMatchObject({ userFullName: 'Sandbox Approver', userRealm: 'Partner', comment: 'ok' })
  expect(await payer.balance()).toMatchObject({ available: '975.000000', held: '25.000000' })
})

test('the sandbox rejects: the request is Rejected, its transaction Cancelled, and no money has moved', async () => {
  const payer = await newPayer(trilho)
  const { id, refTransaction } = await payer.createRequest()
  const { status, body } = await payer.reject(id, { comment: 'wrong invoice' })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    id,
    status: 'Rejected',
    executionState: 'Cancelled',
    executionRegisteredDate: null,
    executionCompletedDate: null,
  })
  const { entity, flows } = await payer.readRequest(id)
  expect(entity).toEqual(body.data)
  expect(flows.at(-1)).toMatchObject({ status: 'Rejected', comment: 'wrong invoice' })
  expect(await payer.stateOf(refTransaction)).toBe('Canceled')
  expect(await payer.balance()).toMatchObject({ available: '1000.000000', held: '0.000000' })
  expect(await auditBooks(trilho)).toEqual([])
})

test.each([
  ['approve', 'approve'],
  ['approve', 'reject'],
  ['reject', 'approve'],
  ['reject', 'reject'],
  ['cancelRequest', 'approve'],
  ['cancelRequest', 'reject'],
] as const)('after %s, %s is refused and changes nothing', async (first, second) => {
  const payer = await newPayer(trilho)
  const { id } = await payer.createRequest()
  expect((await payer[first](id)).status).toBe(200)
  const before = [await payer.readRequest(id), await payer.balance()]
  const { status, body } = await payer[second](id)
  expect(status).toBe(409)
  expect(body.error.details.reason).toBe('PaymentRequestNotPending')
  const after = [await payer.readRequest(id), await payer.balance()]
  expect(after).toEqual([before[0], { ...before[1], date: after[1].date }])
})

test.each([
  [{ comment: 7 }, 'type'],
  [{ comment: 'x'.repeat(1025) }, 'maxLength'],
])('a comment that is none is refused', async (body, code) => {
  const payer = await newPayer(trilho)
  const { id } = await payer.createRequest()
  for (const answer of [await payer.approve(id, body), await payer.reject(id, body)]) {
    expect(answer.status).toBe(400)
    expect(answer.body.error.details).toMatchObject([{ path: '/comment', code }])
  }
})

test.each(['complete', 'error', 'cancel', 'register', 'reverse', 'refund'])(
  'before the approval, %s of its transaction is refused',
  async simulation => {
    const payer = await newPayer(trilho)
    const { id, refTransaction } = await payer.createRequest()
    const { status, body } = await payer.simulate(simulation, refTransaction)
    expect(status).toBe(409)
    expect(body.error.details.reason).toBe('PaymentRequestNotApproved')
    expect((await payer.readRequest(id)).entity).toMatchObject({ status: 'Pending', executionState: 'Created' })
  },
)

test('in production nobody decides by API', async () => {
  const production = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) })
  const payer = await newPayer(production)
  const { id } = await payer.createRequest()
  for (const answer of [await payer.approve(id), await payer.reject(id)]) expect(answer.status).toBe(404)
})
