import type { Sql } from '../../platform/db/db.ts'
import { isGenuineTaxNumber, maskTaxNumber, normalizeTaxNumber } from '../../platform/brazil/tax-number.ts'
import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAuditAlone } from '../../tenancy/audit-log/record-audit.ts'
import { countTaxNumberSearch } from '../../tenancy/people/limit-guesses.ts'
import type { ReadTransactionById } from '../../money/transactions/read-transaction.ts'
import type { WhichParty } from './portal-schemas.ts'

type Needs = { sql: Sql; clock: () => Date }
type LookForTaxNumberInput = { q: string | undefined; auditOf: (subject: string) => Audit; mayReveal: boolean }

/** What happened to the document in a search; null: there was none. */
export type TaxNumberSearch = 'searched' | 'notAllowed' | null

/**
 * The document that a search contains. A search by document reveals whose transaction it is, so it needs the permission
 * to reveal documents, is recorded in the audit log for every page, and is limited. For everybody else the text is
 * treated as an order id.
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

type WhichTaxNumber = { merchantId: string; transactionId: string; party: WhichParty }

/** A document in full, or null where there is none, recorded before it is shown. */
export async function revealTaxNumber(
  needs: { sql: Sql; readTransaction: ReadTransactionById },
  { audit, ...which }: WhichTaxNumber & { audit: Audit },
): Promise<string | null> {
  const taxNumber = await readTaxNumber(needs, which)
  await recordAuditAlone(needs, audit)
  return taxNumber
}

export async function readTaxNumber(
  needs: { readTransaction: ReadTransactionById },
  { merchantId, transactionId, party }: WhichTaxNumber,
): Promise<string | null> {
  const { counterparty, participant, pixKey } = await needs.readTransaction(merchantId, transactionId)
  const documents = {
    named: counterparty?.cpf ?? counterparty?.cnpj,
    actual: participant?.taxNumber,
    pixKey,
  } satisfies Record<WhichParty, string | null | undefined>
  return documents[party] ?? null
}
