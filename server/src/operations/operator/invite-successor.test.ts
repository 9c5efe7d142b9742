import { expect, test } from 'vitest'
import { linkIn, openMailbox } from '../../../test/kit/mailbox.ts'
import { newPersonWithPassword, newPortalPerson, newVisitor, refusalOf } from '../../../test/kit/portal-client.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'

const mailbox = await openMailbox()
const trilho = await openTrilho(mailbox.settings)
const operator = await newPortalPerson(trilho, { isOperator: true, name: 'Olga Operadora' })
const rita = () => ({ name: 'Rita Nova', email: `${crypto.randomUUID()}@example.com`, note: 'Ana deixou a empresa' })

async function newShop() {
  const { merchantId } = await trilho.newMerchant()
  const owner = await newPersonWithPassword(trilho, { merchantId })
  return { merchantId, owner, successor: `/operator/merchants/${merchantId}/successor` }
}

test('an operator gives a merchant a second owner; the first is notified and can then be disabled', async () => {
  const { merchantId, owner, successor } = await newShop()
  const disable = () => operator.post(`/operator/people/${owner.id}/disable`)
  expect(refusalOf(await disable())).toEqual([409, 'LastOwner'])
  const requested = rita()
  expect((await operator.post(successor, requested)).status).toBe(201)

  const mail = await mailbox.mailTo(owner.email)
  for (const word of [requested.name, requested.email, requested.note, 'Olga Operadora'])
    expect(mail.text).toContain(word)
  const token = linkIn(await mailbox.mailTo(requested.email))
    .split('/')
    .at(-1)
  expect((await newVisitor(trilho.url).post(`/links/${token}`, { password: 'uma senha bem longa' })).status).toBe(200)
  expect(
    await trilho.sql`select person_name, details from audit_entries where act = 'member.invite' and merchant_id = ${merchantId}`,
  ).toMatchObject([{ personName: 'Olga Operadora', details: { ...requested, roles: ['owner'] } }])
  expect((await disable()).status).toBe(200)
  const { data } = (await operator.get(`/operator/merchants/${merchantId}`)).body
  expect(data.awaitsOwner).toBe(false)
})

test('who belongs to the merchant already becomes an owner, too; who is one is not made one again', async () => {
  const { merchantId, owner, successor } = await newShop()
  const approver = await newPersonWithPassword(trilho, { merchantId, roles: ['approver'] })
  const requested = { ...rita(), email: approver.email }
  expect((await operator.post(successor, requested)).status).toBe(201)
  const members = (await operator.get(`/merchants/${merchantId}/members`)).body.data.items
  expect(members.find((one: { personId: string }) => one.personId === approver.id).roles).toEqual(['approver', 'owner'])
  for (const email of [approver.email, owner.email])
    expect(refusalOf(await operator.post(successor, { ...requested, email }))).toEqual([409, 'AlreadyMember'])
})

test('it takes an operator, a fresh confirmation and a reason', async () => {
  const { merchantId, successor } = await newShop()
  const another = await newPortalPerson(trilho, { merchantId })
  expect(refusalOf(await another.post(successor, rita()))).toEqual([403, 'RoleNotAllowed'])
  expect((await operator.post(successor, { ...rita(), note: ' ' })).status).toBe(400)
  trilho.clock.aheadMs = 6 * 60_000
  expect(refusalOf(await operator.post(successor, rita()))).toEqual([403, 'ConfirmationRequired'])
  trilho.clock.aheadMs = 0
})
