import { dayOf, startOfDay } from '../../platform/brazil/sao-paulo.ts'
import type { Tx } from '../../platform/db/db.ts'
import { erasedKey } from '../../money/transactions/erased-key.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { purgeMailsOf } from '../../platform/mails/outbox.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { eraseDocuments } from '../../products/company-payments/documents/documents-of-payments.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import { eraseEvidence, storedName } from '../evidence/evidence-files.ts'
import { expireFiles } from '../../products/files/expire-files.ts'
import { purgeReminderMails } from '../../products/reminders/purge-reminder-mails.ts'
import { purgeTerms } from '../../products/transaction-search/terms/purge-terms.ts'
import type { AuditKey } from '../../tenancy/audit-log/act.ts'
import { redactEntries } from '../../tenancy/audit-log/redact-entries.ts'
import type { ChangeNeeds } from '../../tenancy/merchants/read-merchant.ts'
import { markErasedKeys } from '../../tenancy/merchants/set-terms.ts'
import { closeAccount } from '../../tenancy/people/operators/close-account.ts'
import { readPerson } from '../../tenancy/people/find-person.ts'
import { findInRange, findOfPayments, findPayments, rangeOfAuditLog } from './find-rows.ts'
import { type KeepNeeds, keepRemoved } from './kept-data.ts'
import { type Person, erased, eraser, rowPattern } from './person.ts'
import { type TableName, rowOf, tableNames } from './register.ts'
import {
  type AuditRow,
  type FoundRow,
  type Payment,
  deleteErased,
  lockFinished,
  selectEntries,
  selectKey,
  updateErased,
} from './sql.ts'
import type { DataRequest, Progress } from './states.ts'

export type EraseNeeds = KeepNeeds &
  ChangeNeeds & { auditKey: AuditKey; storage: Pick<Storage, 'get'>; fileStorage: FileStorage }

/** What one commit has done. */
export type Tally = { found: Record<string, number>; kept: Record<string, number>; waiting: number }

type Step = { needs: EraseNeeds; tx: Tx; request: DataRequest; person: Person; progress: Progress; tally: Tally }

/** Does the next part of an erasure in one commit. Returns the progress after it; null: nothing is left. */
export function eraseNext(step: Step): Promise<Progress | null> {
  return stages[step.progress.stage](step)
}

/** The account first: if it is still needed, nothing is erased. */
const stages: Record<Progress['stage'], (step: Step) => Promise<Progress | null>> = {
  prepare: async ({ progress }) => ({ ...progress, stage: 'account' }),
  account: eraseAccount,
  payments: erasePage,
  tables: eraseRange,
  auditLog: eraseEntries,
  files: endFiles,
}

/** At a merchant the account stays: it is the platform's, and the person's own. */
async function eraseAccount({ needs, tx, request, person, progress, tally }: Step): Promise<Progress> {
  for (const id of person.personIds) {
    const { name, email } = await readPerson(needs, id)
    if (name === erased) continue
    await closeAccount(tx, id, needs.clock())
    const account = { source: 'people', key: [id], merchantId: null, keptFrom: needs.clock(), data: { name, email } }
    count(tally.kept, 'people', await keepRemoved(needs, tx, { request, person }, [account]))
    count(tally.found, 'people', 1)
  }
  await purgeMailsOf(tx, person.personIds)
  return { ...progress, stage: 'payments', after: null }
}

async function erasePage(step: Step): Promise<Progress> {
  const { tx, request, person, progress } = step
  const payments = await findPayments(tx, { person, merchantId: request.merchantId }, progress.after)
  const last = payments.at(-1)
  if (last === undefined) return { ...progress, stage: 'tables', table: 0, after: null }
  // What is in use is counted when all tables are read, because that finds it again.
  const { progress: after } = await erasePayments(step, payments)
  return { ...after, after: [last.merchantId, last.id] }
}

