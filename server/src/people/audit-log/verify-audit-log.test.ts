import { describe, expect, test } from 'vitest'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { recordAct } from './record-act.ts'
import { verifyAuditLog } from './verify-audit-log.ts'

const trilho = await openTrilho()
const { merchantId } = await trilho.newMerchant()
const other = await trilho.newMerchant()
const [ana, eve] = [await newPortalPerson(trilho, { merchantId }), await newPortalPerson(trilho, { merchantId })]
const by = { id: ana.id, name: 'Ana Souza', merchantId, address: '203.0.113.1' }

/** Seven entries of every kind: with and without details, a merchant and a person; the sixth refuses the fifth. */
for (const details of [{ b: 1, a: [true, null, { z: 'é', y: 1.5 }] }, { at: new Date(), no: undefined }, undefined])
  await recordAct(
    trilho.needs,
    by,
    { act: 'profile.change', subject: ana.id, ...(details && { details }) },
    async () => {},
  )
await recordAct(
  trilho.needs,
  { ...by, id: null, merchantId: null },
  { act: 'person.create', subject: 'x' },
  async () => {},
)
const refused = () => Promise.reject(new Error('broken'))
await recordAct(trilho.needs, by, { act: 'key.create', subject: 'k' }, refused).catch(() => {})
await recordAct(trilho.needs, by, { act: 'key.revoke', subject: 'k' }, async () => {})

/** What the walk says after somebody with the whole database in hand has done something to it. */
async function faultAfter(breaks: (tx: Tx) => Promise<unknown>): Promise<string | null> {
  let fault: string | null = ''
  await trilho.sql
    .begin(async tx => {
      await tx`alter table acts disable trigger user`
      await tx`alter table acts drop constraint acts_refuses_fkey`
      await breaks(tx)
      fault = (await verifyAuditLog({ sql: tx as unknown as Sql })).fault
      throw new Error('taken back')
    })
    .catch((error: Error) => expect(error.message).toBe('taken back'))
  return fault
}

const change = (sequence: number, assignment: string) => (tx: Tx) =>
  tx.unsafe(`update acts set ${assignment} where sequence = ${sequence}`)

describe('the audit log', () => {
  test('as it was written is whole, and says how far it goes', async () => {
    expect(await verifyAuditLog(trilho.needs)).toEqual({
      entries: 7n,
      lastHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      fault: null,
    })
  })

  test('is whole after many wrote at once, each entry after the other', async () => {
    const busy = await openTrilho()
    const act = { act: 'profile.change', subject: 'x' } as const
    const nobody = { ...by, id: null, merchantId: null }
    const second = await busy.startServer()
    await Promise.all(times(60, index => recordAct(index % 2 ? busy.needs : second.needs, nobody, act, async () => {})))
    expect(await verifyAuditLog(busy.needs)).toMatchObject({ entries: 60n, fault: null })
  })

  const columns: [column: string, assignment: string][] = [
    ['at', "at = at + interval '1 millisecond'"],
    ['person_id', `person_id = '${eve.id}'`],
    ['person_name', "person_name = 'Eve'"],
    ['merchant_id', `merchant_id = '${other.merchantId}'`],
    ['act', "act = 'key.revoke '"],
    ['subject', "subject = subject || ' '"],
    ['details', `details = details || '{"more": 1}'`],
    ['address', "address = '203.0.113.2'"],
    ['refuses', 'refuses = coalesce(refuses, 0) + 1'],
    ['previous_hash', "previous_hash = 'x'"],
    ['hash', "hash = 'x'"],
  ]

  test.each(columns)('in which %s of any entry was changed is broken there', async (_column, assignment) => {
    for (const sequence of [1, 4, 6, 7])
      expect(await faultAfter(change(sequence, assignment))).toMatch(new RegExp(`^entry ${sequence} `))
  })

  test('has no column that nobody watches', async () => {
    const all = await trilho.sql`select column_name from information_schema.columns where table_name = 'acts'`
    expect(all.map(row => row.columnName).sort()).toEqual([...columns.map(([column]) => column), 'sequence'].sort())
  })

  test.each([1, 2, 5, 6, 7])('from which entry %i was removed is broken there', async sequence => {
    const fault = await faultAfter(tx => tx`delete from acts where sequence = ${sequence}`)
    expect(fault).toMatch(new RegExp(`^entr(y|ies) ${sequence} .*missing`))
  })

  test('from which an entry was removed and the others moved up is broken', async () => {
    const fault = await faultAfter(async tx => {
      await tx`delete from acts where sequence = 3`
      for (const sequence of [4, 5, 6, 7]) await change(sequence, 'sequence = sequence - 1')(tx)
    })
    expect(fault).toBe('entry 3 does not follow from the one before')
  })

  test('into which an entry was put in between is broken', async () => {
    const fault = await faultAfter(async tx => {
      for (const sequence of [7, 6, 5, 4, 3]) await change(sequence, 'sequence = sequence + 1')(tx)
      await tx`insert into acts select 3, at, person_id, person_name, merchant_id, act, subject, details, address, null,
                                       hash, 'made up' from acts where sequence = 2`
    })
    expect(fault).toBe('entry 3 was changed')
  })

  test.each([
    ['before the first', -1],
    ['after the last', 8],
  ])('to which an entry was added %s is broken', async (_where, sequence) => {
    const fault = await faultAfter(
      tx => tx`insert into acts select ${sequence}, at, person_id, person_name, merchant_id, act, subject, details,
                                       address, null, hash, 'made up' from acts where sequence = 7`,
    )
    expect(fault).toContain(`${sequence}`)
  })

  test('that was emptied, or whose end was forgotten, is broken', async () => {
    expect(await faultAfter(tx => tx`delete from acts`)).toBe('entries 1 to 7 are missing')
    expect(await faultAfter(tx => tx`delete from acts_end`)).toBe('the end of the log is not written down')
  })

  test('of which two entries changed places is broken', async () => {
    const fault = await faultAfter(async tx => {
      await change(2, 'sequence = 100')(tx)
      await change(3, 'sequence = 2')(tx)
      await change(100, 'sequence = 3')(tx)
    })
    expect(fault).toBe('entry 2 does not follow from the one before')
  })

  test('cannot be changed by a slip: the database refuses', async () => {
    const attempts = [
      trilho.sql`update acts set person_name = 'Eve' where sequence = 1`,
      trilho.sql`delete from acts where sequence = 7`,
      trilho.sql`truncate acts cascade`,
    ]
    for (const attempt of attempts) await expect(attempt).rejects.toThrow('the audit log is append-only')
    expect((await verifyAuditLog(trilho.needs)).fault).toBeNull()
  })
})
