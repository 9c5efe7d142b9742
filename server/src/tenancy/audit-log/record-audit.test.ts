import { expect, test } from 'vitest'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { recordAudit } from './record-audit.ts'

const trilho = await openTrilho()
const by = { id: null, name: 'Ana', merchantId: null, address: '203.0.113.1' }
const entries = () =>
  trilho.sql`select sequence::int, act, subject, details, refuses::int from audit_entries order by sequence`

test('what is done is written down before it happens, even if the process dies in between', async () => {
  let seen: unknown[] = []
  const result = await recordAudit(
    trilho.needs,
    by,
    { act: 'key.create', subject: 'k', details: { a: 1 } },
    async () => {
      seen = await entries()
      return 42
    },
  )
  expect(result).toBe(42)
  expect(seen).toEqual([{ sequence: 1, act: 'key.create', subject: 'k', details: { a: 1 }, refuses: null }])
})

test('what cannot be written down does not happen', async () => {
  let happened = false
  const unknown = { ...by, id: '01900000-0000-7000-8000-000000000000' }
  const act = recordAudit(trilho.needs, unknown, { act: 'key.create', subject: 'k' }, async () => {
    happened = true
  })
  await expect(act).rejects.toThrow('foreign key')
  expect(happened).toBe(false)
})

test('what is refused, or fails, gets a second entry that says why', async () => {
  const refused = () => Promise.reject(new ApiError('LastOwner'))
  const failed = () => Promise.reject(new Error('no database'))
  await expect(recordAudit(trilho.needs, by, { act: 'member.remove', subject: 'm' }, refused)).rejects.toThrow(
    'LastOwner',
  )
  await expect(recordAudit(trilho.needs, by, { act: 'key.revoke', subject: 'k' }, failed)).rejects.toThrow(
    'no database',
  )
  expect((await entries()).slice(1)).toEqual([
    { sequence: 2, act: 'member.remove', subject: 'm', details: {}, refuses: null },
    { sequence: 3, act: 'member.remove', subject: 'm', details: { refusal: 'LastOwner' }, refuses: 2 },
    { sequence: 4, act: 'key.revoke', subject: 'k', details: {}, refuses: null },
    { sequence: 5, act: 'key.revoke', subject: 'k', details: { refusal: 'NotDone' }, refuses: 4 },
  ])
})

test('whatever a path or a body spells can be written down', async () => {
  const subject = `a\0b\ud800${'x'.repeat(300)}`
  await recordAudit(trilho.needs, by, { act: 'key.revoke', subject, details: { note: '\0\udfff' } }, async () => {})
  expect((await entries()).at(-1)).toMatchObject({ subject: `a?b?${'x'.repeat(196)}`, details: { note: '??' } })
})
