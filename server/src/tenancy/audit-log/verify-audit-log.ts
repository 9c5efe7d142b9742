import type { Sql } from '../../platform/db/db.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { minUuid } from '../../platform/lib/uuid.ts'
import { type AuditKey, type Entry, redactAct, sealAct } from './act.ts'
import { contentHashOf, hasItsHash } from './chain.ts'
import { type Redactions, redactionKey } from './redact-entries.ts'
import type { Seals } from './seal-chains.ts'
import { type ChainHead, selectEntries, selectHead, selectHeads, selectWithoutHead } from './sql.ts'
import { readFile } from 'node:fs/promises'

const batch = 1_000
const beforeAll = -(2n ** 63n)

/** A place in a chain as recorded elsewhere: in a seal, or as a stored head of the platform's chain. */
export type Head = { sequence: bigint; hash: string }

type Needs = { sql: Sql; auditKey: AuditKey }
type Walked = { last: Head & { at: Date | null }; fault: string | null }

/** The result: the number of entries, the last one of the platform's chain, and the first fault, if any. */
export type Verdict = {
  entries: bigint
  lastSequence: bigint
  lastHash: string
  lastAt: Date | null
  fault: string | null
}

/**
 * Reads every chain of the audit log from its first entry to its last: the platform's, then each merchant's. A changed
 * entry does not match its hash; a removed or inserted one breaks the numbers or the hashes; entries cut off the end
 * are missing compared to the head. A merchant's chain that was cut or removed together with its head is found by the
 * seals in the platform's chain; a cut of that chain by its head that was stored elsewhere. An entry that was redacted
 * says what the platform's chain says that it does.
 */
export async function verifyAuditLog(needs: Needs, kept: Head | null = null): Promise<Verdict> {
  const sealed = new Map<string, Head>()
  const ofPlatform = await selectHead(needs.sql, platformId)
  const redactions = new Map<string, string>()
  let redacted: Entry[] = []
  const see = (entry: Entry) => {
    if (entry.isRedacted) redacted.push(entry)
  }
  const seeSeals = (entry: Entry) => {
    see(entry)
    for (const [merchantId, seal] of Object.entries(sealsOf(entry)))
      sealed.set(merchantId, { sequence: BigInt(seal.sequence), hash: seal.hash })
    for (const [key, hash] of Object.entries(redactionsOf(entry))) redactions.set(key, hash)
  }
  const wronglyRedacted = () =>
    redacted.find(entry => redactions.get(redactionKey(entry)) !== contentHashOf(entry, needs.auditKey))
  const { last, fault: broken } = await walk(needs, ofPlatform, platformId, kept, seeSeals)
  let entries = last.sequence
  const verdict = (found: string | null): Verdict => ({
    entries,
    lastSequence: last.sequence,
    lastHash: last.hash,
    lastAt: last.at,
    fault: found,
  })
  /** Seals and redactions written since the platform's chain was read. */
  const readLaterSeals = async () => {
    for (const entry of await selectEntries(needs.sql, platformId, last.sequence, batch))
      if (hasItsHash(entry, needs.auditKey)) seeSeals(entry)
  }
  const redactionFault = async (): Promise<string | null> => {
    if (wronglyRedacted() !== undefined) await readLaterSeals()
    const wrong = wronglyRedacted()
    redacted = []
    return wrong === undefined ? null : `entry ${wrong.sequence} was changed: no redaction has left it like this`
  }
  const fault = broken ?? (await redactionFault())
  if (fault !== null) return verdict(fault)
  const missing = new Map(sealed)
  for await (const head of headsOf(needs.sql)) {
    if (head.merchantId === platformId) continue
    const seal = sealed.get(head.merchantId) ?? null
    missing.delete(head.merchantId)
    const chain = await walk(needs, head, head.merchantId, seal, see)
    entries += chain.last.sequence
    if (sealFault(head, seal) !== null) await readLaterSeals()
    const wrong = chain.fault ?? (await redactionFault()) ?? sealFault(head, sealed.get(head.merchantId) ?? null)
    if (wrong !== null) return verdict(`${wrong}, in the chain of merchant ${head.merchantId}`)
  }
  const [gone] = missing.keys()
  if (gone !== undefined) return verdict(`the chain of merchant ${gone} is missing: the platform has sealed it`)
  const headless = await selectWithoutHead(needs.sql)
  if (headless !== undefined) return verdict(`the end of the chain of ${headless} is not written down`)
  return verdict(null)
}

