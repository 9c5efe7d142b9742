import type { Sql } from '../../../platform/db/db.ts'
import type { Participant } from '../../../money/rails/rails.ts'
import { readAccount } from '../receivers/read-receiver.ts'
import { isCompanyRequest, selectRequestOf } from './sql.ts'

/** The bank account that a company payment was asked to go to, as the recipient of its transaction. */
export async function readPaidAccount(
  needs: { sql: Sql },
  merchantId: string,
  transactionId: string,
): Promise<Participant> {
  const request = await selectRequestOf(needs.sql, merchantId, transactionId)
  if (request === undefined || !isCompanyRequest(request))
    throw new Error(`transaction ${transactionId} has no payment request`)
  const account = await readAccount(needs, merchantId, request.accountId)
  return {
    bankCode: account.bankCode,
    bankIspb: null,
    bankName: account.bankName,
    accountAgency: account.agency,
    accountNumber: account.number,
    accountDigit: null,
    accountType: null,
    name: request.receiverName,
    taxNumber: account.ownerCnpj,
  }
}
