import { expect, test } from 'vitest'
import { newPayer, type Payer } from '../../../../test/kit/company-payments.ts'
import { openTrilho } from '../../../../test/kit/trilho.ts'
import { auditBooks } from '../../../operations/books-audit/audit-books.ts'
import { parseAmount } from '../../../platform/brazil/money.ts'
import type { Actor } from '../../approvals/steps.ts'
import { createRequest } from './create-request.ts'
import { setApprovalPolicy } from '../../../tenancy/merchants/set-terms.ts'
import { approveRequest, rejectRequest } from './decide-request.ts'

const trilho = await openTrilho()
const { needs } = trilho

const person = (id: string): Actor => ({ id, name: `${id} of the bakery`, realm: 'Partner' })
const operator: Actor = { id: 'olga', name: 'Olga of Trilho', realm: 'Operator' }
const [ana, bruno, carla] = [person('ana'), person('bruno'), person('carla')]

const approve = ({ merchantId }: Payer, requestId: string, by: Actor, comment: string | null = null) =>
  approveRequest(needs, { merchantId, requestId, by, comment })
const setPolicy = ({ merchantId }: Payer, approversNeeded: number, above: string | null = null) =>
  setApprovalPolicy(needs, {
    merchantId,
    approversNeeded,
    operatorApprovesAbove: above === null ? null : parseAmount(above),
  })

/** Asked for in the portal, by a person. */
const asked = async ({ merchantId, receiverId, accountId }: Payer, requestedBy: Actor, amount = '10') => {
  const details = { amount: parseAmount(amount), description: 'Flour', receiverId, accountId }
  const requested = { merchantId, ...details, requestedBy, idempotencyKey: undefined }
  return (await createRequest(needs, requested)).request.id
}

type Step = { userFullName: string; userRealm: string; status: string; comment: string | null }
const stepsOf = async (payer: Payer, id: string) =>
  (await payer.readRequest(id)).flows.map((step: Step) => [
    step.userFullName,
    step.userRealm,
    step.status,
    step.comment,
  ])
const statusOf = async (payer: Payer, id: string) => (await payer.readRequest(id)).entity.status

test('one approver is enough by default; amount and charges are held, and the steps show who did what', async () => {
  const payer = await newPayer(trilho, { balance: '100', chargeFixed: '0.10', chargeRate: 990_000n })
  const id = await asked(payer, ana, '50')
  await approve(payer, id, bruno, 'Goods have come')
  expect(await payer.balance()).toMatchObject({ available: '49.400000', held: '50.600000' })
  expect((await payer.readRequest(id)).entity).toMatchObject({ status: 'Approved', executionState: 'Created' })
  expect(await stepsOf(payer, id)).toEqual([
    ['ana of the bakery', 'Partner', 'Pending', null],
    ['bruno of the bakery', 'Partner', 'Approved', 'Goods have come'],
  ])
  expect(await auditBooks(trilho)).toEqual([])
})

test('the requester can neither approve nor reject, in the portal or with the same access key', async () => {
  const payer = await newPayer(trilho)
  const id = await asked(payer, ana)
  const refused = { reason: 'ApproverNotAllowed', status: 409 }
  await expect(approve(payer, id, ana)).rejects.toMatchObject(refused)
  const rejection = { merchantId: payer.merchantId, requestId: id, by: ana, comment: null }
  await expect(rejectRequest(needs, rejection)).rejects.toMatchObject(refused)
  expect(await stepsOf(payer, id)).toHaveLength(1)
  expect(await statusOf(payer, id)).toBe('Pending')

  const byKey = await payer.createRequest()
  const keyId = (await trilho.sql`select id from access_keys where merchant_id = ${payer.merchantId}`)[0]?.id
  await expect(approve(payer, byKey.id, person(`key:${keyId}`))).rejects.toMatchObject(refused)
})

test('where two must agree, the first leaves it Pending and holds nothing, and no one counts twice', async () => {
  const payer = await newPayer(trilho)
  await setPolicy(payer, 2)
  const id = await asked(payer, ana)
  expect(await approve(payer, id, bruno)).toMatchObject({ status: 'Pending' })
  expect(await payer.balance()).toMatchObject({ available: '1000.000000', held: '0.000000' })
  await expect(approve(payer, id, bruno)).rejects.toMatchObject({ reason: 'ApproverNotAllowed' })
  expect(await statusOf(payer, id)).toBe('Pending')

  expect(await approve(payer, id, carla)).toMatchObject({ status: 'Approved' })
  expect(await payer.balance()).toMatchObject({ available: '990.000000', held: '10.000000' })
  expect((await stepsOf(payer, id)).map(([name]: string[]) => name?.split(' ')[0])).toEqual(['ana', 'bruno', 'carla'])
})

