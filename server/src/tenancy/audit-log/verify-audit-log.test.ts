import { describe, expect, test } from 'vitest'
import { writeEntry } from '../../../test/kit/audit.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { hashesOf } from './chain.ts'
import { recordAudit } from './record-audit.ts'
import { redactEntries } from './redact-entries.ts'
import { sealChains } from './seal-chains.ts'
import { selectEntries } from './sql.ts'
import { type Head, verifyAuditLog } from './verify-audit-log.ts'

const trilho = await openTrilho()
const { merchantId } = await trilho.newMerchant()
const other = await trilho.newMerchant()
const [ana, eve] = [await newPortalPerson(trilho, { merchantId }), await newPortalPerson(trilho, { merchantId })]
const by = { id: ana.id, name: 'Ana Souza', merchantId, address: '203.0.113.1' }

const ofPlatform = { ...by, merchantId: null }

/** Seven entries of every kind in each of two chains: with and without details and a person. */
for (const who of [by, ofPlatform]) {
  for (const details of [{ b: 1, a: [true, null, { z: 'é', y: 1.5 }] }, { at: new Date(), no: undefined }, undefined])
    await writeEntry(trilho.needs, who, { act: 'profile.change', subject: ana.id, ...(details && { details }) })
  await writeEntry(trilho.needs, { ...who, id: null }, { act: 'person.create', subject: 'x' })
  for (const act of ['key.create', 'key.confirm', 'key.revoke'] as const)
    await writeEntry(trilho.needs, who, { act, subject: 'k' })
}

/** What the walk says after somebody with the whole database in hand has done something to it. */
async function faultAfter(breaks: (tx: Tx) => Promise<unknown>, kept: Head | null = null): Promise<string | null> {
  let fault: string | null = ''
  await trilho.sql
    .begin(async tx => {
      await tx`alter table audit_entries disable trigger user`
      await breaks(tx)
      fault = (await verifyAuditLog({ sql: tx as unknown as Sql, auditKey: trilho.needs.auditKey }, kept)).fault
      throw new Error('taken back')
    })
    .catch((error: Error) => expect(error.message).toBe('taken back'))
  return fault
}

const inMerchants = `, in the chain of merchant ${merchantId}`

test('the audit log as it was written is whole, and says how far it goes', async () => {
  expect(await verifyAuditLog(trilho.needs)).toEqual({
    entries: 14n,
    lastSequence: 7n,
    lastHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    lastAt: expect.any(Date),
    fault: null,
  })
})

