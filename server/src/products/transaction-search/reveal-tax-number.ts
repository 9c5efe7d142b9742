import type { ReadTransactionById } from '../../money/transactions/read-transaction.ts'
import type { WhichParty } from './portal-schemas.ts'

/** A document in full, or null where there is none. The caller writes the audit entry first. */
export async function revealTaxNumber(
  needs: { readTransaction: ReadTransactionById },
  { merchantId, transactionId, party }: { merchantId: string; transactionId: string; party: WhichParty },
): Promise<string | null> {
  const { counterparty, participant, pixKey } = await needs.readTransaction(merchantId, transactionId)
  const documents = {
    named: counterparty?.cpf ?? counterparty?.cnpj,
    actual: participant?.taxNumber,
    pixKey,
  } satisfies Record<WhichParty, string | null | undefined>
  return documents[party] ?? null
}
