import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError, InvalidRequest } from '../../platform/http/errors.ts'
import type { Problem } from '../../platform/http/say-problems.ts'
import { problemsWith } from '../../platform/http/validation.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { type ErasedKeyNeeds, erasedKey } from '../../money/transactions/erased-key.ts'
import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { type Customer, hashOf, storedFields } from './customer.ts'
import { noFields } from './request-fields.ts'
import { CustomerRequest } from './schemas.ts'
import { type SheetField, type SheetRow, readCustomerSheet } from './sheet-columns.ts'
import { insertCustomers, selectMatching, updateCustomers } from './sql.ts'

type Needs = ErasedKeyNeeds & { sql: Sql; clock: () => Date }

export type ImportFault = { field: SheetField; code: string; message: string }

/** `before`: the customer that the row changes; null: a new one. `after` null: the row is invalid. */
export type ImportRow = {
  line: number
  name: string | null
  before: Customer | null
  after: Customer | null
  faults: ImportFault[]
}

type ImportInput = { merchantId: string; file: Buffer; idempotencyKey?: string | undefined }

/** Checks every row like a single customer and writes nothing. */
export const previewImport = (needs: Needs, input: ImportInput): Promise<ImportRow[]> =>
  checkRows(needs, needs.sql, input, { locks: false })

type WholeImport = ImportInput & { skipsInvalid: boolean; audit?: (counts: ImportCounts) => Audit }

/**
 * Adds and changes all customers of a file at once. Invalid rows are skipped if that is asked for; otherwise they refuse the
 * file.
 */
export async function importCustomers(needs: Needs, input: WholeImport): Promise<ImportRow[]> {
  for (let triesLeft = 3; ; triesLeft--)
    try {
      return await importOnce(needs, input)
    } catch (error) {
      // Somebody has added one of them since it was looked for: the next try finds it.
      if (!(error instanceof AddedMeanwhile) || triesLeft === 1) throw error
    }
}

class AddedMeanwhile extends ApiError {
  constructor({ externalId, name }: Customer) {
    super('ExternalIdTaken', { message: `the customer ${externalId ?? name} is being added by another request` })
  }
}

const importOnce = (needs: Needs, input: WholeImport): Promise<ImportRow[]> =>
  needs.sql.begin(async tx => {
    const rows = await checkRows(needs, tx, input, { locks: true })
    if (!input.skipsInvalid) refuseInvalid(rows)
    const added = rows.flatMap(({ before, after }) => (before === null && after !== null ? [after] : []))
    const changed = rows.flatMap(({ before, after }) => (before !== null && after !== null ? [after] : []))
    const inserted = new Set((await insertCustomers(tx, added)).map(({ id }) => id))
    const missing = added.find(({ id }) => !inserted.has(id))
    if (missing !== undefined) throw new AddedMeanwhile(missing)
    await updateCustomers(tx, input.merchantId, changed)
    await recordAudit(tx, input.audit?.(countsOf(rows)))
    return rows
  })

export type ImportCounts = { created: number; changed: number; invalid: number }

export function countsOf(rows: readonly ImportRow[]): ImportCounts {
  const valid = rows.filter(({ after }) => after !== null)
  const changed = valid.filter(({ before }) => before !== null).length
  return { created: valid.length - changed, changed, invalid: rows.length - valid.length }
}

/** A longer list helps nobody. */
const mostProblems = 100

function refuseInvalid(rows: readonly ImportRow[]): void {
  const problems = rows.flatMap(({ line, faults }) =>
    faults.map(({ field, code, message }) => ({ path: `/rows/${line}/${field}`, code, message, info: {} })),
  )
  if (problems.length > 0) throw new InvalidRequest(problems.slice(0, mostProblems))
}