describe.each([
  ['a merchant', merchantId, inMerchants],
  ['the platform', platformId, ''],
])('the chain of %s', (_whose, chain, where) => {
  const change = (sequence: number, assignment: string) => (tx: Tx) =>
    tx.unsafe(`update audit_entries set ${assignment} where merchant_id = '${chain}' and sequence = ${sequence}`)

  test('is whole after many wrote at once, each entry after the other', async () => {
    const busy = await openTrilho()
    const act = { act: 'profile.change', subject: 'x' } as const
    const nobody = { ...by, id: null, merchantId: null }
    const second = await busy.startServer()
    await Promise.all(times(60, index => writeEntry(index % 2 ? busy.needs : second.needs, nobody, act)))
    expect(await verifyAuditLog(busy.needs)).toMatchObject({ entries: 60n, fault: null })
  })

  const columns: [column: string, assignment: string][] = [
    ['at', "at = (at at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC'"],
    ['person_id', `person_id = '${eve.id}'`],
    ['person_name', "person_name = 'Eve'"],
    ['merchant_id', `merchant_id = '${other.merchantId}'`],
    ['act', "act = 'key.revoke '"],
    ['subject', "subject = subject || ' '"],
    ['details', `details = details || '{"more": 1}'`],
    ['address', "address = '203.0.113.2'"],
    ['previous_hash', "previous_hash = 'x'"],
    ['hash', "hash = 'x'"],
    ['content_hash', "content_hash = 'x'"],
    ['salt', "salt = 'x'"],
    ['is_redacted', 'is_redacted = true'],
  ]

  test.each(columns)('in which %s of any entry was changed is broken there', async (_column, assignment) => {
    for (const sequence of [1, 4, 6, 7])
      expect(await faultAfter(change(sequence, assignment))).toMatch(new RegExp(`^entr(y|ies) ${sequence} .*${where}$`))
  })

  test('has no column that nobody watches', async () => {
    const all = await trilho.sql`select column_name from information_schema.columns where table_name = 'audit_entries'`
    expect(all.map(row => row.columnName).sort()).toEqual([...columns.map(([column]) => column), 'sequence'].sort())
  })

  test.each([1, 2, 5, 6, 7])('from which entry %i was removed is broken there', async sequence => {
    const fault = await faultAfter(
      tx => tx`delete from audit_entries where merchant_id = ${chain} and sequence = ${sequence}`,
    )
    expect(fault).toMatch(new RegExp(`^entr(y|ies) ${sequence} .*missing`))
  })

  test('from which an entry was removed and the others moved up is broken', async () => {
    const fault = await faultAfter(async tx => {
      await tx`delete from audit_entries where merchant_id = ${chain} and sequence = 3`
      for (const sequence of [4, 5, 6, 7]) await change(sequence, 'sequence = sequence - 1')(tx)
    })
    expect(fault).toBe(`entry 3 does not follow from the one before${where}`)
  })

  test('into which an entry was put in between is broken', async () => {
    const fault = await faultAfter(async tx => {
      for (const sequence of [7, 6, 5, 4, 3]) await change(sequence, 'sequence = sequence + 1')(tx)
      await tx`insert into audit_entries select merchant_id, 3, at, person_id, person_name, act, subject, details, address, hash,
                                       'made up' from audit_entries where merchant_id = ${chain} and sequence = 2`
    })
    expect(fault).toBe(`entry 3 was changed${where}`)
  })

  test.each([
    ['before the first', -1],
    ['after the last', 8],
  ])('to which an entry was added %s is broken', async (_where, sequence) => {
    const fault = await faultAfter(
      tx => tx`insert into audit_entries select merchant_id, ${sequence}, at, person_id, person_name, act, subject, details,
                                       address, hash, 'made up' from audit_entries where merchant_id = ${chain} and sequence = 7`,
    )
    expect(fault).toContain(`${sequence}`)
  })

  test('that was emptied, or whose end was forgotten, is broken', async () => {
    expect(await faultAfter(tx => tx`delete from audit_entries where merchant_id = ${chain}`)).toBe(
      `entries 1 to 7 are missing${where}`,
    )
    expect(await faultAfter(tx => tx`delete from audit_chain_heads where merchant_id = ${chain}`)).toMatch(
      /^the end of the (log|chain of .*) is not written down$/,
    )
  })

  test('of which two entries changed places is broken', async () => {
    const fault = await faultAfter(async tx => {
      await change(2, 'sequence = 100')(tx)
      await change(3, 'sequence = 2')(tx)
      await change(100, 'sequence = 3')(tx)
    })
    expect(fault).toBe(`entry 2 does not follow from the one before${where}`)
  })

  test('that was rewritten by somebody who has the database, and not the key, is broken from its first entry on', async () => {
    const writeAnew = async (tx: Tx) => {
      let previousHash = ''
      for (const entry of await selectEntries(tx as unknown as Sql, chain, 0n, 100)) {
        const row = { ...entry, personName: 'Eve', previousHash }
        const { hash, contentHash } = hashesOf(row, { key: Buffer.alloc(32) })
        previousHash = hash
        await tx`update audit_entries set person_name = 'Eve', previous_hash = ${row.previousHash}, hash = ${hash},
                                          content_hash = ${contentHash}
                  where merchant_id = ${chain} and sequence = ${row.sequence}`
      }
      await tx`update audit_chain_heads set hash = ${previousHash} where merchant_id = ${chain}`
    }
    expect(await faultAfter(writeAnew)).toBe(`entry 1 was changed${where}`)
  })

  test('cannot be changed by a slip: the database refuses', async () => {
    const attempts = [
      trilho.sql`update audit_entries set person_name = 'Eve' where merchant_id = ${chain} and sequence = 1`,
      trilho.sql`delete from audit_entries where merchant_id = ${chain} and sequence = 7`,
      trilho.sql`truncate audit_entries cascade`,
    ]
    for (const attempt of attempts) await expect(attempt).rejects.toThrow('the audit log is append-only')
    expect((await verifyAuditLog(trilho.needs)).fault).toBeNull()
  })
})

