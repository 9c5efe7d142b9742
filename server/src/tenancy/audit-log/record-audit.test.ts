import { expect, test } from 'vitest'
import { writeEntry } from '../../../test/kit/audit.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { newPortalPerson, refusalOf } from '../../../test/kit/portal-client.ts'
import { recordAudit } from './record-audit.ts'

const trilho = await openTrilho()
const { merchantId } = await trilho.newMerchant()
const owner = await newPortalPerson(trilho, { merchantId })
const by = { id: null, name: 'Ana', merchantId: null, address: '203.0.113.1' }
const entries = () => trilho.sql`select act, subject, details from audit_entries order by at, sequence`
const name = async () => (await trilho.sql`select name from people where id = ${owner.id}`)[0]?.name

const audit = { act: 'profile.change', subject: 'x', by, at: new Date(), key: trilho.needs.auditKey } as const

test('a change and its entry commit together, or neither does', async () => {
  const change = (fails: boolean) =>
    trilho.sql.begin(async tx => {
      await tx`update people set name = 'Ana Maria' where id = ${owner.id}`
      await recordAudit(tx, audit)
      if (fails) throw new Error('broken')
    })
  await expect(change(true)).rejects.toThrow('broken')
  expect(await entries()).toEqual([])
  await change(false)
  expect(await entries()).toEqual([{ act: 'profile.change', subject: 'x', details: {} }])
})

test('what cannot be recorded does not happen', async () => {
  const unknown = { ...by, id: '01900000-0000-7000-8000-000000000000' }
  const change = trilho.sql.begin(async tx => {
    await tx`update people set name = 'Eve' where id = ${owner.id}`
    await recordAudit(tx, { ...audit, by: unknown })
  })
  await expect(change).rejects.toThrow('foreign key')
  expect(await name()).toBe('Ana Maria')
})

test('what is refused leaves no entry', async () => {
  const before = await entries()
  expect(refusalOf(await owner.delete(`/merchants/${merchantId}/members/${owner.id}`))).toEqual([409, 'LastOwner'])
  expect(await entries()).toEqual(before)
})

test('whatever a path or a body spells can be recorded', async () => {
  const subject = `a\0b\ud800${'x'.repeat(300)}`
  await writeEntry(trilho.needs, by, { act: 'key.revoke', subject, details: { note: '\0\udfff' } })
  expect((await entries()).at(-1)).toMatchObject({ subject: `a?b?${'x'.repeat(196)}`, details: { note: '??' } })
})