async function checkRows(
  needs: Needs,
  sql: Sql | Tx,
  input: ImportInput,
  lock: { locks: boolean },
): Promise<ImportRow[]> {
  const { merchantId, idempotencyKey } = input
  const written = readCustomerSheet(input.file).map(row => ({
    ...row,
    key: idempotencyKey === undefined ? null : `import:${idempotencyKey}:${row.line}`,
    ...storedOrFaults(row),
  }))
  const identities = {
    keys: written.flatMap(({ key }) => (key === null ? [] : [key, erasedKey(needs, merchantId, key)])),
    externalIds: written.flatMap(({ stored }) => stored?.externalId ?? []),
    documents: written.flatMap(({ stored }) => stored?.document ?? []),
  }
  const known = matcher(await selectMatching(sql, merchantId, identities, lock))
  const now = needs.clock()
  const used = new Set<string>()
  return written.map(({ line, fields, stored, faults, key }): ImportRow => {
    const wrong = { line, name: fields.name ?? null, before: null, after: null }
    if (stored === null) return { ...wrong, faults }
    const requestHash = key === null ? null : hashOf(stored)
    const keys = key === null ? [] : [key, erasedKey(needs, merchantId, key)]
    const before = known({ keys, ...stored })
    if (keys.includes(before?.idempotencyKey ?? '') && before?.requestHash !== requestHash)
      throw new ApiError('OrderIdConflict', { message: 'the Idempotency-Key was used before with another file' })
    const marks = marksOf({ ...stored, id: before?.id ?? null })
    const repeated = marks.find(({ mark }) => used.has(mark))
    if (repeated !== undefined)
      return { ...wrong, faults: [{ field: repeated.field, code: 'repeated', message: 'is used in several rows' }] }
    for (const { mark } of marks) used.add(mark)
    const after: Customer =
      before === null
        ? {
            ...stored,
            merchantId,
            id: uuidv7(now.getTime()),
            idempotencyKey: key,
            requestHash,
            createdAt: now,
            changedAt: now,
          }
        : { ...before, ...storedFields({ ...before, ...fields }), changedAt: now }
    return { line, name: after.name, before, after, faults: [] }
  })
}

/** What only one row of a file may have. */
function marksOf({ id, externalId, document }: Pick<Customer, 'externalId' | 'document'> & { id: string | null }) {
  const marks: { field: SheetField; mark: string }[] = []
  if (externalId !== null) marks.push({ field: 'externalId', mark: `externalId ${externalId}` })
  else if (document !== null) marks.push({ field: 'document', mark: `document ${document}` })
  if (id !== null) marks.push({ field: externalId === null ? 'document' : 'externalId', mark: `id ${id}` })
  return marks
}

type RowIdentity = Pick<Customer, 'externalId' | 'document'> & { keys: string[] }

/**
 * Whom a row means: the customer that the same import has added, else the one with its external id, else the only one with its
 * document whose external id is not another.
 */
function matcher(customers: readonly Customer[]): (row: RowIdentity) => Customer | null {
  const byKey = new Map(customers.map(one => [one.idempotencyKey, one]))
  const byExternalId = new Map(customers.map(one => [one.externalId, one]))
  const byDocument = Map.groupBy(customers, one => one.document)
  return ({ keys, externalId, document }) => {
    for (const key of keys) if (byKey.has(key)) return byKey.get(key) ?? null
    const named = externalId === null ? undefined : byExternalId.get(externalId)
    if (named !== undefined || document === null) return named ?? null
    const same = (byDocument.get(document) ?? []).filter(one => externalId === null || one.externalId === null)
    return same.length === 1 ? (same[0] ?? null) : null
  }
}

type Stored = ReturnType<typeof storedFields>

const problemsIn = problemsWith(CustomerRequest)

function storedOrFaults({ fields }: SheetRow): { stored: Stored | null; faults: ImportFault[] } {
  const faults = problemsIn(fields).map(faultOf)
  if (faults.length > 0) return { stored: null, faults: onePerField(faults) }
  try {
    return { stored: storedFields({ ...noFields, ...fields, name: fields.name ?? '' }), faults: [] }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { stored: null, faults: [{ field: 'document', code: error.reason, message: 'is not a valid CPF or CNPJ' }] }
  }
}

const onePerField = (faults: ImportFault[]): ImportFault[] =>
  faults.filter(({ field }, index) => faults.findIndex(other => other.field === field) === index)

function faultOf({ path, code, info }: Problem): ImportFault {
  if (code === 'required') return { field: 'name', code, message: 'is missing' }
  const [, first = '', second] = path.split('/')
  const field = (first === 'address' && second !== undefined ? second : first) as SheetField
  return code === 'maxLength'
    ? { field, code, message: `must have ${String(info['limit'])} characters at most` }
    : { field, code, message: 'is not valid' }
}
