import type { Sql, Tx } from '../../platform/db/db.ts'
import type { SealedColumn } from '../../platform/db/reseal.ts'
import { type Key, type Place, openSealedText, sealText } from '../../platform/lib/seal.ts'
import { minUuid, uuidv7 } from '../../platform/lib/uuid.ts'
import type { AuditKey } from '../../tenancy/audit-log/act.ts'
import { type Person, personHashes } from './person.ts'
import {
  type Kept,
  deleteKept,
  insertKept,
  selectKept,
  selectSealedKept,
  selectSealedPeople,
  updateSealedKept,
  updateSealedPerson,
} from './sql.ts'
import type { DataRequest } from './states.ts'

const dayMs = 24 * 60 * 60_000
const page = 200

export type KeepNeeds = {
  clock: () => Date
  storageKey: Key
  auditKey: AuditKey
  keepDays: { KEEP_PAYMENTS_DAYS: number }
}

const placeOfKept = (id: string): Place => `kept_personal_data.sealed ${id}`
const placeOfPerson = (id: string): Place => `personal_data_requests.sealed_person ${id}`

export const sealPerson = ({ storageKey }: { storageKey: Key }, id: string, person: Person): string =>
  sealText(storageKey, JSON.stringify(person), placeOfPerson(id))

/** Null: it is over, and nobody need know any more whom it was about. */
export const openPerson = ({ storageKey }: { storageKey: Key }, { id, sealedPerson }: DataRequest): Person | null =>
  sealedPerson === null ? null : (JSON.parse(openSealedText(storageKey, sealedPerson, placeOfPerson(id))) as Person)

type Removed = { source: string; key: string[]; merchantId: string | null; keptFrom: Date | null; data: object }

/**
 * Seals what was removed and the law still requires, under all by which the person was recognised: a later access may name
 * another document or key. Returns how many rows that were.
 */
export async function keepRemoved(
  needs: KeepNeeds,
  tx: Tx,
  { request: { id: requestId, ...request }, person }: { request: DataRequest; person: Person },
  removed: Removed[],
): Promise<number> {
  const now = needs.clock()
  const hashes = [...new Set([...request.personHashes, ...personHashes(person, needs.auditKey.key)])]
  const kept = removed.flatMap(({ source, key, merchantId, keptFrom, data }): Kept[] => {
    if (keptFrom === null) return []
    const until = new Date(keptFrom.getTime() + needs.keepDays.KEEP_PAYMENTS_DAYS * dayMs)
    if (until <= now) return []
    const id = uuidv7(now.getTime())
    const sealed = sealText(needs.storageKey, JSON.stringify(data), placeOfKept(id))
    return [{ id, merchantId, requestId, source, rowKey: key, sealed, personHashes: hashes, until, createdAt: now }]
  })
  await insertKept(tx, kept)
  return kept.length
}

/** What earlier erasures have left under lock, for somebody with the right to see it. */
export async function* readKept(
  needs: { sql: Sql; storageKey: Key },
  { personHashes, merchantId }: Pick<DataRequest, 'personHashes' | 'merchantId'>,
) {
  for (let after = minUuid; ; ) {
    const rows = await selectKept(needs.sql, { personHashes, merchantId, after, limit: page })
    for (const { sealed, ...row } of rows)
      yield { ...row, data: JSON.parse(openSealedText(needs.storageKey, sealed, placeOfKept(row.id))) as object }
    const last = rows.at(-1)
    if (last === undefined || rows.length < page) return
    after = last.id
  }
}

/** Deletes what the law no longer requires: each row knows its own day. */
export const purgeKept = ({ sql, clock }: { sql: Sql; clock: () => Date }, _before: Date, most: number) =>
  deleteKept(sql, clock(), most)

/** For when the server's secret changes. */
export const sealedPersonalData: SealedColumn[] = [
  { what: 'personal data kept by law', placeOf: placeOfKept, select: selectSealedKept, update: updateSealedKept },
  {
    what: 'requests about personal data',
    placeOf: placeOfPerson,
    select: selectSealedPeople,
    update: updateSealedPerson,
  },
]