/** Payments that are finished, with all rows that belong to them. */
async function erasePayments(
  step: Step,
  payments: readonly Payment[],
): Promise<{ progress: Progress; waiting: number }> {
  const { needs, tx, person, progress } = step
  let waiting = 0
  const erasedIds: string[] = []
  const stored = [...(progress.stored ?? [])]
  const byMerchant = Map.groupBy(payments, ({ merchantId }) => merchantId)
  for (const [merchantId, group] of byMerchant) {
    const now = needs.clock()
    const asked = { merchantId, ids: group.map(({ id }) => id), now, today: startOfDay(dayOf(now)) }
    const ids = (await lockFinished(tx, asked)).map(({ id }) => id)
    waiting += group.length - ids.length
    if (ids.length === 0) continue
    await markErasedKeys(tx, merchantId)
    const of = { merchantId, ids, person, locks: true }
    const found = new Map<TableName, readonly FoundRow[]>()
    for (const table of tableNames)
      if (rowOf(table).ofTransaction !== undefined) found.set(table, await findOfPayments(tx, table, of))
    const named = withPartiesOf(person, found.get('transactions') ?? [])
    stored.push(...(await keepDocuments(step, merchantId, paymentsAbout(person, found.get('transactions') ?? []))))
    const payments = (found.get('transactions') ?? []).map(({ data }) => data)
    const orderIds = payments.map(data => data['order_id'] ?? '')
    const metadata = payments.flatMap(data => Object.values((data['metadata'] ?? {}) as Record<string, string>))
    for (const [table, rows] of found)
      erasedIds.push(...(await eraseRows({ ...step, person: named }, table, rows, true)))
    await purgeTerms(tx, {
      merchantId,
      ids,
      names: named.names,
      texts: [...orderIds.filter(text => eraser(named).inText(text) !== text), ...metadata],
    })
    await purgeReminderMails(tx, { merchantId, billIds: ids })
    erasedIds.push(...ids)
  }
  return { progress: { ...withErased(progress, erasedIds, [...byMerchant.keys()]), stored }, waiting }
}

/**
 * The bytes of uploaded documents are not searched: those of the person's own payments go, and are kept sealed like all of it.
 * Returns the files that are deleted when this has committed.
 */
async function keepDocuments(
  { needs, tx, request, person, tally }: Step,
  merchantId: string,
  payments: readonly FoundRow[],
): Promise<string[]> {
  const of = { merchantId, transactionIds: payments.map(({ key }) => key.at(-1) ?? '') }
  const stored: string[] = []
  const keep = async (source: string, { id, createdAt, data }: { id: string; createdAt: Date; data: object }) => {
    const document = { source, key: [merchantId, id], merchantId, keptFrom: createdAt, data }
    count(tally.kept, source, await keepRemoved(needs, tx, { request, person }, [document]))
    count(tally.found, source, 1)
  }
  for await (const document of eraseDocuments(needs, tx, of)) await keep('documents', document)
  for await (const file of eraseEvidence(needs, tx, of)) {
    await keep('evidence_files', file)
    stored.push(storedName(file.id))
  }
  return stored
}

const paymentsAbout = (person: Person, payments: readonly FoundRow[]): FoundRow[] => {
  const { isAbout } = eraser(person)
  const { columns } = rowOf('transactions')
  return payments.filter(({ data }) => isAbout(data, columns))
}

const withErased = (progress: Progress, subjects: string[], merchantIds: string[]): Progress => ({
  ...progress,
  subjects: [...new Set([...progress.subjects, ...subjects])],
  merchantIds: [...new Set([...progress.merchantIds, ...merchantIds])],
})

/** A payment to a key that failed says less of whose the key is, but this payment names both: so do its events. */
function withPartiesOf(person: Person, payments: readonly FoundRow[]): Person {
  const about = paymentsAbout(person, payments).map(({ data }) => data as Record<string, unknown>)
  const keys = about.map(data => data['pix_key']).filter(key => typeof key === 'string' && key.length > 4)
  const names = about.map(data => (data['counterparty'] as { name?: unknown } | null)?.name)
  return {
    ...person,
    keys: [...new Set([...person.keys, ...(keys as string[])])].filter(key => key !== erased),
    names: [...new Set([...person.names, ...names.filter(name => typeof name === 'string')])].filter(
      one => one !== erased,
    ),
  }
}

async function eraseRange(step: Step): Promise<Progress> {
  const { tx, request, person, progress, tally } = step
  const table = tableNames[progress.table]
  if (table === undefined) return { ...progress, stage: 'auditLog', table: 0, after: null }
  const { merchantId } = request
  const { rows, until } = await findInRange(tx, table, { person, merchantId, after: progress.after, locks: true })
  if (until === null) return { ...progress, table: progress.table + 1, after: null }
  if (table === 'transactions') {
    const payments = rows.map(({ key }) => ({ merchantId: key[0] ?? '', id: key[1] ?? '' }))
    const { progress: after, waiting } = await erasePayments(step, payments)
    tally.waiting += waiting
    return { ...after, after: until }
  }
  const free = rows.filter(({ inUse }) => !inUse)
  tally.waiting += rows.length - free.length
  const subjects = await eraseRows(step, table, free, false)
  const merchantIds = free.map(row => row.merchantId).filter(id => id !== null)
  return { ...withErased(progress, subjects, merchantIds), after: until }
}

