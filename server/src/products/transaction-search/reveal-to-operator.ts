import type { Sql } from '../../platform/db/db.ts'
import type { ReadTransactionById } from '../../money/transactions/read-transaction.ts'
import { recordAuditAlone } from '../../tenancy/audit-log/record-audit.ts'
import { readMerchantNow } from '../../tenancy/merchants/read-merchant.ts'
import type { OperatorActions } from '../../tenancy/people/operator-requests/operator-actions.ts'
import { readTaxNumber } from './look-for-tax-number.ts'
import type { WhichParty } from './portal-schemas.ts'

type Needs = { sql: Sql; readTransaction: ReadTransactionById; operatorActions: Pick<OperatorActions, 'define'> }

/** Of a party of a transaction, or of the merchant itself. */
type RevealInput = { merchantId: string; transaction: { id: string; party: WhichParty } | null }

export type RevealToOperator = ReturnType<typeof revealToOperator>

/** A whole document for an operator. Where another one must approve, the requester reads it from the request. */
export function revealToOperator(needs: Needs) {
  const read = async ({ merchantId, transaction }: RevealInput): Promise<string> =>
    transaction === null
      ? (await readMerchantNow(needs, merchantId)).taxNumber
      : ((await readTaxNumber(needs, { merchantId, transactionId: transaction.id, party: transaction.party })) ?? '')
  return needs.operatorActions.define<RevealInput, string>('taxNumber.reveal', {
    async perform(input, { audit }) {
      const taxNumber = await read(input)
      await recordAuditAlone(needs, audit)
      return taxNumber
    },
    read,
  })
}
