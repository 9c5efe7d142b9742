import { describe, expect, test } from 'vitest'
import type { Answer } from '../../../../test/kit/api-client.ts'
import { linkPrinted } from '../../../../test/kit/mailbox.ts'
import { meet } from '../../../../test/kit/meet.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import { newPersonWithPassword, newPortalPerson, newVisitor, refusalOf } from '../../../../test/kit/portal-client.ts'
import { type Role, roles } from '../permissions.ts'
import { changeRoles, removeMember } from './change-member.ts'

const trilho = await openTrilho()

async function newShop() {
  const { merchantId } = await trilho.newMerchant()
  const owner = await newPortalPerson(trilho, { merchantId, name: 'João Batista' })
  return { merchantId, owner, members: `/merchants/${merchantId}/members` }
}

const carla = (more: object = {}) => ({
  email: `${crypto.randomUUID()}@example.com`,
  name: 'Carla',
  roles: ['finance'],
  ...more,
})
const auditEntriesOf = (merchantId: string) =>
  trilho.sql`select act, subject, details, person_name from audit_entries
              where merchant_id = ${merchantId} order by at, sequence`

describe('members of a merchant', () => {
  test('are listed with roles and whether they have taken the invitation', async () => {
    const { merchantId, owner, members } = await newShop()
    const approver = await newPersonWithPassword(trilho, {
      merchantId,
      roles: ['approver', 'viewer'],
      name: 'Aparecida',
    })
    const invited = carla()
    await owner.post(members, invited)
    const { items, nextCursor } = (await owner.get(members)).body.data
    const plain = { hasSecondFactor: false, isDisabled: false, createdAt: expect.stringMatching(/Z$/) }
    expect(items).toEqual([
      { ...plain, personId: owner.id, email: owner.email, name: 'João Batista', roles: ['owner'], isInvited: true },
      {
        ...plain,
        personId: approver.id,
        email: approver.email,
        name: 'Aparecida',
        roles: ['approver', 'viewer'],
        isInvited: false,
      },
      { ...plain, ...invited, personId: expect.any(String), isInvited: true },
    ])
    expect(nextCursor).toBeNull()
  })

  test('are paged by cursor, each once', async () => {
    const { merchantId, owner, members } = await newShop()
    for (const _ of times(4, () => 0)) await newPortalPerson(trilho, { merchantId, roles: ['viewer'] })
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data }: Answer['body'] = (await owner.get(`${members}?limit=2${cursor && `&cursor=${cursor}`}`)).body
      seen.push(...data.items.map((one: { personId: string }) => one.personId))
      cursor = data.nextCursor
    }
    expect([seen.length, new Set(seen).size]).toEqual([5, 5])
    for (const query of ['limit=0', 'limit=1000', 'cursor=nonsense'])
      expect((await owner.get(`${members}?${query}`)).status).toBe(400)
  })

  test('are invited by an owner, and the log names who did it', async () => {
    const { merchantId, owner, members } = await newShop()
    const requested = carla({ roles: ['finance', 'viewer'] })
    const { status, body } = await owner.post(members, requested)
    expect(status).toBe(201)
    expect(body.data.sentBy).toBe('log')
    expect(await auditEntriesOf(merchantId)).toEqual([
      {
        act: 'member.invite',
        subject: body.data.personId,
        details: requested,
        personName: 'João Batista',
      },
    ])
    expect(refusalOf(await owner.post(members, requested))).toEqual([409, 'AlreadyMember'])
    expect(await auditEntriesOf(merchantId)).toHaveLength(1)
  })

  test('who are known already are added without a new password, and keep their name', async () => {
    const { merchantId, owner, members } = await newShop()
    const known = await newPersonWithPassword(trilho, { merchantId: (await newShop()).merchantId })
    const { body } = await owner.post(members, carla({ email: known.email.toUpperCase(), name: 'Somebody' }))
    expect(body.data).toEqual({ personId: known.id, sentBy: null })
    const visitor = newVisitor(trilho.url)
    const { data } = (await visitor.signIn(known.email)).body
    expect(data.person.name).toBe('Ana Souza')
    expect(data.merchants.map((one: { id: string }) => one.id)).toContain(merchantId)
    expect(data.merchants).toHaveLength(2)
  })

  test('invited many times at once become members once', async () => {
    const { owner, members } = await newShop()
    const requested = carla()
    const answers = await Promise.all(times(4, () => owner.post(members, requested)))
    expect(answers.map(answer => answer.status).sort()).toEqual([201, 409, 409, 409])
    expect(await trilho.sql`select email from people where email = ${requested.email}`).toHaveLength(1)
  })

  test.each([
    [{ email: 'no address' }, '/email format'],
    [{ name: ' ' }, '/name pattern'],
    [{ roles: [] }, '/roles minItems'],
    [{ roles: ['operator'] }, '/roles/0 enum'],
    [{ roles: ['viewer', 'viewer'] }, '/roles uniqueItems'],
  ])('invited with %j get a 400', async (wrong, problem) => {
    const { owner, members } = await newShop()
    const { status, body } = await owner.post(members, carla(wrong))
    expect([
      status,
      body.error.details.map((one: { path: string; code: string }) => `${one.path} ${one.code}`),
    ]).toEqual([400, [problem]])
  })

  test('can be sent the invitation again until they have taken it', async () => {
    const { owner, members } = await newShop()
    const { personId } = (await owner.post(members, carla())).body.data
    const link = linkPrinted(trilho.logged)
    const again = await owner.post(`${members}/${personId}/invite`)
    expect(again.status).toBe(200)
    expect(linkPrinted(trilho.logged)).not.toBe(link)
    const token = link.split('/').at(-1)
    expect((await newVisitor(trilho.url).post(`/links/${token}`, { password: 'uma senha bem longa' })).status).toBe(200)
    expect(refusalOf(await owner.post(`${members}/${personId}/invite`))).toEqual([409, 'InvitationTaken'])
  })

  test('change roles at once: what one may do changes with the next request', async () => {
    const { merchantId, owner, members } = await newShop()
    const viewer = await newPortalPerson(trilho, { merchantId, roles: ['viewer'] })
    expect(refusalOf(await viewer.get(members))).toEqual([403, 'RoleNotAllowed'])
    expect((await owner.put(`${members}/${viewer.id}`, { roles: ['owner'] })).status).toBe(200)
    expect((await viewer.get(members)).status).toBe(200)
    expect(await auditEntriesOf(merchantId)).toMatchObject([
      { act: 'member.changeRoles', subject: viewer.id, details: { name: 'Ana Souza', roles: ['owner'] } },
    ])
  })

  test('who are removed have nothing to do with the merchant any more', async () => {
    const { merchantId, owner, members } = await newShop()
    const other = await newPortalPerson(trilho, { merchantId })
    expect((await owner.delete(`${members}/${other.id}`)).status).toBe(200)
    expect(refusalOf(await other.get(members))).toEqual([401, 'SessionInvalid'])
    expect(refusalOf(await owner.delete(`${members}/${other.id}`))).toEqual([404, 'PersonNotFound'])
    expect((await auditEntriesOf(merchantId)).map(entry => entry.act)).toEqual(['member.remove'])
  })
})

