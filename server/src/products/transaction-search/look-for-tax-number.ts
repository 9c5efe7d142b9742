import type { Sql } from '../../platform/db/db.ts'
import { isGenuineTaxNumber, maskTaxNumber, normalizeTaxNumber } from '../../platform/brazil/tax-number.ts'
import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAuditAlone } from '../../tenancy/audit-log/record-audit.ts'
import { countTaxNumberSearch } from '../../tenancy/people/limit-guesses.ts'

type Needs = { sql: Sql; clock: () => Date }
type LookForTaxNumberInput = { q: string | undefined; auditOf: (subject: string) => Audit; mayReveal: boolean }

/** What becomes of the document in a search; null: there is none in it. */
export type TaxNumberSearch = 'searched' | 'notAllowed' | null

/**
 * The document that a search is for. Finding a transaction by its document reveals the document: so it is for
 * those who may reveal one, is written down with every page, and only so many are looked for. To others the text is an
 * order id like any other.
 */
export async function lookForTaxNumber(
  needs: Needs,
  { q, auditOf, mayReveal }: LookForTaxNumberInput,
): Promise<{ taxNumber: string | null; searched: TaxNumberSearch }> {
  const text = q?.trim() ?? ''
  if (!isGenuineTaxNumber(text)) return { taxNumber: null, searched: null }
  if (!mayReveal) return { taxNumber: null, searched: 'notAllowed' }
  const taxNumber = normalizeTaxNumber(text)
  const audit = auditOf(maskTaxNumber(taxNumber))
  await countTaxNumberSearch(needs, audit.by.id ?? '')
  await recordAuditAlone(needs, audit)
  return { taxNumber, searched: 'searched' }
}