test('up to the limit the operator is not needed; above it the operator must agree too, in any order', async () => {
  const payer = await newPayer(trilho)
  await setPolicy(payer, 1, '100')
  const atLimit = await asked(payer, ana, '100')
  expect(await approve(payer, atLimit, bruno)).toMatchObject({ status: 'Approved' })

  const above = await asked(payer, ana, '100.000001')
  expect(await approve(payer, above, bruno)).toMatchObject({ status: 'Pending' })
  expect(await approve(payer, above, carla)).toMatchObject({ status: 'Pending' })
  expect(await approve(payer, above, operator)).toMatchObject({ status: 'Approved' })

  const operatorFirst = await asked(payer, ana, '200')
  expect(await approve(payer, operatorFirst, operator)).toMatchObject({ status: 'Pending' })
  expect(await approve(payer, operatorFirst, bruno)).toMatchObject({ status: 'Approved' })
  expect(await stepsOf(payer, operatorFirst)).toEqual([
    ['ana of the bakery', 'Partner', 'Pending', null],
    ['Olga of Trilho', 'Operator', 'Approved', null],
    ['bruno of the bakery', 'Partner', 'Approved', null],
  ])
  expect(await payer.balance()).toMatchObject({ held: '400.000001' })
})

test("the operator's word does not replace the merchant's own approver", async () => {
  const payer = await newPayer(trilho)
  await setPolicy(payer, 1, '5')
  const id = await asked(payer, ana)
  expect(await approve(payer, id, operator)).toMatchObject({ status: 'Pending' })
  expect(await statusOf(payer, id)).toBe('Pending')
})

test('where the policy does not require the operator, the operator decides nothing', async () => {
  const payer = await newPayer(trilho)
  await setPolicy(payer, 1, '10')
  const id = await asked(payer, ana, '10')
  const decision = { merchantId: payer.merchantId, requestId: id, by: operator, comment: null }
  for (const decide of [approveRequest, rejectRequest])
    await expect(decide(needs, decision)).rejects.toMatchObject({ reason: 'ApproverNotAllowed', status: 409 })
  expect(await stepsOf(payer, id)).toHaveLength(1)
})

test("each merchant's policy is its own, and a changed one holds from the next decision on", async () => {
  const [strict, plain] = [await newPayer(trilho), await newPayer(trilho)]
  await setPolicy(strict, 2)
  expect(await approve(plain, await asked(plain, ana), bruno)).toMatchObject({ status: 'Approved' })
  const id = await asked(strict, ana)
  await setPolicy(strict, 3)
  expect(await approve(strict, id, bruno)).toMatchObject({ status: 'Pending' })
  await setPolicy(strict, 2)
  expect(await approve(strict, id, carla)).toMatchObject({ status: 'Approved' })
})

test('without enough money the approval is refused, the request stays Pending and no step is written', async () => {
  const payer = await newPayer(trilho, { balance: '50', chargeFixed: '0.10' })
  const { id, refTransaction } = await payer.createRequest('50')
  const { status, body } = await payer.approve(id)
  expect(status).toBe(409)
  expect(body.error).toMatchObject({
    name: 'OperationError',
    details: { reason: 'InsufficientBalance', message: '50.100000 is needed, 50.000000 is available' },
  })
  expect(await payer.readRequest(id)).toMatchObject({
    entity: { status: 'Pending', executionState: 'Created' },
    flows: [{ status: 'Pending' }],
  })
  expect(await payer.balance()).toMatchObject({ available: '50.000000', held: '0.000000' })
  expect((await payer.simulate('complete', refTransaction)).body.error.details.reason).toBe('PaymentRequestNotApproved')

  const cashIn = await payer.createCashIn({ amount: '1' })
  await payer.simulate('complete', cashIn)
  expect((await payer.approve(id)).status).toBe(200)
  expect(await payer.balance()).toMatchObject({ available: '0.800000', held: '50.100000' })
  expect(await auditBooks(trilho)).toEqual([])
})