describe('the last owner', () => {
  test('can neither leave nor lose ownership; with another one they can', async () => {
    const { merchantId, owner, members } = await newShop()
    const disabled = await newPortalPerson(trilho, { merchantId })
    await trilho.sql`update people set disabled_at = now() where id = ${disabled.id}`
    expect(refusalOf(await owner.delete(`${members}/${owner.id}`))).toEqual([409, 'LastOwner'])
    expect(refusalOf(await owner.put(`${members}/${owner.id}`, { roles: ['viewer'] }))).toEqual([409, 'LastOwner'])
    expect((await owner.put(`${members}/${owner.id}`, { roles: ['owner', 'approver'] })).status).toBe(200)
    await newPortalPerson(trilho, { merchantId })
    expect((await owner.delete(`${members}/${owner.id}`)).status).toBe(200)
  })

  test.each([
    ['remove', (merchantId: string, personId: string) => removeMember(trilho.needs, { merchantId, personId })],
    [
      'demote',
      (merchantId: string, personId: string) => changeRoles(trilho.needs, { merchantId, personId, roles: ['viewer'] }),
    ],
  ])('is left when two owners %s each other at once', async (_what, change) => {
    const { merchantId, owner } = await newShop()
    const other = await newPortalPerson(trilho, { merchantId })
    const outcomes = await meet(
      trilho.sql,
      tx => tx`select 1 from memberships where merchant_id = ${merchantId} for update`,
      [() => change(merchantId, owner.id), () => change(merchantId, other.id)],
    )
    expect(outcomes.sort()).toEqual(['LastOwner', 'done'])
    const owners =
      await trilho.sql`select 1 from memberships where merchant_id = ${merchantId} and 'owner' = any(roles)`
    expect(owners.count).toBe(1)
  })
})

describe('who may not', () => {
  const calls = (members: string, personId: string) =>
    [
      ['POST', members, carla()],
      ['PUT', `${members}/${personId}`, { roles: ['viewer'] }],
      ['DELETE', `${members}/${personId}`, undefined],
      ['POST', `${members}/${personId}/invite`, undefined],
    ] as const

  test.each([...roles.filter(role => role !== 'owner'), 'operator'] as (Role | 'operator')[])(
    'a person who is %s changes no members',
    async who => {
      const { merchantId, owner, members } = await newShop()
      const person = await newPortalPerson(
        trilho,
        who === 'operator' ? { isOperator: true } : { merchantId, roles: [who] },
      )
      for (const [method, path, body] of calls(members, owner.id))
        expect(refusalOf(await person.send(method, path, body))).toEqual([403, 'RoleNotAllowed'])
      expect((await person.get(members)).status).toBe(who === 'operator' ? 200 : 403)
    },
  )

  test("another merchant's owner finds nobody", async () => {
    const [{ owner, members }, other] = [await newShop(), await newShop()]
    for (const [method, path, body] of [['GET', members, undefined] as const, ...calls(members, owner.id)])
      expect(refusalOf(await other.owner.send(method, path, body))).toEqual([404, 'MerchantNotFound'])
    for (const [method, path, body] of calls(other.members, owner.id).slice(1))
      expect(refusalOf(await other.owner.send(method, path, body))).toEqual([404, 'PersonNotFound'])
    for (const [method, path, body] of calls(other.members, '%00nonsense').slice(1))
      expect(refusalOf(await other.owner.send(method, path, body))).toEqual([404, 'PersonNotFound'])
  })
})
