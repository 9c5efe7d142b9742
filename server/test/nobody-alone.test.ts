import { describe, expect, test } from 'vitest'
import { settleDueRequests } from '../src/tenancy/people/operator-requests/successors.ts'
import { inviteMember } from '../src/tenancy/people/members/invite-member.ts'
import { inviteOperator } from '../src/tenancy/people/operators/invite-operator.ts'
import { openException } from '../src/money/bank-orders/exceptions.ts'
import { facts, openDifference, unreadableDifferences } from '../src/money/bank-orders/differences.ts'
import { fact } from '../src/money/bank-orders/fact.ts'
import { setBillingPlan } from '../src/tenancy/merchants/set-terms.ts'
import { verifyAuditLog } from '../src/tenancy/audit-log/verify-audit-log.ts'
import { linkIn, openMailbox } from './kit/mailbox.ts'
import { newPersonWithPassword, newPortalPerson, newVisitor, refusalOf } from './kit/portal-client.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

const production = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const mailbox = await openMailbox()
const trilho = await openTrilho({ ...production, ...mailbox.settings })
const olga = await newPortalPerson(trilho, { isOperator: true, name: 'Olga', hasPassword: true })
const otto = await newPortalPerson(trilho, { isOperator: true, name: 'Otto', hasPassword: true })
const hourMs = 3_600_000

const approve = (who: typeof olga, id: string) => who.post(`/operator/approvals/${id}/approve`)
const requestedBy = (answer: { status: number; body: { data: { requested: { id: string } } } }) => {
  expect(answer.status).toBe(202)
  return answer.body.data.requested.id
}
const entries = (act: string, subject: string) =>
  trilho.sql`select person_name, details from audit_entries where act = ${act} and subject = ${subject}`

async function newShop(options = {}) {
  const { merchantId } = await trilho.newMerchant(options)
  const owner = await newPersonWithPassword(trilho, { merchantId })
  const successor = { name: 'Rita Nova', email: `${crypto.randomUUID()}@example.com`, note: 'Ana has left' }
  const path = `/operator/merchants/${merchantId}`
  const rolesOf = (email: string) => trilho.sql`
    select m.roles from memberships m join people p on p.id = m.person_id
     where m.merchant_id = ${merchantId} and p.email = ${email}`
  return { merchantId, owner, successor, path, rolesOf }
}

/** An operator, and exceptions of a merchant that they end. */
async function newDesk() {
  const person = await newPortalPerson(trilho, { isOperator: true, hasPassword: true })
  const shop = await trilho.newMerchant()
  const at = new Date()
  const exceptionOf = async (amount: string) => {
    const id = await shop.createCashIn({ amount, webhook: { url: 'https://example.com/' } })
    const about = { merchantId: shop.merchantId, kind: 'cancellation', transactionId: id, subject: null } as const
    const said = { expected: fact('anEnd'), said: fact('noEnd', '200'), connectionId: null, bankOrderId: null }
    await trilho.sql.begin(tx => openException(tx, { ...about, ...said }, at))
    const [row] = await trilho.sql`select id from bank_exceptions where transaction_id = ${id}`
    const path = `/operator/merchants/${shop.merchantId}/exceptions/${row?.['id']}`
    return {
      id,
      merchantId: shop.merchantId,
      end: (by = person) => by.post(`${path}/end`, { act: 'release', note: 'Nothing was paid there' }),
    }
  }
  return { person, exceptionOf }
}

