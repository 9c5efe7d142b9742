import type { Sql } from '../../platform/db/db.ts'
import type { Key } from '../../platform/lib/seal.ts'
import { readPerson } from '../../tenancy/people/find-person.ts'
import { readDocuments } from '../../products/company-payments/documents/documents-of-payments.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { readEvidenceOf } from '../evidence/evidence-files.ts'
import { erasedEntry } from './erase-person.ts'
import { findInRange, findOfPayments, findPayments, rangeOfAuditLog } from './find-rows.ts'
import { readKept } from './kept-data.ts'
import { type Person, erased, eraser, rowPattern } from './person.ts'
import { rowOf, tableNames } from './register.ts'
import { type AuditRow, type FoundRow, selectEntries } from './sql.ts'
import type { DataRequest } from './states.ts'

/** What is stored of a person in one row. `keptUntil`: it was erased, and the law requires it until then. */
export type Collected = {
  table: string
  key: string[]
  merchantId: string | null
  data: Record<string, unknown>
  keptUntil: Date | null
}

type Needs = { sql: Sql; storageKey: Key; storage: Pick<Storage, 'get'>; fileStorage: FileStorage }

/** Everything that is stored of a person, each row once. Shows only what an erasure would remove, so that others stay out of it. */
export async function* collectPerson(needs: Needs, request: DataRequest, person: Person): AsyncGenerator<Collected> {
  const seen = new Set<string>()
  for await (const row of everything(needs, request, person)) {
    const id = `${row.table} ${row.key.join(' ')} ${row.keptUntil?.getTime() ?? ''}`
    if (seen.has(id)) continue
    seen.add(id)
    yield row
  }
}

async function* everything(needs: Needs, request: DataRequest, person: Person): AsyncGenerator<Collected> {
  const { merchantId } = request
  const { sql } = needs
  const subjects: string[] = []
  for (const id of person.personIds) {
    const { name, email, language, createdAt } = await readPerson(needs, id)
    yield { table: 'people', key: [id], merchantId: null, data: { name, email, language, createdAt }, keptUntil: null }
  }
  for (let after: string[] | null = null; ; ) {
    const payments = await findPayments(sql, { person, merchantId }, after)
    for (const [owner, group] of Map.groupBy(payments, payment => payment.merchantId)) {
      const of = { merchantId: owner, ids: group.map(({ id }) => id), person, locks: false }
      yield* uploadedFor(needs, owner, [
        ...shown('transactions', await findOfPayments(sql, 'transactions', of), person, true),
      ])
      for (const table of tableNames)
        if (rowOf(table).ofTransaction !== undefined)
          yield* shown(table, await findOfPayments(sql, table, of), person, true)
      subjects.push(...of.ids)
    }
    const last = payments.at(-1)
    if (last === undefined) break
    after = [last.merchantId, last.id]
  }
  for (const table of tableNames)
    for (let after: string[] | null = null; ; ) {
      const found = await findInRange(sql, table, { person, merchantId, after, locks: false })
      for (const row of shown(table, found.rows, person, false)) {
        subjects.push(row.key.at(-1) ?? '')
        yield row
      }
      if (found.until === null) break
      after = found.until
    }
  for (let after: string[] | null = null; ; ) {
    const until = await rangeOfAuditLog(sql, merchantId, after)
    if (until === undefined) break
    const range = { after, until, merchantId }
    const entries = await selectEntries(sql, range, { person, pattern: rowPattern(person) ?? '$^', subjects })
    for (const entry of entries) {
      const { merchantId: chain, sequence, at } = entry
      const changes = changedIn(person, entry)
      if (changes.length > 0)
        yield {
          table: 'audit_entries',
          key: [chain, `${sequence}`],
          merchantId: chain,
          data: { at, ...Object.fromEntries(changes) },
          keptUntil: null,
        }
    }
    after = until
  }
  for await (const { source, rowKey, merchantId: owner, data, until } of readKept(needs, request))
    yield { table: source, key: rowKey, merchantId: owner, data: theirsIn(source, { ...data }), keptUntil: until }
}

/** An entry of the audit log was kept whole; who else acted, and from where, is not shown. */
const theirsIn = (source: string, data: Record<string, unknown>): Record<string, unknown> => {
  if (source !== 'audit_entries' || data['isOwn'] === true) return data
  const { personName: _person, address: _address, ...theirs } = data
  return theirs
}

/** What an entry of the audit log says of the person: who else acted, and from where, is not theirs. */
const changedIn = (person: Person, entry: AuditRow) => {
  const { personName, subject, details, address } = entry
  const after = new Map<string, unknown>(Object.entries(erasedEntry(person, entry)))
  return Object.entries({ personName, subject, details, address }).filter(
    ([name, value]) => JSON.stringify(after.get(name)) !== JSON.stringify(value),
  )
}

/** What was uploaded for the person's own payments, with its bytes, as an erasure would remove it. */
async function* uploadedFor(needs: Needs, merchantId: string, payments: Collected[]): AsyncGenerator<Collected> {
  const of = { merchantId, transactionIds: payments.map(({ key }) => key.at(-1) ?? '') }
  const row = (table: string, id: string, data: object): Collected => ({
    table,
    key: [merchantId, id],
    merchantId,
    data: { ...data },
    keptUntil: null,
  })
  for await (const { id, data } of readDocuments(needs, of)) yield row('documents', id, data)
  for await (const { id, data } of readEvidenceOf(needs, of)) yield row('evidence_files', id, data)
}

function* shown(
  table: (typeof tableNames)[number],
  rows: readonly FoundRow[],
  person: Person,
  payment: boolean,
): Generator<Collected> {
  const { erase, isAbout } = eraser(person)
  const { columns, deletes = false } = rowOf(table)
  for (const { key, merchantId, data, isOwn } of rows) {
    const isWhole = deletes && (isOwn || isAbout(data, columns))
    const changes = isWhole ? data : erase(data, columns, { account: isOwn, payment, onceKey: () => erased })
    const entries = Object.keys(changes).map(column => [column, data[column]] as const)
    if (entries.length > 0) yield { table, key, merchantId, data: Object.fromEntries(entries), keptUntil: null }
  }
}