const sealsOf = ({ act, details }: Entry): Seals => (act === sealAct ? (details['seals'] as Seals) : {})

const redactionsOf = ({ act, details }: Entry): Redactions =>
  act === redactAct ? (details['redactions'] as Redactions) : {}

/** What a head reports as sealed must be in the platform's chain; otherwise entries could be kept from being sealed. */
const sealFault = ({ sealedSequence }: ChainHead, seal: Head | null): string | null =>
  sealedSequence > (seal?.sequence ?? 0n) ? `entry ${sealedSequence} is marked as sealed, and no seal names it` : null

async function* headsOf(sql: Sql): AsyncGenerator<ChainHead> {
  let after = minUuid
  for (;;) {
    const heads = await selectHeads(sql, after, batch)
    yield* heads
    const last = heads.at(-1)
    if (last === undefined || heads.length < batch) return
    after = last.merchantId
  }
}

/** One chain, up to the given end. Entries written meanwhile are left for the next run. */
async function walk(
  { sql, auditKey }: Needs,
  end: ChainHead | undefined,
  merchantId: string,
  kept: Head | null,
  see: (entry: Entry) => void = () => {},
): Promise<Walked> {
  let last: Walked['last'] = { sequence: 0n, hash: '', at: null }
  let after = beforeAll
  const found = (fault: string | null): Walked => ({ last, fault })
  const isEmpty =
    end === undefined && kept === null && (await selectEntries(sql, merchantId, beforeAll, 1)).length === 0
  if (isEmpty) return found(null)
  if (end === undefined) return found('the end of the log is not written down')
  while (last.sequence < end.sequence) {
    const entries = await selectEntries(sql, merchantId, after, batch)
    if (entries.length === 0) return found(`entries ${last.sequence + 1n} to ${end.sequence} are missing`)
    for (const entry of entries) {
      if (entry.sequence !== last.sequence + 1n)
        return found(`entry ${last.sequence + 1n} is missing: ${entry.sequence} is in its place`)
      if (entry.sequence > end.sequence) break
      if (entry.previousHash !== last.hash) return found(`entry ${entry.sequence} does not follow from the one before`)
      if (!hasItsHash(entry, auditKey)) return found(`entry ${entry.sequence} was changed`)
      if (entry.sequence === kept?.sequence && entry.hash !== kept.hash)
        return found(`entry ${entry.sequence} has another hash than the head that was kept`)
      see(entry)
      last = entry
      after = entry.sequence
    }
  }
  if (last.hash !== end.hash) return found(`entry ${end.sequence} is not the one the log ended with`)
  if (kept !== null && kept.sequence > last.sequence)
    return found(
      `entries ${last.sequence + 1n} to ${kept.sequence} are missing: the head that was kept is beyond the end`,
    )
  const beyond = await selectEntries(sql, merchantId, end.sequence, 1)
  const endNow = await selectHead(sql, merchantId)
  if (beyond.length > 0 && endNow?.sequence === end.sequence)
    return found(`entry ${beyond[0]?.sequence} comes after the end of the log`)
  return found(null)
}

/** The head in the form that is printed and stored elsewhere: number, hash and time of the last entry. */
export const spellHead = ({ lastSequence, lastHash, lastAt }: Verdict): string =>
  `${lastSequence} ${lastHash || '-'} ${lastAt?.toISOString() ?? '-'}`

export async function readHead(valueOrFile: string): Promise<Head> {
  const text = await readFile(valueOrFile, 'utf8').catch(() => valueOrFile)
  const [, sequence, hash] = /^(\d+) ([0-9a-f]{64}|-)(?: |$)/m.exec(text) ?? []
  if (sequence === undefined || hash === undefined)
    throw new Error(`${valueOrFile} is no head of the audit log, nor a file with one`)
  return { sequence: BigInt(sequence), hash: hash === '-' ? '' : hash }
}
