import { describe, expect, test } from 'vitest'
import { linkPrinted } from '../../../../test/kit/mailbox.ts'
import { meet } from '../../../../test/kit/meet.ts'
import { openTrilho } from '../../../../test/kit/trilho.ts'
import {
  enableCodes,
  newPersonWithPassword,
  newPortalPerson,
  newVisitor,
  refusalOf,
} from '../../../../test/kit/portal-client.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { removeMember } from '../members/change-member.ts'
import { roles } from '../permissions.ts'
import { disablePerson } from './people.ts'

const trilho = await openTrilho()
const { merchantId } = await trilho.newMerchant()
const operator = await newPortalPerson(trilho, { isOperator: true, name: 'Olívia Prado' })
await newPortalPerson(trilho, { merchantId })
const people = '/operator/people'

const lastEntries = async (count: number) =>
  (
    await trilho.sql`select act, subject, person_id, details from audit_entries
                     order by at desc, sequence desc limit ${count}`
  ).toReversed()

describe('the people of the platform', () => {
  test('are listed newest first, with where they belong', async () => {
    const ana = await newPersonWithPassword(trilho, { merchantId, roles: ['finance'] })
    await newVisitor(trilho.url).signIn(ana.email)
    const [first] = (await operator.get(people)).body.data.items
    expect(first).toEqual({
      id: ana.id,
      email: ana.email,
      name: 'Ana Souza',
      operatorRoles: [],
      hasSecondFactor: false,
      isInvited: false,
      isDisabled: false,
      createdAt: expect.stringMatching(/Z$/),
      lastSeenAt: expect.stringMatching(/Z$/),
      merchants: [{ id: merchantId, name: 'Padaria São João Ltda', roles: ['finance'] }],
    })
  })

  test('are found by any part of name or e-mail, and paged by cursor', async () => {
    for (const name of ['Zélia Alves', 'ZÉLIA Braga', 'Zélia_%Castro'])
      await newPortalPerson(trilho, { merchantId, name })
    const search = async (query: string) => (await operator.get(`${people}?${query}`)).body.data
    const first = await search(`search=${encodeURIComponent(' zélia')}&limit=2`)
    expect(first.items.map((one: { name: string }) => one.name)).toEqual(['Zélia_%Castro', 'ZÉLIA Braga'])
    const rest = await search(`search=z%C3%A9lia&limit=2&cursor=${first.nextCursor}`)
    expect(rest).toMatchObject({ items: [{ name: 'Zélia Alves' }], nextCursor: null })
    expect((await search('search=_%25')).items).toHaveLength(1)
    expect((await search(`search=${operator.email}`)).items).toMatchObject([
      { id: operator.id, operatorRoles: ['support', 'treasury', 'compliance', 'administrator'] },
    ])
    expect((await search('search=nobody%20at%20all')).items).toEqual([])
  })

  test('an operator invites another, who is one after taking the link', async () => {
    const requested = { email: `${crypto.randomUUID()}@example.com`, name: 'Otávio', roles: ['treasury'] }
    const { status, body } = await operator.post(people, requested)
    expect(status).toBe(201)
    const token = body.data.link.split('/').at(-1)
    const visitor = newVisitor(trilho.url)
    await visitor.post(`/links/${token}`, { password: 'uma senha bem longa' })
    expect((await visitor.get('/session')).body.data.person).toMatchObject({
      isOperator: true,
      operatorRoles: ['treasury'],
      name: 'Otávio',
    })
    expect(refusalOf(await operator.post(people, requested))).toEqual([409, 'AlreadyOperator'])
    expect(
      await trilho.sql`select act, details from audit_entries
                               where subject = ${body.data.personId} and act = 'person.create'
                               order by at, sequence`,
    ).toEqual([{ act: 'person.create', details: requested }])
  })

  test('who are disabled are out at once and cannot come back until they are enabled', async () => {
    const ana = await newPersonWithPassword(trilho, { merchantId })
    // Another owner stays.
    await newPersonWithPassword(trilho, { merchantId })
    const visitor = newVisitor(trilho.url)
    await visitor.signIn(ana.email)
    await visitor.post('/password-reset', { email: ana.email })
    const link = linkPrinted(trilho.logged)
    expect((await operator.post(`${people}/${ana.id}/disable`)).status).toBe(200)
    expect(refusalOf(await visitor.get('/session'))).toEqual([401, 'SessionInvalid'])
    expect(refusalOf(await visitor.signIn(ana.email))).toEqual([401, 'SignInRefused'])
    expect((await operator.get(`${people}?search=${ana.email}`)).body.data.items[0].isDisabled).toBe(true)
    expect((await operator.post(`${people}/${ana.id}/enable`)).status).toBe(200)
    expect(refusalOf(await visitor.get('/session'))).toEqual([401, 'SessionInvalid'])
    expect(refusalOf(await visitor.get(`/links/${link.split('/').at(-1)}`))).toEqual([403, 'LinkInvalid'])
    expect((await visitor.signIn(ana.email)).status).toBe(200)
    const entry = { subject: ana.id, personId: operator.id }
    const detailsOf = (was: boolean) => ({
      name: 'Ana Souza',
      email: ana.email,
      changes: { isDisabled: { was, is: !was } },
    })
    expect((await lastEntries(3)).slice(0, 2)).toEqual([
      { act: 'person.disable', ...entry, details: detailsOf(false) },
      { act: 'person.enable', ...entry, details: detailsOf(true) },
    ])
  })

  test('who lost phone and recovery codes begin anew, signed out everywhere; nobody does it for themselves', async () => {
    const ana = await newPersonWithPassword(trilho, { merchantId })
    const visitor = newVisitor(trilho.url)
    await visitor.signIn(ana.email)
    await enableCodes(trilho, visitor)
    expect((await operator.post(`${people}/${ana.id}/reset-second-factor`)).status).toBe(200)
    expect(refusalOf(await visitor.get('/session'))).toEqual([401, 'SessionInvalid'])
    expect((await visitor.signIn(ana.email)).body.data.person.hasSecondFactor).toBe(false)
    expect(refusalOf(await operator.post(`${people}/${operator.id}/reset-second-factor`))).toEqual([
      409,
      'SecondFactorMandatory',
    ])
  })

  test('who lost the password are sent a link by an operator, and the log names who did it', async () => {
    const ana = await newPersonWithPassword(trilho, { merchantId })
    const { body } = await operator.post(`${people}/${ana.id}/send-link`)
    const token = body.data.link.split('/').at(-1)
    expect((await newVisitor(trilho.url).get(`/links/${token}`)).body.data.email).toBe(ana.email)
    expect(await lastEntries(1)).toEqual([
      { act: 'person.sendLink', subject: ana.id, personId: operator.id, details: {} },
    ])
  })

  test('the last owner of a merchant is not disabled before there is another', async () => {
    const { merchantId: shop } = await trilho.newMerchant()
    const first = await newPortalPerson(trilho, { merchantId: shop })
    const gone = await newPortalPerson(trilho, { merchantId: shop })
    expect((await operator.post(`${people}/${gone.id}/disable`)).status).toBe(200)
    expect(refusalOf(await operator.post(`${people}/${first.id}/disable`))).toEqual([409, 'LastOwner'])
    expect((await first.get('/session')).status).toBe(200)
    await newPortalPerson(trilho, { merchantId: shop })
    expect((await operator.post(`${people}/${first.id}/disable`)).status).toBe(200)
  })

  test('of two owners, one disabled by an operator while the other is removed by an owner, one is left', async () => {
    const { merchantId: shop } = await trilho.newMerchant()
    const [one, other] = [
      await newPortalPerson(trilho, { merchantId: shop }),
      await newPortalPerson(trilho, { merchantId: shop }),
    ]
    const row = (tx: Tx) => tx`select 1 from memberships where merchant_id = ${shop} for update`
    const outcomes = await meet(trilho.sql, row, [
      () => disablePerson(trilho.needs, one.id),
      () => removeMember(trilho.needs, { merchantId: shop, personId: other.id }),
    ])
    expect(outcomes.sort()).toEqual(['LastOwner', 'done'])
  })

  test('two operators who disable each other at once leave one', async () => {
    const platform = await openTrilho()
    const [first, second] = [
      await newPortalPerson(platform, { isOperator: true }),
      await newPortalPerson(platform, { isOperator: true }),
    ]
    const outcomes = await meet(platform.sql, tx => tx`select 1 from people for update`, [
      () => disablePerson(platform.needs, first.id),
      () => disablePerson(platform.needs, second.id),
    ])
    expect(outcomes.sort()).toEqual(['LastOperator', 'done'])
  })
})