/** Returns the ids of the rows that it has changed. */
async function eraseRows(
  { needs, tx, request, person, tally }: Step,
  table: TableName,
  rows: readonly FoundRow[],
  payment: boolean,
): Promise<string[]> {
  const { erase, isAbout } = eraser(person)
  const { columns, deletes = false } = rowOf(table)
  const { key } = await selectKey(tx, table)
  const changed = rows.flatMap(row => {
    const goes = deletes && (row.isOwn || isAbout(row.data, columns))
    const onceKey = (key: string) => erasedKey(needs, row.merchantId ?? platformId, key)
    const changes = erase(row.data, columns, { account: row.isOwn, payment, onceKey })
    return goes || Object.keys(changes).length > 0 ? [{ row, goes, changes }] : []
  })
  if (changed.length === 0) return []
  const removed = changed.map(({ row, changes }) => ({
    source: table,
    key: row.key,
    merchantId: row.merchantId,
    keptFrom: row.keptFrom,
    data: Object.fromEntries(Object.keys(changes).map(column => [column, row.data[column]])),
  }))
  count(tally.kept, table, await keepRemoved(needs, tx, { request, person }, removed))
  count(tally.found, table, changed.length)
  const gone = changed.filter(({ goes }) => goes).map(({ row }) => row.key)
  if (gone.length > 0) await deleteErased(tx, { table, key }, gone)
  const blanked = changed.filter(({ goes }) => !goes)
  for (const [merchantId, group] of Map.groupBy(blanked, ({ row }) => row.merchantId))
    await updateErased(
      tx,
      { table, key, merchantId },
      group.map(({ row, changes }) => ({ key: row.key, data: { ...row.data, ...changes } })),
    )
  return changed.map(({ row }) => row.key.at(-1) ?? '')
}

async function eraseEntries({ needs, tx, request, person, progress, tally }: Step): Promise<Progress> {
  const { merchantId } = request
  const { after } = progress
  const until = await rangeOfAuditLog(tx, merchantId, after)
  if (until === undefined) return { ...progress, stage: 'files', after: null }
  const pattern = rowPattern(person) ?? '$^'
  const { subjects } = progress
  const found = await selectEntries(tx, { after, until, merchantId }, { person, pattern, subjects })
  const changed = found.flatMap(entry => {
    const after = erasedEntry(person, entry)
    const { personName, subject, details, address } = entry
    return JSON.stringify(after) === JSON.stringify({ personName, subject, details, address }) ? [] : [{ entry, after }]
  })
  const removed = changed.map(({ entry: { merchantId: chain, sequence, at, isOwn, ...data } }) => ({
    source: 'audit_entries',
    key: [chain, sequence.toString()],
    merchantId: chain,
    keptFrom: at,
    data: { ...data, isOwn },
  }))
  count(tally.kept, 'audit_entries', await keepRemoved(needs, tx, { request, person }, removed))
  count(tally.found, 'audit_entries', changed.length)
  const entries = changed.map(({ entry, after }) => ({
    merchantId: entry.merchantId,
    sequence: entry.sequence,
    ...after,
  }))
  await redactEntries(tx, { subject: request.id, entries, at: needs.clock(), key: needs.auditKey })
  return { ...progress, after: until }
}

/** What an entry of the audit log says without a person. */
export function erasedEntry(person: Person, entry: AuditRow) {
  const { inText, inJson } = eraser(person)
  return {
    personName: entry.isOwn ? erased : inText(entry.personName),
    subject: inText(entry.subject),
    details: inJson(entry.details as never) as Record<string, unknown>,
    address: entry.isOwn ? erased : entry.address,
  }
}

async function endFiles({ needs, tx, progress, tally }: Step): Promise<null> {
  for (const name of progress.stored ?? []) await needs.fileStorage.delete(name)
  const isOver = await expireFiles(tx, progress.merchantIds, needs.clock())
  if (!isOver) tally.waiting += 1
  return null
}

function count(counts: Record<string, number>, table: string, rows: number): void {
  if (rows > 0) counts[table] = (counts[table] ?? 0) + rows
}

/** Why an account cannot be closed; null: another error. */
export const faultOf = (error: unknown): (typeof needed)[number] | null =>
  (error instanceof ApiError && needed.find(reason => reason === error.reason)) || null

const needed = ['LastOwner', 'LastOperator', 'BreakGlassNeeded'] as const
