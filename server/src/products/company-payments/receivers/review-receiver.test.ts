import { describe, expect, test } from 'vitest'
import { approvedReceiver, cnpj } from '../../../../test/kit/company-payments.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import { meet, rowOf } from '../../../../test/kit/meet.ts'
import { newPortalPerson, refusalOf } from '../../../../test/kit/portal-client.ts'
import { auditEntriesOf, everybody, expectOnly, lastChangesOf } from '../../../../test/kit/portal-roles.ts'
import { addBankAccount } from './add-bank-account.ts'
import { changeReceiver } from './change-receiver.ts'
import { registerReceiver } from './register-receiver.ts'

const trilho = await openTrilho()
const { needs } = trilho
const { merchantId, ...api } = await trilho.newMerchant()
const people = await everybody(trilho, merchantId)
const { operator } = people

const register = async (fantasyName = 'Moinho Estrela') =>
  (await registerReceiver(needs, { merchantId, fantasyName, cnpj: cnpj.moinho })).id
const pathOf = (id: string, act: string) => `/operator/merchants/${merchantId}/receivers/${id}/${act}`
const statusOf = async (id: string) => (await api.get(`/receivers/${id}`)).body.data.items[0]
const seen = { revision: 0 }

test('the queue has what waits at every merchant, oldest first, with accounts, page by page', async () => {
  await trilho.sql`update receivers set status = 'Rejected' where status = 'Pending'`
  const other = await trilho.newMerchant()
  const ids: string[] = []
  for (const at of [merchantId, other.merchantId, merchantId, other.merchantId, merchantId]) {
    const { id } = await registerReceiver(needs, { merchantId: at, fantasyName: 'Serra', cnpj: cnpj.serra })
    const bank = { bankCode: '001', bankName: 'Banco do Brasil S.A.', agency: '1', number: '2-3' }
    await addBankAccount(needs, { merchantId: at, receiverId: id, ...bank })
    ids.push(id)
  }
  const first = (await operator.get('/operator/receivers?limit=3')).body.data
  const second = (await operator.get(`/operator/receivers?limit=3&cursor=${first.nextCursor}`)).body.data
  const items = [...first.items, ...second.items]
  expect(items.map(item => item.id)).toEqual(ids)
  expect(second.nextCursor).toBeNull()
  expect(items[1]).toMatchObject({
    merchant: { id: other.merchantId, name: 'Padaria São João Ltda' },
    accounts: [{ bankCode: '001', pixKey: cnpj.serra }],
    revision: 1,
  })
})

test('an approved receiver can be paid, leaves the queue, and the audit log of its merchant names the reviewer', async () => {
  const id = await register()
  const { status, body } = await operator.post(pathOf(id, 'approve'), { ...seen, note: 'Welcome' })
  expect([status, body.data.status]).toEqual([200, 'Approved'])
  expect(body.data.reviewedAt).toMatch(/Z$/)
  expect(await statusOf(id)).toMatchObject({ receiverStatus: 'Approved', reviewNote: 'Welcome' })
  const waiting = (await operator.get('/operator/receivers?limit=50')).body.data.items
  expect(waiting.map((item: { id: string }) => item.id)).not.toContain(id)
  expect((await auditEntriesOf(trilho, operator)).at(-1)).toMatchObject({
    act: 'receiver.approve',
    subject: id,
    merchantId,
    details: {
      fantasyName: 'Moinho Estrela',
      note: 'Welcome',
      changes: { state: { was: 'Pending', is: 'Approved' } },
    },
  })
})

test('a rejection needs a note, which the merchant reads', async () => {
  const id = await register()
  for (const note of [{}, { note: ' ' }])
    expect((await operator.post(pathOf(id, 'reject'), { ...seen, ...note })).status).toBe(400)
  expect(await statusOf(id)).toMatchObject({ receiverStatus: 'Pending' })
  expect((await operator.post(pathOf(id, 'reject'), { ...seen, note: 'Inactive' })).status).toBe(200)
  expect(await statusOf(id)).toMatchObject({ receiverStatus: 'Rejected', reviewNote: 'Inactive' })
  expect(await lastChangesOf(trilho, operator)).toEqual({
    act: 'receiver.reject',
    changes: { state: { was: 'Pending', is: 'Rejected' } },
  })
})

test('approving asks for a fresh password or code, rejecting does not', async () => {
  const old = await newPortalPerson(trilho, { isOperator: true })
  await trilho.sql`update sessions set confirmed_at = now() - interval '6 minutes' where person_id = ${old.id}`
  const id = await register()
  const { status, body } = await old.post(pathOf(id, 'approve'), seen)
  expect([status, body.error.details.reason]).toEqual([403, 'ConfirmationRequired'])
  expect((await old.post(pathOf(id, 'reject'), { ...seen, note: 'Inactive' })).status).toBe(200)
})

test('what was changed since the operator looked must be looked at again', async () => {
  const id = await register()
  await changeReceiver(needs, { merchantId, receiverId: id, fantasyName: 'Other', cnpj: cnpj.serra })
  for (const act of ['approve', 'reject']) {
    const { status, body } = await operator.post(pathOf(id, act), { ...seen, note: 'Seen' })
    expect([status, body.error.details.reason]).toEqual([409, 'ReceiverChanged'])
  }
  expect(await statusOf(id)).toMatchObject({ receiverStatus: 'Pending' })
  expect((await auditEntriesOf(trilho, operator)).filter(({ subject }) => subject === id)).toEqual([])
  expect((await operator.post(pathOf(id, 'approve'), { revision: 1 })).status).toBe(200)
})

