import { describe, expect, test } from 'vitest'
import { approvedReceiver, cnpj, newPayer, requestsPath } from '../../../../test/kit/company-payments.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import { meet, paymentRequest } from '../../../../test/kit/meet.ts'
import { type PortalPerson, newPortalPerson } from '../../../../test/kit/portal-client.ts'
import {
  auditEntriesOf,
  everybody,
  expectNotFoundByOutsiders,
  expectOnly,
  lastChangesOf,
} from '../../../../test/kit/portal-roles.ts'
import { auditBooks } from '../../../operations/books-audit/audit-books.ts'
import { setApprovalPolicy, setBillingPlan } from '../../../tenancy/merchants/set-terms.ts'

const trilho = await openTrilho()
const { needs } = trilho

/** A merchant with money, a receiver, and its people. */
async function newShop(options: Parameters<typeof newPayer>[1] = {}) {
  const payer = await newPayer(trilho, options)
  const { merchantId, receiverId, accountId } = payer
  const person = (role: 'finance' | 'approver' | 'owner' | 'viewer', name: string) =>
    newPortalPerson(trilho, { merchantId, roles: [role], name })
  const base = `/merchants/${merchantId}/requests`
  const form = { amount: '30', description: 'Flour for November', receiverId, accountId }
  const fabio = await person('finance', 'Fábio Lima')
  return {
    ...payer,
    base,
    form,
    person,
    fabio,
    bruna: await person('approver', 'Bruna Reis'),
    ask: async (amount = '30', by: PortalPerson = fabio): Promise<string> =>
      (await by.post(base, { ...form, amount })).body.data.id,
    read: async (id: string, by: PortalPerson = fabio) => (await by.get(`${base}/${id}`)).body.data,
    policy: (approversNeeded: number, above: bigint | null = null) =>
      setApprovalPolicy(needs, { merchantId, approversNeeded, operatorApprovesAbove: above }),
  }
}

describe('asking for a payment', () => {
  test('a person asks, the API reads the same request, nothing is held, and the audit log has it', async () => {
    const { base, form, fabio, readRequest, balance, read } = await newShop()
    const { status, body } = await fabio.post(base, { ...form, amount: '30.5' })
    expect(status).toBe(201)
    const { id } = body.data
    const byApi = await readRequest(id)
    expect(byApi.entity).toMatchObject({ id, amount: '30.500000', status: 'Pending', description: form.description })
    expect(byApi.flows).toMatchObject([{ userFullName: 'Fábio Lima', userRealm: 'Partner', status: 'Pending' }])
    expect(await balance()).toMatchObject({ held: '0.000000' })
    expect(await read(id)).toMatchObject({
      id,
      amount: '30.500000',
      status: 'Pending',
      requestedBy: 'Fábio Lima',
      transactionId: byApi.entity.refTransaction,
      receiver: { name: 'Moinho Estrela', cnpj: cnpj.moinho },
      account: { bankCode: '341' },
      pixKey: { type: 'CNPJ', value: cnpj.moinho },
      steps: [{ name: 'Fábio Lima', realm: 'Partner', status: 'Pending', comment: null, isMe: true }],
    })
    expect((await auditEntriesOf(trilho, fabio)).at(-1)).toMatchObject({
      act: 'request.make',
      subject: id,
      details: { amount: '30.500000', receiver: 'Moinho Estrela' },
    })
  })

  test('a form sent twice asks for one payment', async () => {
    const { base, form, fabio } = await newShop()
    const send = () => fabio.post(base, { ...form, formKey: '019a0000-0000-7000-8000-000000000000' })
    const [first, second] = [await send(), await send()]
    expect(second.body.data.id).toBe(first.body.data.id)
    expect((await fabio.get(base)).body.data.items).toHaveLength(1)
  })

  test.each([
    [{ amount: '0' }, '/amount', 'pattern'],
    [{ amount: '1.234,56' }, '/amount', 'pattern'],
    [{ description: '  ' }, '/description', 'pattern'],
    [{ receiverId: 7 }, '/receiverId', 'type'],
  ])('%j does not have the promised form', async (wrong, path, code) => {
    const { base, form, fabio } = await newShop()
    const { status, body } = await fabio.post(base, { ...form, ...wrong })
    expect(status).toBe(400)
    expect(body.error.details).toContainEqual(expect.objectContaining({ path, code }))
  })

  test("another merchant's receiver is not found, and an account of another receiver not allowed", async () => {
    const { base, form, fabio, merchantId } = await newShop()
    const other = await newPayer(trilho)
    const foreign = await fabio.post(base, { ...form, receiverId: other.receiverId })
    expect([foreign.status, foreign.body.error.details.reason]).toEqual([404, 'ReceiverNotFound'])
    const second = await approvedReceiver(needs, merchantId, cnpj.serra)
    const mixed = await fabio.post(base, { ...form, accountId: second.accountId })
    expect([mixed.status, mixed.body.error.details.reason]).toEqual([409, 'BankAccountNotAllowed'])
  })
})

