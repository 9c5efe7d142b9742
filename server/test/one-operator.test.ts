import { describe, expect, test } from 'vitest'
import { settleDueRequests } from '../src/tenancy/people/operator-requests/successors.ts'
import { openException } from '../src/money/bank-orders/exceptions.ts'
import { subjectOf } from '../src/money/bank-orders/differences.ts'
import { fact } from '../src/money/bank-orders/fact.ts'
import { platformId } from '../src/platform/lib/platform-id.ts'
import { uuidv7 } from '../src/platform/lib/uuid.ts'
import { newPersonWithPassword, newPortalPerson, refusalOf } from './kit/portal-client.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

/** What one operator could try alone, in production, where there are others. */
const trilho = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) })
const { needs, sql, clock } = trilho
const olga = await newPortalPerson(trilho, { isOperator: true, name: 'Olga', hasPassword: true })
const otto = await newPortalPerson(trilho, { isOperator: true, name: 'Otto', hasPassword: true })
const hourMs = 3_600_000

const approve = (who: typeof olga, id: string) => who.post(`/operator/approvals/${id}/approve`)
const requestedBy = (answer: { status: number; body: { data: { requested: { id: string } } } }) => {
  expect(answer.status).toBe(202)
  return answer.body.data.requested.id
}
const newEmail = () => `${crypto.randomUUID()}@example.com`