test.each(times(4, n => n))('of two operators at once one wins and the other gets an error (%i)', async n => {
  const second = await newPortalPerson(trilho, { isOperator: true })
  const id = await register()
  const answers: number[] = []
  const reviews = [
    async () => void answers.push((await operator.post(pathOf(id, 'approve'), seen)).status),
    async () => void answers.push((await second.post(pathOf(id, 'reject'), { ...seen, note: 'No' })).status),
  ]
  await meet(trilho.sql, rowOf('receivers', id), n % 2 === 0 ? reviews : reviews.toReversed())
  expect(answers.toSorted()).toEqual([200, 409])
})

test('only the operator reviews, and only what is there', async () => {
  const id = await register()
  const only = (call: Parameters<typeof expectOnly>[2]) => expectOnly(people, ['operator'], call)
  await only(person => person.get('/operator/receivers'))
  await only(person => person.post(pathOf('019a0000-0000-7000-8000-000000000000', 'approve'), seen))
  await only(person => person.post(pathOf(id, 'reject'), { revision: 99, note: 'No' }))
  const nowhere = `/operator/merchants/019a0000-0000-7000-8000-000000000000/receivers/${id}/approve`
  for (const path of [nowhere, pathOf('abc', 'approve')]) {
    const { status, body } = await operator.post(path, seen)
    expect([status, body.error.name]).toEqual([404, 'NotFoundError'])
  }
})

describe('an account that came after the review', () => {
  const bank = { bankCode: '001', bankName: 'Banco do Brasil S.A.', agency: '1', number: '2-3' }
  const accountPath = (receiverId: string, accountId: string, act: string) =>
    pathOf(receiverId, `accounts/${accountId}/${act}`)

  async function added() {
    const { receiverId } = await approvedReceiver(needs, merchantId)
    const { id } = await addBankAccount(needs, { merchantId, receiverId, ...bank })
    return { receiverId, id }
  }

  test('waits in a queue of its own until the operator decides, and the audit log names the operator', async () => {
    await operator.post(pathOf(await register(), 'reject'), { ...seen, note: 'Gone' })
    const { receiverId, id } = await added()
    const queue = async () => (await operator.get('/operator/accounts?limit=50')).body.data.items
    expect(await queue()).toMatchObject([
      {
        id,
        ...bank,
        status: 'Pending',
        receiver: { id: receiverId, name: 'Moinho Estrela' },
        merchant: { id: merchantId },
      },
    ])
    const { status, body } = await operator.post(accountPath(receiverId, id, 'approve'), { note: 'Welcome' })
    expect([status, body.data]).toMatchObject([200, { id, status: 'Approved', reviewNote: 'Welcome' }])
    expect(await queue()).toEqual([])
    expect((await auditEntriesOf(trilho, operator)).at(-1)).toMatchObject({
      act: 'receiver.approveAccount',
      subject: receiverId,
      merchantId,
      details: { accountId: id, number: '2-3', changes: { state: { was: 'Pending', is: 'Approved' } } },
    })
  })

  test('is decided once, by a fresh password for a yes and with a note for a no', async () => {
    const { receiverId, id } = await added()
    expect((await operator.post(accountPath(receiverId, id, 'reject'), {})).status).toBe(400)
    const old = await newPortalPerson(trilho, { isOperator: true })
    await trilho.sql`update sessions set confirmed_at = now() - interval '6 minutes' where person_id = ${old.id}`
    expect(refusalOf(await old.post(accountPath(receiverId, id, 'approve'), {}))).toEqual([403, 'ConfirmationRequired'])
    expect((await old.post(accountPath(receiverId, id, 'reject'), { note: 'No' })).status).toBe(200)
    expect(await lastChangesOf(trilho, old)).toEqual({
      act: 'receiver.rejectAccount',
      changes: { state: { was: 'Pending', is: 'Rejected' } },
    })
    expect(refusalOf(await operator.post(accountPath(receiverId, id, 'approve'), {}))).toEqual([
      409,
      'ReceiverStatusNotAllowed',
    ])
  })

  test('before the review it is decided with its receiver, not by itself', async () => {
    const receiverId = await register()
    const { id } = await addBankAccount(needs, { merchantId, receiverId, ...bank })
    expect(refusalOf(await operator.post(accountPath(receiverId, id, 'approve'), {}))).toEqual([
      409,
      'ReceiverStatusNotAllowed',
    ])
    expect((await operator.get('/operator/accounts?limit=50')).body.data.items).not.toContainEqual(
      expect.objectContaining({ id }),
    )
    await operator.post(pathOf(receiverId, 'approve'), { revision: 1 })
    expect((await api.get(`/receivers/${receiverId}/accounts`)).body.data).toMatchObject([
      { accountStatus: 'Approved' },
    ])
  })

  test('is reviewed by operators only, at its own receiver', async () => {
    const [one, other] = [await added(), await added()]
    const only = (call: Parameters<typeof expectOnly>[2]) => expectOnly(people, ['operator'], call)
    await only(person => person.get('/operator/accounts'))
    await only(person => person.post(accountPath(one.receiverId, other.id, 'approve'), {}))
    await only(person => person.post(accountPath(one.receiverId, other.id, 'reject'), { note: 'No' }))
    for (const path of [
      accountPath(one.receiverId, other.id, 'approve'),
      accountPath(one.receiverId, 'abc', 'approve'),
    ])
      expect(refusalOf(await operator.post(path, {}))).toEqual([404, 'BankAccountNotFound'])
  })
})
