import { layout } from '../../platform/db/distribution.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { maskTaxNumber } from '../../platform/brazil/tax-number.ts'
import { findPerson } from '../../tenancy/people/find-person.ts'
import { type Person, fullNamePattern, rowPattern } from './person.ts'
import { type TableName, rowOf } from './register.ts'
import {
  type FoundRow,
  type Payment,
  selectAliases,
  selectKey,
  selectMatches,
  selectOfPayments,
  selectPayments,
  selectRangeEnd,
} from './sql.ts'

const rangeRows = 5_000
const pageOfPayments = 100
const mostAliases = 1_000

type Scope = { person: Person; merchantId: string | null }

/**
 * Adds what is known of the person: other names, Pix keys they were paid at, the account they sign in with. A merchant's request
 * knows the merchant's own rows only; accounts are the platform's.
 */
export async function recognise({ sql }: { sql: Sql }, named: Person, merchantId: string | null): Promise<Person> {
  const aliases = await selectAliases(sql, { ...named, merchantId }, mostAliases)
  const documents = unique([...named.documents, ...aliases.map(({ document }) => document)])
  const byDocument =
    documents.length === named.documents.length
      ? []
      : await selectAliases(sql, { documents, keys: [], merchantId }, mostAliases)
  const all = [...aliases, ...byDocument]
  const emails = merchantId === null ? named.keys.filter(key => key.includes('@')) : []
  const accounts = []
  for (const email of emails) accounts.push(await findPerson({ sql }, email))
  const known = accounts.filter(account => account !== null)
  return {
    documents,
    keys: unique([...named.keys, ...all.map(({ pixKey }) => pixKey)]),
    names: unique([...named.names, ...all.map(({ name }) => name), ...known.map(({ name }) => name)]),
    personIds: merchantId === null ? unique([...named.personIds, ...known.map(({ id }) => id)]) : [],
  }
}

const unique = (values: (string | null)[]): string[] =>
  [...new Set(values.filter(value => value !== null && value !== '' && value !== '***'))] as string[]

/** A page of the payments of the person by document, in the order of their ids. */
export const findPayments = (
  sql: Sql | Tx,
  { person, merchantId }: Scope,
  after: string[] | null,
): Promise<readonly Payment[]> =>
  selectPayments(sql, {
    // Banks mask documents: whether it is this person, the name says then.
    documents: [...person.documents, ...person.documents.map(maskTaxNumber)],
    merchantId,
    after: after === null ? null : { merchantId: after[0] ?? '', id: after[1] ?? '' },
    limit: pageOfPayments,
  })

/** The rows of the next range of a table that have the person in them. `until` null: there are no more rows. */
export async function findInRange(
  sql: Sql | Tx,
  table: TableName,
  { person, merchantId, after, locks }: Scope & { after: string[] | null; locks: boolean },
): Promise<{ rows: readonly FoundRow[]; until: string[] | null }> {
  const place = { table, merchantId, after, ...(await selectKey(sql, table)) }
  const until = await selectRangeEnd(sql, { ...place, rows: rangeRows })
  if (until === undefined) return { rows: [], until: null }
  const pattern = patternFor(table, person)
  if (pattern === null) return { rows: [], until }
  const search = { person, pattern, limit: rangeRows }
  if (!locks || merchantId !== null || layout[table] !== 'byMerchant')
    return { rows: await selectMatches(sql, { ...place, until }, { ...search, locks }), until }
  // A distributed table is locked merchant by merchant.
  const found = await selectMatches(sql, { ...place, until }, { ...search, locks: false })
  const rows: FoundRow[] = []
  for (const owner of new Set(found.map(row => row.merchantId)))
    rows.push(...(await selectMatches(sql, { ...place, merchantId: owner, until }, { ...search, locks })))
  return { rows, until }
}

function patternFor(table: TableName, person: Person): string | null {
  const patterns = [rowPattern(person), rowOf(table).byName === true ? fullNamePattern(person) : null]
  return patterns.filter(pattern => pattern !== null).join('|') || null
}

export const findOfPayments = async (
  sql: Sql | Tx,
  table: TableName,
  of: { merchantId: string; ids: string[]; person: Person; locks: boolean },
): Promise<readonly FoundRow[]> => selectOfPayments(sql, { table, ...(await selectKey(sql, table)) }, of)

/** The end of the next range of the audit log. */
export const rangeOfAuditLog = async (sql: Sql | Tx, merchantId: string | null, after: string[] | null) =>
  selectRangeEnd(sql, {
    table: 'audit_entries',
    merchantId,
    after,
    rows: rangeRows,
    ...(await selectKey(sql, 'audit_entries')),
  })