describe('an operator is never a member of a merchant', () => {
  test('and cannot take its money by naming the own e-mail as successor', async () => {
    const { merchantId, path, rolesOf } = await newShop({ balance: '1000' })
    const successor = { email: olga.email, name: 'Olga', note: 'The owner has left' }
    expect(refusalOf(await olga.post(`${path}/successor`, successor))).toEqual([409, 'OperatorAndMember'])
    const made = await olga.post(`/merchants/${merchantId}/keys`, { name: 'mine', scopes: ['payments'] })
    expect(refusalOf(made)).toEqual([403, 'RoleNotAllowed'])
    expect(await rolesOf(olga.email)).toEqual([])
  })

  test('by no invitation, of the first owner, a member or an operator', async () => {
    const { merchantId, path } = await newShop()
    const member = await newPortalPerson(trilho, { merchantId })
    const form = { name: 'Olga', email: olga.email }
    expect(refusalOf(await member.post(`/merchants/${merchantId}/members`, { ...form, roles: ['owner'] }))).toEqual([
      409,
      'OperatorAndMember',
    ])
    const empty = await trilho.newMerchant()
    expect(refusalOf(await olga.post(`/operator/merchants/${empty.merchantId}/owner`, form))).toEqual([
      409,
      'OperatorAndMember',
    ])
    const operator = { name: 'Ana', email: member.email, roles: ['support'] }
    expect(refusalOf(await olga.post('/operator/people', operator))).toEqual([409, 'OperatorAndMember'])
    expect(path).toContain(merchantId)
  })

  test('not even when both invitations are accepted at the same moment', async () => {
    const { merchantId } = await newShop()
    const { id, email } = await newPersonWithPassword(trilho)
    const by = { name: 'Ana', language: 'pt', address: '' } as const
    const both = await Promise.allSettled([
      inviteMember(trilho.needs, { merchantId, email, name: 'Eva', roles: ['owner'], by }),
      inviteOperator(trilho.needs, { email, name: 'Eva', roles: ['support'], by }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [person] = await trilho.sql`
      select is_operator, exists (select 1 from memberships where person_id = ${id}) as is_member from people where id = ${id}`
    expect(person?.isOperator).not.toBe(person?.isMember)
  })

  test('nor by rows that were written before: the roles at a merchant count for nothing', async () => {
    const { merchantId } = await newShop()
    const both = await newPortalPerson(trilho, { merchantId, isOperator: true })
    expect((await both.get('/session')).body.data.merchants).toEqual([])
    const made = await both.post(`/merchants/${merchantId}/keys`, { name: 'mine', scopes: ['payments'] })
    expect(refusalOf(made)).toEqual([403, 'RoleNotAllowed'])
  })
})

describe('another owner', () => {
  test('needs a second operator and a day in which the owners, notified by mail, can stop it', async () => {
    const { merchantId, owner, successor, path, rolesOf } = await newShop()
    const id = requestedBy(await olga.post(`${path}/successor`, successor))
    expect(refusalOf(await approve(olga, id))).toEqual([409, 'ApproverNotAllowed'])
    await trilho.needs.mailer.sendDue()
    expect((await mailbox.mailTo(otto.email)).text).toContain(`/portal/operator/approvals/${id}`)
    expect((await approve(otto, id)).body.data).toMatchObject({ state: 'Waiting', decidedBy: 'Otto' })
    expect(await rolesOf(successor.email)).toEqual([])

    await trilho.needs.mailer.sendDue()
    const mail = await mailbox.mailTo(owner.email)
    for (const word of [successor.name, successor.email, successor.note, 'Olga']) expect(mail.text).toContain(word)
    await settleDueRequests(trilho.needs)
    expect(await rolesOf(successor.email)).toEqual([])
    trilho.clock.aheadMs = 24 * hourMs
    await settleDueRequests(trilho.needs)
    trilho.clock.aheadMs = 0
    expect(await rolesOf(successor.email)).toEqual([{ roles: ['owner'] }])
    const token = linkIn(mail).split('/').at(-1)
    expect(refusalOf(await newVisitor(trilho.url).post(`/successors/${token}`))).toEqual([
      409,
      'OperatorRequestDecided',
    ])
    const [entry] = await trilho.sql`
      select person_name, details from audit_entries where act = 'member.invite' and merchant_id = ${merchantId}`
    expect(entry).toMatchObject({ personName: 'Olga', details: { email: successor.email, approvedBy: 'Otto' } })
  })

  test('does not come when an owner stops it, by the link in the mail without signing in, or in the portal', async () => {
    for (const how of ['link', 'portal']) {
      const { merchantId, owner, successor, path, rolesOf } = await newShop()
      await approve(otto, requestedBy(await olga.post(`${path}/successor`, successor)))
      await trilho.needs.mailer.sendDue()
      const token = linkIn(await mailbox.mailTo(owner.email))
        .split('/')
        .at(-1)
      const ana = await newPortalPerson(trilho, { merchantId })
      const { items } = (await ana.get(`/merchants/${merchantId}/successors`)).body.data
      expect(items).toMatchObject([{ email: successor.email, requestedBy: 'Olga' }])
      const visitor = newVisitor(trilho.url)
      expect((await visitor.get(`/successors/${token}`)).body.data).toMatchObject({ isWaiting: true, successor })
      const stopped =
        how === 'link'
          ? await visitor.post(`/successors/${token}`)
          : await ana.post(`/merchants/${merchantId}/successors/${items[0].id}/stop`)
      expect(stopped.status).toBe(200)
      trilho.clock.aheadMs = 25 * hourMs
      await settleDueRequests(trilho.needs)
      trilho.clock.aheadMs = 0
      expect(await rolesOf(successor.email)).toEqual([])
      expect(await entries('member.stopSuccessor', items[0].id)).toHaveLength(1)
    }
  })

  test('is stopped by nobody with a made-up link, or at another merchant', async () => {
    const { successor, path } = await newShop()
    const id = requestedBy(await olga.post(`${path}/successor`, successor))
    await approve(otto, id)
    const other = await newShop()
    const eve = await newPortalPerson(trilho, { merchantId: other.merchantId })
    const there = `/merchants/${other.merchantId}/successors/${id}/stop`
    expect(refusalOf(await eve.post(there))).toEqual([404, 'OperatorRequestNotFound'])
    const made = 'A'.repeat(43)
    expect(refusalOf(await newVisitor(trilho.url).post(`/successors/${made}`))).toEqual([403, 'LinkInvalid'])
  })

  test('does not come if the person has become an operator meanwhile', async () => {
    const { successor, path, rolesOf } = await newShop()
    const id = requestedBy(await olga.post(`${path}/successor`, successor))
    await approve(otto, id)
    const by = { name: 'Olga', language: 'pt', address: '' } as const
    await inviteOperator(trilho.needs, { email: successor.email, name: 'Rita', roles: ['support'], by })
    trilho.clock.aheadMs = 25 * hourMs
    await settleDueRequests(trilho.needs)
    trilho.clock.aheadMs = 0
    expect(await rolesOf(successor.email)).toEqual([])
    const { state, note } = (await olga.get(`/operator/approvals/${id}`)).body.data
    expect([state, note]).toEqual(['Failed', 'OperatorAndMember'])
  })
})

describe('a request of an operator', () => {
  const plan = { fixed: '0.50', percent: '2' }

  test('changes nothing until another operator approves it; the act, its approval and both entries are one commit', async () => {
    const { merchantId, path } = await newShop()
    const id = requestedBy(await olga.put(`${path}/plan`, plan))
    const planNow = async () => (await olga.get(path)).body.data.plan.fixed
    expect(await planNow()).toBe('0.000000')
    expect((await otto.get(`/operator/approvals/${id}`)).body.data).toMatchObject({
      act: 'merchant.setPlan',
      mayDecide: true,
      isOwn: false,
      details: { changes: { fixed: { was: '0.000000', is: '0.500000' } } },
    })
    const answers = await Promise.all([approve(otto, id), approve(otto, id), approve(otto, id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await planNow()).toBe('0.500000')
    const made = await entries('merchant.setPlan', merchantId)
    expect(made).toMatchObject([{ personName: 'Olga', details: { approvedBy: 'Otto' } }])
    expect(await entries('operatorRequest.make', id)).toMatchObject([{ personName: 'Olga' }])
    expect(await entries('operatorRequest.approve', id)).toMatchObject([{ personName: 'Otto' }])
    expect((await verifyAuditLog(trilho.needs)).fault).toBeNull()
  })

  test('that is sent twice is one request', async () => {
    const { path } = await newShop()
    const [first, second] = await Promise.all([olga.put(`${path}/plan`, plan), olga.put(`${path}/plan`, plan)])
    expect(requestedBy(first)).toBe(requestedBy(second))
  })

  test('can be refused with a reason by the other, or withdrawn, and then not be approved', async () => {
    const { path } = await newShop()
    for (const [who, state, act] of [
      [otto, 'Refused', 'operatorRequest.refuse'],
      [olga, 'Withdrawn', 'operatorRequest.withdraw'],
    ] as const) {
      const id = requestedBy(await olga.put(`${path}/plan`, plan))
      const { data } = (await who.post(`/operator/approvals/${id}/refuse`, { note: 'Not agreed' })).body
      expect(data).toMatchObject({ state, note: 'Not agreed' })
      expect(refusalOf(await approve(otto, id))).toEqual([409, 'OperatorRequestDecided'])
      expect(await entries(act, id)).toMatchObject([{ details: { note: 'Not agreed' } }])
    }
    expect((await olga.get(path)).body.data.plan.fixed).toBe('0.000000')
  })

  test('expires after a day', async () => {
    const { path } = await newShop()
    const id = requestedBy(await olga.put(`${path}/plan`, plan))
    trilho.clock.aheadMs = 24 * hourMs
    await settleDueRequests(trilho.needs)
    trilho.clock.aheadMs = 0
    expect(refusalOf(await approve(otto, id))).toEqual([409, 'OperatorRequestDecided'])
    expect(await entries('operatorRequest.expire', id)).toMatchObject([{ personName: 'Trilho' }])
  })

  test('is not approved if what it concerns has changed since, or who asked is an operator no more', async () => {
    const { merchantId, path } = await newShop()
    const id = requestedBy(await olga.put(`${path}/plan`, plan))
    await setBillingPlan(trilho.needs, { merchantId, chargeFixed: 10_000n, chargeRate: 0n })
    expect(refusalOf(await approve(otto, id))).toEqual([409, 'OperatorRequestOutdated'])
    const gone = await newPortalPerson(trilho, { isOperator: true, hasPassword: true })
    const last = requestedBy(await gone.put(`${path}/plan`, plan))
    expect((await olga.post(`/operator/people/${gone.id}/disable`)).status).toBe(200)
    expect(refusalOf(await approve(otto, last))).toEqual([409, 'OperatorRequestOutdated'])
  })

  test('is decided only by who has the role of the act itself', async () => {
    const { path } = await newShop()
    const tina = await newPortalPerson(trilho, { operatorRoles: ['treasury'], hasPassword: true })
    const id = requestedBy(await olga.put(`${path}/plan`, plan))
    expect((await tina.get(`/operator/approvals/${id}`)).body.data.mayDecide).toBe(false)
    expect(refusalOf(await approve(tina, id))).toEqual([403, 'RoleNotAllowed'])
    expect(refusalOf(await tina.post(`/operator/approvals/${id}/refuse`, { note: 'Not agreed' }))).toEqual([
      403,
      'RoleNotAllowed',
    ])
  })

  test('is needed to raise limits, and not to lower them', async () => {
    const { path } = await newShop()
    const limits = (cashOutLimit: string | null) => ({
      cashOutLimit,
      cashOutDailyLimit: null,
      companyPaymentLimit: null,
      companyPaymentDailyLimit: null,
    })
    expect((await olga.put(`${path}/limits`, limits('100'))).status).toBe(200)
    expect((await olga.put(`${path}/limits`, limits('50'))).status).toBe(200)
    expect((await olga.put(`${path}/limits`, limits('60'))).status).toBe(202)
    expect((await olga.put(`${path}/limits`, limits(null))).status).toBe(202)
  })

  test('is needed for a new operator and for other roles', async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const id = requestedBy(await olga.post('/operator/people', { email, name: 'Nina', roles: ['support'] }))
    expect((await otto.get(`/operator/people?search=${email}`)).body.data.items).toEqual([])
    await approve(otto, id)
    const [nina] = (await otto.get(`/operator/people?search=${email}`)).body.data.items
    expect(nina.operatorRoles).toEqual(['support'])
    const roles = requestedBy(await olga.put(`/operator/people/${nina.id}/roles`, { roles: ['treasury'] }))
    expect((await approve(otto, roles)).status).toBe(200)
    expect((await otto.get(`/operator/people?search=${email}`)).body.data.items[0].operatorRoles).toEqual(['treasury'])
  })

  test('is needed to read a whole document, which only who asked then sees', async () => {
    const { path } = await newShop()
    const id = requestedBy(await olga.post(`${path}/reveal`))
    const resultFor = async (who: typeof olga) => (await who.get(`/operator/approvals/${id}`)).body.data.result
    expect(await resultFor(olga)).toBeNull()
    expect((await approve(otto, id)).body.data.result).toBeNull()
    expect(await resultFor(olga)).toBe('11222333000181')
  })

  test('is needed to end a bank exception above the amount: money, state and exception wait for it', async () => {
    const shop = await trilho.newMerchant()
    const at = new Date()
    const exceptionOf = async (amount: string) => {
      const id = await shop.createCashIn({ amount, webhook: { url: 'https://example.com/' } })
      const about = { merchantId: shop.merchantId, kind: 'cancellation', transactionId: id, subject: null } as const
      const said = { expected: fact('anEnd'), said: fact('noEnd', '200'), connectionId: null, bankOrderId: null }
      await trilho.sql.begin(tx => openException(tx, { ...about, ...said }, at))
      const [row] = await trilho.sql`select id from bank_exceptions where transaction_id = ${id}`
      const path = `/operator/merchants/${shop.merchantId}/exceptions/${row?.id}`
      return { id, path, end: () => olga.post(`${path}/end`, { act: 'release', note: 'Nothing was paid there' }) }
    }
    const small = await exceptionOf('1000.00')
    expect((await small.end()).status).toBe(200)
    expect(await shop.stateOf(small.id)).toBe('Canceled')
    const large = await exceptionOf('1000.01')
    const request = requestedBy(await large.end())
    expect(await shop.stateOf(large.id)).toBe('Registered')
    const answers = await Promise.all([approve(otto, request), approve(otto, request)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await shop.stateOf(large.id)).toBe('Canceled')
    expect((await olga.get(large.path)).body.data.ended).toMatchObject({ by: 'Olga', act: 'release' })
  })

  test('is needed for small amounts, too, once they add up to more than one operator moves in a day', async () => {
    const { person, exceptionOf } = await newDesk()
    const ends = await Promise.all(Array.from({ length: 7 }, () => exceptionOf('900.00')))
    const first = []
    for (const one of ends.slice(0, 5)) first.push((await one.end()).status)
    expect(first).toEqual(Array(5).fill(200))
    const request = requestedBy((await ends[5]?.end()) as never)
    expect((await approve(otto, request)).status).toBe(200)
    const [day] = await trilho.sql`select amount from operator_days where person_id = ${person.id}`
    expect(day?.['amount']).toBe(4_500_000_000n)
    trilho.clock.aheadMs = 24 * hourMs
    const later = await newPortalPerson(trilho, { isOperator: true, hasPassword: true })
    expect((await ends[6]?.end(later))?.status).toBe(200)
    trilho.clock.aheadMs = 0
  })

  test('is needed to close a row of a bank that nobody could read, because its amount is unknown', async () => {
    const [bank] = await trilho.sql<{ id: string }[]>`select id from bank_connections limit 1`
    const rows = [{ name: `E${'7'.repeat(31)}`, digest: 'x', lacks: 'valor', hidesReturns: false }]
    for (const one of unreadableDifferences('payoutUnreadable', rows))
      await trilho.sql.begin(tx => openDifference(tx, bank?.id ?? '', one, trilho.needs.clock()))
    const [row] = await trilho.sql<{ merchantId: string; id: string }[]>`
      select merchant_id, id from bank_exceptions where subject like '%Unreadable'`
    const path = `/operator/merchants/${row?.merchantId}/exceptions/${row?.id}`
    requestedBy(await olga.post(`${path}/end`, { act: 'note', note: 'Known' }))
    expect((await olga.get(path)).body.data.state).toBe('Open')
  })

  test('is needed to close a payout of which the bank has sent more than one operator decides on, whatever the books say', async () => {
    const { person, exceptionOf } = await newDesk()
    const { id, merchantId } = await exceptionOf('10.00')
    const [bank] = await trilho.sql<{ id: string }[]>`select id from bank_connections limit 1`
    const sent = { expected: facts.sent(10_000_000n), said: facts.sent(1_000_010_000n) }
    const difference = { kind: 'payoutAmount', endToEndId: 'E1', transaction: { merchantId, id }, ...sent } as const
    await trilho.sql.begin(tx => openDifference(tx, bank?.id ?? '', difference, trilho.needs.clock()))
    const [row] = await trilho.sql<{ id: string }[]>`
      select id from bank_exceptions where transaction_id = ${id} and subject like '%payoutAmount'`
    const path = `/operator/merchants/${merchantId}/exceptions/${row?.id}`
    requestedBy(await person.post(`${path}/end`, { act: 'note', note: 'Known' }))
    expect((await person.get(path)).body.data.state).toBe('Open')
  })

  test('is not avoided by small acts at the same moment', async () => {
    const { person, exceptionOf } = await newDesk()
    const ends = await Promise.all(Array.from({ length: 8 }, () => exceptionOf('1000.00')))
    const statuses = (await Promise.all(ends.map(one => one.end()))).map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(5)
    const [day] = await trilho.sql`select amount from operator_days where person_id = ${person.id}`
    expect(day?.['amount']).toBe(5_000_000_000n)
  })

  test('to connect a bank keeps its credentials sealed, and forgets them when it is decided', async () => {
    const bank = await startRealBank()
    const { certificates, ...given } = await bank.settingsOf('inter')
    const secret = 'a-secret-of-callbacks'
    const form = { name: 'Inter', dialect: 'inter', isDefault: false, ...given, certificate: certificates[0] }
    const asked = { ...form, callbackSecret: secret, proxyVerifiesBank: false }
    const id = requestedBy(await olga.post('/operator/bank-connections', asked))
    const [row] = await trilho.sql`select r::text as whole, sealed_input from operator_requests r where id = ${id}`
    expect(row?.sealedInput).not.toBeNull()
    for (const hidden of [secret, given.clientSecret ?? secret]) expect(row?.whole).not.toContain(hidden)
    expect((await approve(otto, id)).status).toBe(200)
    const { items } = (await olga.get('/operator/bank-connections')).body.data
    expect(items.map((one: { name: string }) => one.name)).toContain('Inter')
    const [decided] = await trilho.sql`select sealed_input from operator_requests where id = ${id}`
    expect(decided?.sealedInput).toBeNull()
    const inter = items.find((one: { name: string }) => one.name === 'Inter')
    const other = items.find((one: { id: string }) => one.id !== inter.id)
    const transfer = (amount: string) =>
      olga.post(`/operator/bank-connections/${other.id}/transfers`, {
        toId: inter.id,
        amount,
        formKey: crypto.randomUUID(),
      })
    expect((await transfer('1000')).status).not.toBe(202)
    const above = requestedBy(await transfer('1000.01'))
    // What cannot be done leaves the request as it was.
    expect((await approve(otto, above)).status).toBeGreaterThanOrEqual(400)
    expect((await otto.get(`/operator/approvals/${above}`)).body.data.state).toBe('Requested')
    const change = { name: 'Banco Inter' }
    expect((await olga.put(`/operator/bank-connections/${inter.id}/settings`, change)).status).toBe(202)
  })
})

describe('the number of operators', () => {
  test('one alone does it at once, and the entry says so; the portal asks for a second', async () => {
    const lonely = await openTrilho(production)
    const { merchantId } = await lonely.newMerchant()
    const olga = await newPortalPerson(lonely, { isOperator: true, hasPassword: true })
    const invited = { email: 'b@example.com', name: 'B', roles: ['administrator'] }
    expect((await olga.get('/operator/approvals/summary')).body.data).toEqual({
      isAlone: true,
      isAllowedAlone: true,
      waiting: 0,
    })
    expect((await olga.post('/operator/people', invited)).status).toBe(201)
    // Who has not accepted the invitation cannot approve anything yet.
    const path = `/operator/merchants/${merchantId}`
    expect((await olga.put(`${path}/plan`, { fixed: '1', percent: '0' })).status).toBe(200)
    const [entry] = await lonely.sql`select details from audit_entries where act = 'merchant.setPlan'`
    expect(entry?.details.alone).toBe(true)
    const otto = await newPortalPerson(lonely, { operatorRoles: ['treasury'], hasPassword: true })
    expect((await olga.get('/operator/approvals/summary')).body.data.isAlone).toBe(false)
    expect(refusalOf(await olga.put(`${path}/plan`, { fixed: '2', percent: '0' }))).toEqual([409, 'NoSecondOperator'])
    // Nobody makes themselves the only one.
    expect((await olga.post(`/operator/people/${otto.id}/disable`)).status).toBe(200)
    const summary = (await olga.get('/operator/approvals/summary')).body.data
    expect(summary).toMatchObject({ isAlone: true, isAllowedAlone: false })
    expect(refusalOf(await olga.put(`${path}/plan`, { fixed: '2', percent: '0' }))).toEqual([409, 'NoSecondOperator'])
    expect(refusalOf(await olga.post(`/operator/people/${otto.id}/enable`))).toEqual([409, 'NoSecondOperator'])
  })

  test('an owner named by a single operator waits for the owners all the same', async () => {
    const lonely = await openTrilho(production)
    const { merchantId } = await lonely.newMerchant()
    const ana = await newPortalPerson(lonely, { merchantId })
    const olga = await newPortalPerson(lonely, { isOperator: true, hasPassword: true })
    const successor = { email: 'rita@example.com', name: 'Rita', note: 'Ana has left' }
    const id = requestedBy(await olga.post(`/operator/merchants/${merchantId}/successor`, successor))
    expect((await olga.get(`/operator/approvals/${id}`)).body.data).toMatchObject({
      state: 'Waiting',
      details: { alone: true },
    })
    expect((await ana.get(`/merchants/${merchantId}/successors`)).body.data.items).toHaveLength(1)
  })

  test('in a sandbox one is enough', async () => {
    const sandbox = await openTrilho()
    const { merchantId } = await sandbox.newMerchant()
    const people = [0, 1].map(() => newPortalPerson(sandbox, { isOperator: true, hasPassword: true }))
    const [olga] = await Promise.all(people)
    const done = await olga?.put(`/operator/merchants/${merchantId}/plan`, { fixed: '1', percent: '0' })
    expect(done?.status).toBe(200)
    const [entry] = await sandbox.sql`select details from audit_entries where act = 'merchant.setPlan'`
    expect(entry?.details).not.toHaveProperty('alone')
  })
})
