import { expect, test } from 'vitest'
import { newPayer } from '../../../../test/kit/company-payments.ts'
import { openTrilho } from '../../../../test/kit/trilho.ts'
import { newPortalPerson } from '../../../../test/kit/portal-client.ts'
import { auditEntriesOf, everybody, expectOnly, lastChangesOf } from '../../../../test/kit/portal-roles.ts'
import { parseAmount } from '../../../platform/brazil/money.ts'
import { setApprovalPolicy } from '../../../tenancy/merchants/set-terms.ts'

const trilho = await openTrilho()
const { needs } = trilho
const operator = await newPortalPerson(trilho, { isOperator: true, name: 'Olga do Trilho' })

/** A merchant whose payments above 100 need the operator. */
async function newShop() {
  const payer = await newPayer(trilho)
  const { merchantId } = payer
  await setApprovalPolicy(needs, { merchantId, approversNeeded: 1, operatorApprovesAbove: parseAmount('100') })
  const bruna = await newPortalPerson(trilho, { merchantId, roles: ['approver'], name: 'Bruna Reis' })
  const paths = (id: string) => ({
    merchant: `/merchants/${merchantId}/requests/${id}`,
    operator: `/operator/merchants/${merchantId}/requests/${id}`,
  })
  return { ...payer, bruna, paths }
}

const queue = async (query = 'limit=50') =>
  (await operator.get(`/operator/requests?${query}`)).body.data as {
    items: { id: string; merchant: { id: string } }[]
    nextCursor: string | null
  }
const waiting = async () => (await queue()).items.map(item => item.id)

test('the queue has what is above the limit at every merchant, oldest first, until the operator agrees', async () => {
  const [one, other] = [await newShop(), await newShop()]
  await one.createRequest('100')
  const first = await one.createRequest('100.01')
  const second = await other.createRequest('200')
  const third = await one.createRequest('300')
  expect(await waiting()).toEqual([first.id, second.id, third.id])
  const page = await queue('limit=2')
  expect(page.items[1]).toMatchObject({
    merchant: { id: other.merchantId },
    approvalProgress: { operatorNeeded: true },
  })
  expect((await queue(`limit=2&cursor=${page.nextCursor}`)).items.map(item => item.id)).toEqual([third.id])

  await operator.post(`${one.paths(first.id).operator}/approve`)
  await operator.post(`${other.paths(second.id).operator}/reject`, { comment: 'Unusual' })
  await one.cancelRequest(third.id)
  expect(await waiting()).toEqual([])
})

test('a large payment needs both, in either order, and the steps show who decided in which role', async () => {
  const { createRequest, bruna, paths, readRequest, balance } = await newShop()
  const large = await createRequest('500')
  expect((await operator.get(paths(large.id).merchant)).body.data.mine).toMatchObject({
    decideAs: 'Operator',
    canApprove: true,
    canCancel: false,
  })
  expect((await bruna.post(`${paths(large.id).merchant}/approve`)).status).toBe(200)
  expect((await readRequest(large.id)).entity.status).toBe('Pending')
  expect((await lastChangesOf(trilho, bruna)).changes).toEqual({ approvalsGiven: { was: 0, is: 1 } })
  expect((await operator.post(`${paths(large.id).operator}/approve`, { comment: 'Called them' })).status).toBe(200)
  expect((await lastChangesOf(trilho, operator)).changes).toEqual({
    operatorAgreed: { was: false, is: true },
    state: { was: 'Pending', is: 'Approved' },
  })
  const { entity, flows } = await readRequest(large.id)
  expect(entity.status).toBe('Approved')
  expect(flows).toMatchObject([
    { status: 'Pending' },
    { userFullName: 'Bruna Reis', userRealm: 'Partner' },
    { userFullName: 'Olga do Trilho', userRealm: 'Operator', comment: 'Called them' },
  ])
  expect(await balance()).toMatchObject({ held: '500.000000' })
  expect((await auditEntriesOf(trilho, operator)).at(-1)).toMatchObject({
    act: 'request.approve',
    subject: large.id,
    details: { realm: 'Operator', comment: 'Called them' },
  })
})

test('of two who approve at once each audit entry has the progress that it made', async () => {
  const { createRequest, bruna, paths } = await newShop()
  for (let i = 0; i < 5; i++) {
    const { id } = await createRequest('101')
    await Promise.all([bruna.post(`${paths(id).merchant}/approve`), operator.post(`${paths(id).operator}/approve`)])
    const entries = await Promise.all([lastChangesOf(trilho, bruna), lastChangesOf(trilho, operator)])
    const last = entries.filter(({ changes }) => 'state' in (changes as object))
    expect(last).toHaveLength(1)
  }
})

test('what the policy leaves to the merchant the operator cannot decide', async () => {
  const { createRequest, paths } = await newShop()
  const { id } = await createRequest('100')
  expect((await operator.get(paths(id).merchant)).body.data.mine).toMatchObject({ decideAs: null, canApprove: false })
  for (const act of ['approve', 'reject']) {
    const { status, body } = await operator.post(`${paths(id).operator}/${act}`, { comment: 'No' })
    expect([status, body.error.details.reason]).toEqual([409, 'ApproverNotAllowed'])
  }
})

test('approving as operator asks for a fresh password or code; rejecting asks for a comment', async () => {
  const old = await newPortalPerson(trilho, { isOperator: true })
  await trilho.sql`update sessions set confirmed_at = now() - interval '6 minutes' where person_id = ${old.id}`
  const { createRequest, paths } = await newShop()
  const { id } = await createRequest('101')
  const { status, body } = await old.post(`${paths(id).operator}/approve`)
  expect([status, body.error.details.reason]).toEqual([403, 'ConfirmationRequired'])
  expect((await old.post(`${paths(id).operator}/reject`)).status).toBe(400)
})

test('only the operator has this queue and these decisions', async () => {
  const { merchantId, createRequest, paths } = await newShop()
  const { id } = await createRequest('100')
  const people = await everybody(trilho, merchantId)
  const only = (call: Parameters<typeof expectOnly>[2]) => expectOnly(people, ['operator'], call)
  await only(person => person.get('/operator/requests'))
  await only(person => person.post(`${paths(id).operator}/approve`))
  await only(person => person.post(`${paths(id).operator}/reject`, { comment: 'No' }))
  expect((await people.outsider.post(`${paths(id).operator}/approve`)).status).toBe(404)
})