/** Cuts a chain after its fourth entry, together with its head. */
const cut = (chain: string) => async (tx: Tx) => {
  await tx`delete from audit_entries where merchant_id = ${chain} and sequence > 4`
  await tx`
    update audit_chain_heads h set sequence = 4, hash = e.hash
      from audit_entries e where e.merchant_id = h.merchant_id and e.sequence = 4 and h.merchant_id = ${chain}`
}

describe('the audit log', () => {
  test('whose platform’s chain was cut off together with its end is broken for somebody who has stored its head', async () => {
    const { lastSequence, lastHash } = await verifyAuditLog(trilho.needs)
    expect(await faultAfter(cut(platformId))).toBeNull()
    const kept = { sequence: lastSequence, hash: lastHash }
    expect(await faultAfter(cut(platformId), kept)).toBe(
      'entries 5 to 7 are missing: the head that was kept is beyond the end',
    )
    expect((await verifyAuditLog(trilho.needs, kept)).fault).toBeNull()
    const [fourth] = await trilho.sql<{ hash: string }[]>`
      select hash from audit_entries where merchant_id = ${platformId} and sequence = 4`
    expect((await verifyAuditLog(trilho.needs, { sequence: 4n, hash: fourth?.hash ?? '' })).fault).toBeNull()
    expect((await verifyAuditLog(trilho.needs, { sequence: 4n, hash: lastHash })).fault).toBe(
      'entry 4 has another hash than the head that was kept',
    )
  })

  test('shows what was cut or removed of a merchant’s chain once the platform has sealed it', async () => {
    const remove = async (tx: Tx) => {
      await tx`delete from audit_entries where merchant_id = ${merchantId}`
      await tx`delete from audit_chain_heads where merchant_id = ${merchantId}`
    }
    expect(await faultAfter(cut(merchantId))).toBeNull()
    expect(await faultAfter(remove)).toBeNull()
    expect(await sealChains(trilho.needs)).toBe(1)
    expect(await sealChains(trilho.needs)).toBe(0)
    expect(await verifyAuditLog(trilho.needs)).toMatchObject({ entries: 15n, lastSequence: 8n, fault: null })
    expect(await faultAfter(cut(merchantId))).toMatch(/^entries 5 to 7 are missing: .*, in the chain of merchant/)
    expect(await faultAfter(remove)).toBe(`the chain of merchant ${merchantId} is missing: the platform has sealed it`)
    const unseal = async (tx: Tx) => {
      await tx`delete from audit_entries where merchant_id = ${platformId}`
      await tx`delete from audit_chain_heads where merchant_id = ${platformId}`
    }
    expect(await faultAfter(unseal)).toBe(`entry 7 is marked as sealed, and no seal names it${inMerchants}`)
  })

  test('lets two merchants and the platform write at once: nobody waits for another’s commit', async () => {
    const entry = { act: 'profile.change', subject: 'x', at: new Date(), key: trilho.needs.auditKey } as const
    await trilho.sql.begin(async tx => {
      await recordAudit(tx, { ...entry, by })
      await writeEntry(trilho.needs, { ...by, merchantId: other.merchantId }, entry)
      await writeEntry(trilho.needs, ofPlatform, entry)
    })
    expect((await verifyAuditLog(trilho.needs)).fault).toBeNull()
  })

  test('is whole however the ids of an entry were spelled', async () => {
    const spelled = await openTrilho()
    const shop = await spelled.newMerchant()
    const person = await newPortalPerson(spelled, { merchantId: shop.merchantId })
    const act = { act: 'profile.change', subject: person.id } as const
    for (const spell of [
      (id: string) => id.toUpperCase(),
      (id: string) => `{${id}}`,
      (id: string) => id.replaceAll('-', ''),
    ])
      await writeEntry(spelled.needs, { ...by, id: spell(person.id), merchantId: spell(shop.merchantId) }, act)
    expect(await verifyAuditLog(spelled.needs)).toMatchObject({ entries: 3n, fault: null })
    const operator = await newPortalPerson(spelled, { isOperator: true })
    const policy = { approversNeeded: 1, operatorApprovesAbove: null }
    const path = `/operator/merchants/${shop.merchantId.toUpperCase()}/approval-policy`
    expect((await operator.put(path, policy)).status).toBe(200)
    expect(await verifyAuditLog(spelled.needs)).toMatchObject({ entries: 4n, fault: null })
  })

  test('is whole after entries were redacted, and shows what was changed under that name', async () => {
    const whole = await openTrilho()
    const { needs } = whole
    const shop = await whole.newMerchant()
    const chains = [shop.merchantId, platformId]
    for (const merchantId of [shop.merchantId, null])
      for (const subject of ['a', 'Maria Silva', 'c'])
        await writeEntry(needs, { ...by, id: null, merchantId }, { act: 'profile.change', subject })
    const blank = { personName: '***', details: {}, address: '***', sequence: 2n }
    const redact = (subject: string) =>
      whole.sql.begin(tx =>
        redactEntries(tx, {
          subject: 'x',
          at: new Date(),
          key: needs.auditKey,
          entries: chains.map(merchantId => ({ ...blank, merchantId, subject })),
        }),
      )
    await redact('one of two')
    await redact('***')
    expect(
      await whole.sql`select 1 from audit_entries where subject = 'Maria Silva' or (sequence = 2 and salt <> '')`,
    ).toEqual([])
    expect(await verifyAuditLog(needs)).toMatchObject({ entries: 8n, fault: null })
    const changes = [
      "subject = 'Eve'",
      "subject = 'one of two'",
      'is_redacted = false',
      "salt = 'x'",
      "content_hash = 'x'",
    ]
    for (const chain of chains)
      for (const change of changes) {
        await whole.sql.unsafe('alter table audit_entries disable trigger user')
        const [row] = await whole.sql<{ subject: string; contentHash: string }[]>`
          select subject, content_hash from audit_entries where merchant_id = ${chain} and sequence = 2`
        await whole.sql.unsafe(`update audit_entries set ${change} where merchant_id = '${chain}' and sequence = 2`)
        expect((await verifyAuditLog(needs)).fault).toMatch(/^entry 2 was changed/)
        await whole.sql`
          update audit_entries set subject = ${row?.subject ?? ''}, content_hash = ${row?.contentHash ?? ''}, salt = '', is_redacted = true
           where merchant_id = ${chain} and sequence = 2`
        await whole.sql.unsafe('alter table audit_entries enable trigger user')
      }
    await expect(whole.sql`update audit_entries set is_redacted = true, salt = '', act = 'x'`).rejects.toThrow(
      'append-only',
    )
  })

  test('cannot be hashed anew without its key', async () => {
    const auditKey = { key: Buffer.alloc(32) }
    expect((await verifyAuditLog({ sql: trilho.sql, auditKey })).fault).toBe('entry 1 was changed')
  })
})