describe('one operator alone', () => {
  test('replaces no owner by disabling the one who accepted, while another is only invited', async () => {
    const { merchantId } = await trilho.newMerchant({ balance: '1000' })
    const owner = await newPersonWithPassword(trilho, { merchantId })
    const ana = await newPortalPerson(trilho, { merchantId, hasPassword: true })
    const invited = { email: newEmail(), name: 'Rita', roles: ['owner'] }
    expect((await ana.post(`/merchants/${merchantId}/members`, invited)).status).toBe(201)
    expect((await olga.post(`/operator/people/${owner.id}/disable`)).status).toBe(200)
    expect(refusalOf(await olga.post(`/operator/people/${ana.id}/disable`))).toEqual([409, 'LastOwner'])
    // Nor where nobody who accepted is left, whatever the reason.
    await sql`update people set disabled_at = now() where id = ${ana.id}`
    const mine = { email: newEmail(), name: 'Mine' }
    expect(refusalOf(await olga.post(`/operator/merchants/${merchantId}/owner`, mine))).toEqual([
      409,
      'OwnerAlreadyThere',
    ])
  })

  test('resets no one-time codes of another operator, whose approval could then be had by a password', async () => {
    const otti = await newPortalPerson(trilho, { operatorRoles: ['treasury'], hasPassword: true })
    const path = `/operator/people/${otti.id}/reset-second-factor`
    const id = requestedBy(await olga.post(path))
    const sessions = () => sql`select 1 from sessions where person_id = ${otti.id} and ended_at is null`
    expect(await sessions()).toHaveLength(1)
    expect((await approve(otto, id)).status).toBe(200)
    expect(await sessions()).toHaveLength(0)
    const { merchantId } = await trilho.newMerchant()
    const member = await newPortalPerson(trilho, { merchantId })
    expect((await olga.post(`/operator/people/${member.id}/reset-second-factor`)).status).toBe(200)
  })

  test('makes no owner after having been disabled, while the merchant’s owners had time to stop it', async () => {
    const { merchantId } = await trilho.newMerchant()
    await newPersonWithPassword(trilho, { merchantId })
    const mallory = await newPortalPerson(trilho, { isOperator: true, name: 'Mallory', hasPassword: true })
    const successor = { name: 'Rita Nova', email: newEmail(), note: 'Ana has left' }
    const id = requestedBy(await mallory.post(`/operator/merchants/${merchantId}/successor`, successor))
    expect((await approve(otto, id)).body.data.state).toBe('Waiting')
    expect((await olga.post(`/operator/people/${mallory.id}/disable`)).status).toBe(200)
    clock.aheadMs = 25 * hourMs
    await settleDueRequests(needs)
    clock.aheadMs = 0
    const { state, note } = (await olga.get(`/operator/approvals/${id}`)).body.data
    expect([state, note]).toEqual(['Failed', 'OperatorRequestOutdated'])
    expect(await sql`select 1 from people where email = ${successor.email}`).toEqual([])
  })

  test('returns no large payment to its payer by a dispute that the operator entered', async () => {
    const shop = await trilho.newMerchant()
    const disputed = async (amount: string, endToEndId: string) => {
      const id = await shop.createCashIn({ amount, webhook: { url: 'https://example.com/' } })
      const paid = { kind: 'paid', amount: BigInt(amount) * 1_000_000n, participant: null, endToEndId } as const
      await needs.door.apply({ merchantId: shop.merchantId, id, event: paid })
      const form = { transactionId: id, bankReference: endToEndId, reason: 'Fraud' }
      const opened = await olga.post(`/operator/merchants/${shop.merchantId}/disputes`, form)
      expect(opened.status).toBe(201)
      const path = `/operator/merchants/${shop.merchantId}/disputes/${opened.body.data.id}`
      return { path, giveBack: () => olga.post(`${path}/return`, { note: 'The payer is right' }) }
    }
    const small = await disputed('1000', `E${'1'.repeat(31)}`)
    expect((await small.giveBack()).status).toBe(200)
    const large = await disputed('1001', `E${'2'.repeat(31)}`)
    const id = requestedBy(await large.giveBack())
    expect(await shop.balance()).toMatchObject({ blocked: '1001.000000' })
    const answers = await Promise.all([approve(otto, id), approve(otto, id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await shop.balance()).toMatchObject({ blocked: '0.000000' })
    // A case that was decided meanwhile is not returned again.
    const other = await disputed('1002', `E${'3'.repeat(31)}`)
    const late = requestedBy(await other.giveBack())
    expect((await otto.post(`${other.path}/release`, { note: 'It was delivered' })).status).toBe(200)
    expect(refusalOf(await approve(otto, late))).toEqual([409, 'OperatorRequestOutdated'])
  })

  test('hides no large difference between bank and books with a note', async () => {
    const [bank] = await sql<{ id: string }[]>`select id from bank_connections limit 1`
    const gapOf = async (amount: bigint, name: string) => {
      const about = { merchantId: platformId, kind: 'payout', transactionId: null, bankOrderId: null } as const
      const facts = { expected: fact('amountHeld', '5000'), said: fact('amountHeld', '0') }
      const where = { connectionId: bank?.id ?? '', endToEndId: name, amount, subject: subjectOf('balanceGap') }
      await sql.begin(tx => openException(tx, { ...about, ...facts, ...where }, needs.clock()))
      const [row] = await sql<{ id: string }[]>`select id from bank_exceptions where end_to_end_id = ${name}`
      return olga.post(`/operator/merchants/${platformId}/exceptions/${row?.id}/end`, { act: 'note', note: 'Known' })
    }
    expect((await gapOf(1_000_000_000n, `E${'7'.repeat(31)}`)).status).toBe(200)
    expect((await gapOf(1_000_010_000n, `E${'8'.repeat(31)}`)).status).toBe(202)
  })

  test('lets no money out after a restore', async () => {
    await sql`
      insert into recoveries (id, cause, role, lost_from, at, compared_at)
      values (${uuidv7(Date.now())}, 'backup', 'replacement', now(), now(), now())`
    const release = (form: object) => olga.post('/operator/recovery/release', { note: 'Compared', ...form })
    const isReleased = async () => (await olga.get('/operator/recovery')).body.data.recovery?.releasedAt !== null
    // What would be refused is refused to the one who asks.
    expect(refusalOf(await release({ leaveOut: ['No such bank'] }))).toEqual([409, 'RecoveryNotCompared'])
    const id = requestedBy(await release({}))
    expect(await isReleased()).toBe(false)
    expect((await approve(otto, id)).status).toBe(200)
    expect(await isReleased()).toBe(true)
  })

  test('has no request approved that shows less of a bank than it calls', async () => {
    const bank = await startRealBank()
    const { certificates, ...given } = await bank.settingsOf('efi')
    const form = { name: 'Efí', dialect: 'efi', isDefault: false, ...given, certificate: certificates[0] }
    const asked = { ...form, callbackSecret: null, proxyVerifiesBank: false }
    const id = requestedBy(await olga.post('/operator/bank-connections', asked))
    const { details } = (await otto.get(`/operator/approvals/${id}`)).body.data
    const { pixUrl, tokenUrl, payoutUrl, pixKey, ispb, initiation } = given
    expect(details).toMatchObject({ pixUrl, tokenUrl, payoutUrl, pixKey, ispb, initiationUrl: initiation?.url })
    expect(details.certificate).toMatch(/^CN=/)
  })

  test('has no request approved whose basis changes while it is being approved', async () => {
    const { merchantId } = await trilho.newMerchant()
    const path = `/operator/merchants/${merchantId}/plan`
    const id = requestedBy(await olga.put(path, { fixed: '0.50', percent: '2' }))
    let answer: ReturnType<typeof approve> | undefined
    await sql.begin(async tx => {
      await tx`update merchants set charge_fixed = 10000 where id = ${merchantId}`
      answer = approve(otto, id)
      // The approval has read the plan of before, and waits for the merchant.
      const isWaiting = async () => (await sql`select 1 from pg_locks where not granted`).length > 0
      while (!(await isWaiting())) await new Promise(setImmediate)
    })
    expect(refusalOf(await (answer as ReturnType<typeof approve>))).toEqual([409, 'OperatorRequestOutdated'])
    expect(await sql`select charge_fixed from merchants where id = ${merchantId}`).toEqual([{ chargeFixed: 10_000n }])
  })
})
