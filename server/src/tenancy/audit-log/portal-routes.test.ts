import { describe, expect, test } from 'vitest'
import { explain } from '../../../test/kit/explain.ts'
import { isCitus } from '../../../test/kit/databases.ts'
import { writeEntry } from '../../../test/kit/audit.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { newPortalPerson, refusalOf } from '../../../test/kit/portal-client.ts'
import { roles } from '../people/permissions.ts'
import { selectNewest } from './sql.ts'

const trilho = await openTrilho()
const { merchantId } = await trilho.newMerchant()
const other = await trilho.newMerchant()
const owner = await newPortalPerson(trilho, { merchantId, name: 'João Batista' })
const developer = await newPortalPerson(trilho, { merchantId, roles: ['developer'], name: 'Davi' })
const operator = await newPortalPerson(trilho, { isOperator: true, name: 'Olívia' })
const log = `/merchants/${merchantId}/audit-log`

const members = `/merchants/${merchantId}/members`
const invitation = { email: 'carla@example.com', name: 'Carla', roles: ['viewer'] }
const { personId: carla } = (await owner.post(members, invitation)).body.data
await owner.delete(`${members}/${owner.id}`)
await developer.put('/profile', { name: 'Davi', language: 'en' })
const byDavi = { id: developer.id, name: 'Davi', merchantId, address: '203.0.113.9' }
await writeEntry(trilho.needs, byDavi, { act: 'key.create', subject: 'k' })
const elsewhere = { ...byDavi, merchantId: other.merchantId }
await writeEntry(trilho.needs, elsewhere, { act: 'key.revoke', subject: 'k' })

type Shown = { act: string; subject: string; at: string; sequence: string }
const read = async (path: string, person = owner) => (await person.get(path)).body.data
const auditEntriesOf = ({ items }: { items: Shown[] }) => items.map(item => item.act)

describe('the audit log', () => {
  test('shows a merchant’s owner who did what for it, when and from where, newest first', async () => {
    const { items, nextCursor } = await read(log)
    const plain = {
      merchantId,
      merchantName: 'Padaria São João Ltda',
      at: expect.stringMatching(/Z$/),
      sequence: expect.stringMatching(/^\d+$/),
    }
    const byOwner = { ...plain, personId: owner.id, personName: 'João Batista', address: '127.0.0.1' }
    expect(items).toEqual([
      {
        ...plain,
        personId: developer.id,
        personName: 'Davi',
        address: '203.0.113.9',
        act: 'key.create',
        subject: 'k',
        details: {},
      },
      {
        ...byOwner,
        act: 'member.invite',
        subject: carla,
        details: invitation,
      },
    ])
    expect(nextCursor).toBeNull()
  })

  test('shows an operator everything, of every merchant and of none', async () => {
    expect(auditEntriesOf(await read('/operator/audit-log', operator))).toEqual([
      'key.revoke',
      'key.create',
      'profile.change',
      'member.invite',
    ])
    expect(auditEntriesOf(await read(log, operator))).toEqual(['key.create', 'member.invite'])
  })

  test('is filtered by person, act and period', async () => {
    const { items } = await read(log)
    const [newest, oldest] = items.map((item: Shown) => item.at)
    expect(auditEntriesOf(await read(`${log}?person=${owner.id}`))).toEqual(['member.invite'])
    expect(auditEntriesOf(await read(`${log}?act=member.invite`))).toEqual(['member.invite'])
    expect(auditEntriesOf(await read(`${log}?person=${developer.id}&act=member.invite`))).toEqual([])
    expect(auditEntriesOf(await read(`${log}?from=${newest}`))).toEqual(['key.create'])
    expect(auditEntriesOf(await read(`${log}?to=${oldest}`))).toEqual([])
    expect(auditEntriesOf(await read(`${log}?from=${oldest}&to=${newest}`))).toEqual(['member.invite'])
    expect(auditEntriesOf(await read(`/operator/audit-log?person=${developer.id}`, operator))).toHaveLength(3)
    for (const query of ['person=x', 'act=nothing', 'from=yesterday', 'cursor=x', 'cursor=1_2_3', 'limit=101'])
      expect([query, (await owner.get(`${log}?${query}`)).status]).toEqual([query, 400])
  })

  test('is paged by cursor, each entry once, also among entries of one moment', async () => {
    const shop = await trilho.newMerchant()
    const person = await newPortalPerson(trilho, { merchantId: shop.merchantId })
    const actor = { id: person.id, name: person.name, merchantId: shop.merchantId, address: '::1' }
    const still = { ...trilho.needs, clock: () => new Date('2026-11-15T12:00:00Z') }
    for (const n of times(7, n => n)) await writeEntry(still, actor, { act: 'key.create', subject: `${n}` })
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await read(`/merchants/${shop.merchantId}/audit-log?limit=3${cursor && `&cursor=${cursor}`}`, person)
      seen.push(...page.items.map((item: Shown) => item.subject))
      cursor = page.nextCursor
    }
    expect(seen).toEqual(['6', '5', '4', '3', '2', '1', '0'])
  })

  test('is for owners and operators only, and not for another merchant’s', async () => {
    for (const role of roles.filter(role => role !== 'owner')) {
      const person = await newPortalPerson(trilho, { merchantId, roles: [role] })
      expect([role, refusalOf(await person.get(log))]).toEqual([role, [403, 'RoleNotAllowed']])
    }
    expect(refusalOf(await owner.get('/operator/audit-log'))).toEqual([403, 'RoleNotAllowed'])
    const outsider = await newPortalPerson(trilho, { merchantId: other.merchantId })
    expect(refusalOf(await outsider.get(log))).toEqual([404, 'MerchantNotFound'])
  })
})

test.skipIf(isCitus())('a page costs the same however long the log is: every filter has its index', async () => {
  await trilho.sql`
    insert into audit_entries select ${other.merchantId}, n + 1000, now() - n * interval '1 second', ${owner.id}, 'x', 'key.create', 'x', '{}', 'x', n, n
      from generate_series(1, 5000) n`
  await trilho.sql`analyse audit_entries`
  const page = { limit: 26, before: { at: new Date(), merchantId, sequence: 5n } }
  const period = { from: new Date(0), to: new Date() }
  for (const filter of [
    { merchantId },
    { merchantId: null },
    { merchantId: null, personId: developer.id },
    { merchantId: null, act: 'key.revoke' },
  ]) {
    const steps = await explain(trilho.sql, sql => selectNewest(sql, { ...filter, ...period }, page))
    expect(steps.join(', ')).toMatch(/Index Scan( Backward)? audit_entries_(by_time|of_merchant|of_person|of_kind)/)
    expect(steps.filter(step => step.startsWith('Seq Scan') && step.includes('audit_entries'))).toEqual([])
  }
})