describe('who may not', () => {
  const calls = (personId: string) =>
    [
      ['POST', people, { email: 'x@example.com', name: 'X' }],
      ['POST', `${people}/${personId}/send-link`, undefined],
      ['POST', `${people}/${personId}/disable`, undefined],
      ['POST', `${people}/${personId}/enable`, undefined],
      ['POST', `${people}/${personId}/reset-second-factor`, undefined],
    ] as const

  test.each(roles)('a person who is %s at a merchant sees and changes nobody of the platform', async role => {
    const person = await newPortalPerson(trilho, { merchantId, roles: [role] })
    for (const [method, path, body] of [['GET', people, undefined] as const, ...calls(operator.id)])
      expect(refusalOf(await person.send(method, path, body))).toEqual([403, 'RoleNotAllowed'])
  })

  test('an operator who has not shown the password lately is asked for it', async () => {
    const late = await newPortalPerson(trilho, { isOperator: true })
    trilho.clock.aheadMs = 6 * 60_000
    for (const [method, path, body] of calls(late.id))
      expect(refusalOf(await late.send(method, path, body))).toEqual([403, 'ConfirmationRequired'])
    trilho.clock.aheadMs = 0
  })

  test('nobody has an id that is made up', async () => {
    for (const id of [crypto.randomUUID(), 'nonsense', '%00'])
      for (const [method, path, body] of calls(id).slice(1))
        expect(refusalOf(await operator.send(method, path, body))).toEqual([404, 'PersonNotFound'])
  })

  test('bad input is a 400', async () => {
    for (const wrong of [{ email: 'x' }, { name: 'X' }, { email: 'no address', name: 'X' }])
      expect((await operator.post(people, wrong)).status).toBe(400)
    for (const query of ['cursor=x', 'limit=0', `search=${'x'.repeat(101)}`])
      expect((await operator.get(`${people}?${query}`)).status).toBe(400)
  })
})