describe('four eyes', () => {
  test('the requester cannot decide, even as an owner, and sees who can', async () => {
    const { base, ask, read, person, bruna } = await newShop()
    const owner = await person('owner', 'Olívia Prado')
    const id = await ask('30', owner)
    expect(await read(id, owner)).toMatchObject({
      mine: { asked: true, decided: false, decideAs: null, canApprove: false, canCancel: true },
      mayStillApprove: [{ id: bruna.id, name: 'Bruna Reis' }],
      approvalProgress: { approversNeeded: 1, approvalsGiven: 0, operatorNeeded: false, operatorAgreed: false },
    })
    for (const act of ['approve', 'reject']) {
      const { status, body } = await owner.post(`${base}/${id}/${act}`, { comment: 'Mine' })
      expect([status, body.error.details.reason]).toEqual([409, 'ApproverNotAllowed'])
    }
    expect((await auditEntriesOf(trilho, owner)).map(({ act }) => act)).toEqual(['request.make'])
    expect(await read(id, bruna)).toMatchObject({ mine: { asked: false, decideAs: 'Partner', canApprove: true } })
  })

  test('where two are needed, the first approver sees that and waits for the second', async () => {
    const { base, ask, read, person, bruna, policy } = await newShop()
    await policy(2)
    const owner = await person('owner', 'Olívia Prado')
    const id = await ask()
    expect((await bruna.post(`${base}/${id}/approve`)).status).toBe(200)
    expect(await read(id, bruna)).toMatchObject({
      status: 'Pending',
      approvalProgress: { approversNeeded: 2, approvalsGiven: 1 },
      mine: { decided: true, decideAs: null, canApprove: false },
      mayStillApprove: [{ name: 'Olívia Prado' }],
    })
    expect((await owner.post(`${base}/${id}/approve`)).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'Approved', mayStillApprove: [], cost: null })
  })

  test('a person who was shut out is not named among those who may approve', async () => {
    const { ask, read, bruna } = await newShop()
    const id = await ask()
    await trilho.sql`update people set disabled_at = now() where id = ${bruna.id}`
    expect((await read(id)).mayStillApprove).toEqual([])
  })
})

