import type { Sql } from '../../platform/db/db.ts'
import { recordAuditAlone } from '../../tenancy/audit-log/record-audit.ts'
import type { Audit } from '../../tenancy/audit-log/act.ts'
import type { ReadTransactionById } from '../../money/transactions/read-transaction.ts'
import type { WhichParty } from './portal-schemas.ts'

/** A document in full, or null where there is none. The caller writes the audit entry first. */
export async function revealTaxNumber(
  needs: { sql: Sql; readTransaction: ReadTransactionById },
  input: { merchantId: string; transactionId: string; party: WhichParty; audit: Audit },
): Promise<string | null> {
  const { merchantId, transactionId, party, audit } = input
  const { counterparty, participant, pixKey } = await needs.readTransaction(merchantId, transactionId)
  await recordAuditAlone(needs, audit)
  const documents = {
    named: counterparty?.cpf ?? counterparty?.cnpj,
    actual: participant?.taxNumber,
    pixKey,
  } satisfies Record<WhichParty, string | null | undefined>
  return documents[party] ?? null
}