describe('deciding', () => {
  test('an approval holds the money, keeps the comment, and is in the log', async () => {
    const { base, ask, read, bruna, balance } = await newShop({ chargeFixed: '0.10' })
    const id = await ask()
    expect((await read(id, bruna)).cost).toEqual({
      charges: '0.100000',
      total: '30.100000',
      available: '1000.000000',
      suffices: true,
    })
    const { status } = await bruna.post(`${base}/${id}/approve`, { comment: 'Goods have come' })
    expect(status).toBe(200)
    expect(await balance()).toMatchObject({ available: '969.900000', held: '30.100000' })
    expect(await read(id, bruna)).toMatchObject({
      status: 'Approved',
      executionState: 'Created',
      steps: [
        { status: 'Pending' },
        { name: 'Bruna Reis', status: 'Approved', comment: 'Goods have come', isMe: true },
      ],
    })
    expect((await auditEntriesOf(trilho, bruna)).at(-1)).toMatchObject({
      act: 'request.approve',
      subject: id,
      details: { amount: '30.000000', receiver: 'Moinho Estrela', comment: 'Goods have come' },
    })
    expect(await lastChangesOf(trilho, bruna)).toEqual({
      act: 'request.approve',
      changes: { approvalsGiven: { was: 0, is: 1 }, state: { was: 'Pending', is: 'Approved' } },
    })
  })

  test('an approver sees the charges that will be taken, also when the plan has changed since it was asked for', async () => {
    const { base, ask, read, bruna, balance, merchantId } = await newShop({ chargeFixed: '0.10' })
    const id = await ask()
    await setBillingPlan(trilho.needs, { merchantId, chargeFixed: 5_000_000n, chargeRate: 0n })
    expect((await read(id, bruna)).cost).toMatchObject({ charges: '0.100000', total: '30.100000' })
    await bruna.post(`${base}/${id}/approve`)
    expect(await balance()).toMatchObject({ available: '969.900000', held: '30.100000' })
  })

  test('approving asks for a fresh password or code', async () => {
    const { base, ask, bruna } = await newShop()
    await trilho.sql`update sessions set confirmed_at = now() - interval '6 minutes' where person_id = ${bruna.id}`
    const id = await ask()
    const { status, body } = await bruna.post(`${base}/${id}/approve`)
    expect([status, body.error.details.reason]).toEqual([403, 'ConfirmationRequired'])
    expect((await bruna.post(`${base}/${id}/reject`, { comment: 'Too dear' })).status).toBe(200)
  })

  test('without enough money the page says so beforehand, the approval is refused and nothing has changed', async () => {
    const { base, ask, read, bruna, balance } = await newShop({ balance: '30', chargeFixed: '0.10' })
    const id = await ask()
    expect((await read(id, bruna)).cost).toMatchObject({ total: '30.100000', available: '30.000000', suffices: false })
    const { status, body } = await bruna.post(`${base}/${id}/approve`)
    expect([status, body.error.details.reason]).toEqual([409, 'InsufficientBalance'])
    expect(await read(id)).toMatchObject({ status: 'Pending', steps: [{ status: 'Pending' }] })
    expect(await balance()).toMatchObject({ held: '0.000000' })
  })

  test('an empty balance covers nothing', async () => {
    const { ask, read } = await newShop({ balance: '0' })
    expect((await read(await ask())).cost).toMatchObject({ available: '0.000000', suffices: false })
  })

  test('a rejection needs a comment and ends the request', async () => {
    const { base, ask, read, bruna } = await newShop()
    const id = await ask()
    for (const comment of [undefined, ' '])
      expect((await bruna.post(`${base}/${id}/reject`, { comment })).status).toBe(400)
    expect((await bruna.post(`${base}/${id}/reject`, { comment: 'Wrong amount' })).status).toBe(200)
    expect(await read(id)).toMatchObject({
      status: 'Rejected',
      mine: { decideAs: null, canApprove: false, canCancel: false },
      steps: [{}, { status: 'Rejected', comment: 'Wrong amount' }],
    })
    expect(await lastChangesOf(trilho, bruna)).toEqual({
      act: 'request.reject',
      changes: { state: { was: 'Pending', is: 'Rejected' } },
    })
    const again = await bruna.post(`${base}/${id}/approve`)
    expect([again.status, again.body.error.details.reason]).toEqual([409, 'PaymentRequestNotPending'])
    expect((await lastChangesOf(trilho, bruna)).act).toBe('request.reject')
  })

  test('those who may request may cancel: before the approval, and after it until it is sent', async () => {
    const { base, ask, read, fabio, bruna, balance } = await newShop()
    const pending = await ask()
    const cancelled = (was: string) => ({ act: 'request.cancel', changes: { state: { was, is: 'Cancelled' } } })
    expect((await fabio.post(`${base}/${pending}/cancel`, { comment: 'Twice' })).status).toBe(200)
    expect(await lastChangesOf(trilho, fabio)).toEqual(cancelled('Pending'))
    expect(await read(pending)).toMatchObject({ status: 'Cancelled', mine: { canCancel: false } })
    const approved = await ask()
    await bruna.post(`${base}/${approved}/approve`)
    expect(await read(approved)).toMatchObject({ mine: { canCancel: true } })
    expect((await fabio.post(`${base}/${approved}/cancel`)).status).toBe(200)
    expect(await balance()).toMatchObject({ available: '1000.000000', held: '0.000000' })
    expect((await auditEntriesOf(trilho, fabio)).at(-1)).toMatchObject({ act: 'request.cancel', subject: approved })
    expect(await lastChangesOf(trilho, fabio)).toEqual(cancelled('Approved'))
  })

  test.each(times(3, n => n))('an approver who clicks twice approves once (%i)', async () => {
    const { base, ask, read, bruna, balance } = await newShop()
    const id = await ask()
    const answers: number[] = []
    const click = async () => void answers.push((await bruna.post(`${base}/${id}/approve`)).status)
    await meet(trilho.sql, paymentRequest(id), [click, click])
    expect(answers.toSorted()).toEqual([200, 409])
    expect((await read(id)).steps).toHaveLength(2)
    expect(await balance()).toMatchObject({ held: '30.000000' })
  })

  test.each(times(4, n => n))(
    'rejected and approved at once, one wins; cancelled too, nothing is held (%i)',
    async n => {
      const { base, ask, read, person, fabio, bruna, balance } = await newShop()
      const owner = await person('owner', 'Olívia Prado')
      const id = await ask()
      const outcome: Record<string, number> = {}
      const decisions = [
        async () => void (outcome['approve'] = (await bruna.post(`${base}/${id}/approve`)).status),
        n < 2
          ? async () => void (outcome['reject'] = (await owner.post(`${base}/${id}/reject`, { comment: 'No' })).status)
          : async () => void (outcome['cancel'] = (await fabio.post(`${base}/${id}/cancel`)).status),
      ]
      await meet(trilho.sql, paymentRequest(id), n % 2 === 0 ? decisions : decisions.toReversed())
      const { status } = await read(id)
      if (n < 2) expect(Object.values(outcome).toSorted()).toEqual([200, 409])
      else expect([outcome['cancel'], status]).toEqual([200, 'Cancelled'])
      expect(await balance()).toMatchObject({ held: status === 'Approved' ? '30.000000' : '0.000000' })
    },
  )
})

describe('the list', () => {
  test('lists newest first by cursor, by status, by receiver, and what waits for me', async () => {
    const { base, form, ask, fabio, bruna, merchantId, person, policy } = await newShop()
    const owner = await person('owner', 'Olívia Prado')
    const second = await approvedReceiver(needs, merchantId, cnpj.serra)
    const ids = [await ask(), await ask('30', owner), await ask()]
    ids.push((await fabio.post(base, { ...form, ...second })).body.data.id)
    const [first = '', byOwner = '', third = '', elsewhere = ''] = ids
    const list = async (query: string, by: PortalPerson = fabio) => (await by.get(`${base}?${query}`)).body.data
    const found = async (query: string, by?: PortalPerson) =>
      (await list(query, by)).items.map((item: { id: string }) => item.id)

    const page = await list('limit=3')
    expect(page.items.map((item: { id: string }) => item.id)).toEqual([elsewhere, third, byOwner])
    expect(await found(`limit=3&cursor=${page.nextCursor}`)).toEqual([first])
    expect(await found(`receiverId=${second.receiverId}`)).toEqual([elsewhere])
    expect(await found('waitsForMe=true', owner)).toEqual([elsewhere, third, first])
    expect(await found('waitsForMe=true', fabio)).toEqual([])

    await policy(2)
    await bruna.post(`${base}/${first}/approve`)
    expect(await found('waitsForMe=true', bruna)).toEqual([elsewhere, third, byOwner])
    await policy(1, 1n)
    expect(await found('waitsForMe=true', owner)).toEqual([elsewhere, third])
    await bruna.post(`${base}/${third}/reject`, { comment: 'No' })
    expect(await found('status=Rejected')).toEqual([third])
    expect((await list('', bruna)).items).toMatchObject([
      { id: elsewhere, waitsForMe: true, requestedBy: 'Fábio Lima', receiver: { id: second.receiverId } },
      { id: third, waitsForMe: false, status: 'Rejected' },
      { id: byOwner, waitsForMe: true, requestedBy: 'Olívia Prado' },
      {
        id: first,
        waitsForMe: false,
        approvalProgress: { approvalsGiven: 1, operatorNeeded: true, operatorAgreed: false },
      },
    ])
  })

  test('a request made by API is there too, in the name of its merchant', async () => {
    const { base, fabio, createRequest } = await newShop()
    const { id } = await createRequest()
    expect((await fabio.get(base)).body.data.items).toMatchObject([{ id, requestedBy: 'Padaria São João Ltda' }])
  })

  test.each(['status=Denied', 'receiverId=x', 'cursor=x', 'waitsForMe=maybe', 'limit=101'])(
    '%s is refused',
    async query => {
      const { base, fabio } = await newShop()
      expect((await fabio.get(`${base}?${query}`)).status).toBe(400)
    },
  )
})

describe('who may', async () => {
  const { base, merchantId, form, createRequest } = await newShop()
  const people = await everybody(trilho, merchantId)
  const { id } = await createRequest()
  const unknown = '019a0000-0000-7000-8000-000000000000'
  const readers = ['owner', 'finance', 'approver', 'viewer', 'operator'] as const
  const calls = [
    [readers, 'GET', base, undefined],
    [readers, 'GET', `${base}/${id}`, undefined],
    [['owner', 'finance'], 'POST', base, { ...form, receiverId: unknown }],
    [['owner', 'finance'], 'POST', `${base}/${unknown}/cancel`, {}],
    [['owner', 'approver'], 'POST', `${base}/${unknown}/approve`, {}],
    [['owner', 'approver'], 'POST', `${base}/${unknown}/reject`, { comment: 'No' }],
  ] as const

  test.each(calls)('only %j may %s %s; outsiders find no such merchant', async (may, method, path, body) => {
    await expectOnly(people, may, person => person.send(method, path, body))
    await expectNotFoundByOutsiders(people, person => person.send(method, path, body))
  })

  test("another merchant's request is not found under one's own", async () => {
    const { base: own, fabio, bruna } = await newShop()
    for (const answer of [
      await fabio.get(`${own}/${id}`),
      await fabio.post(`${own}/${id}/cancel`),
      await bruna.post(`${own}/${id}/approve`),
      await bruna.post(`${own}/${id}/reject`, { comment: 'No' }),
    ])
      expect([answer.status, answer.body.error.details.reason]).toEqual([404, 'PaymentRequestNotFound'])
  })

  test('who only reads is offered nothing to do', async () => {
    for (const who of [people.viewer, people.operator])
      expect((await who.get(`${base}/${id}`)).body.data.mine).toEqual({
        asked: false,
        decided: false,
        decideAs: null,
        canApprove: false,
        canCancel: false,
      })
  })
})

test('after all this the books still prove themselves, and the API lists what the portal made', async () => {
  expect(await auditBooks(trilho)).toEqual([])
  const { ask, get } = await newShop()
  const id = await ask()
  const always = 'startDate=2020-01-01T00:00:00Z&endDate=2100-01-01T00:00:00Z'
  const { body } = await get(`${requestsPath}?dataset.limit=5&dataset.offset=0&status=Pending&${always}`)
  expect(body.data.items.map((item: { id: string }) => item.id)).toEqual([id])
})
