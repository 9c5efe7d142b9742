import { ownKey } from '../../../money/transactions/order-key.ts'
import { formOf } from '../bill-request.ts'
import type { MakeBillInput } from '../make-bill.ts'
import type { BillImport, ImportRow } from './states.ts'

/** What a row asks for. Part of its row: another row, or a request of the API, asks for another bill. */
export function inputOf(
  { merchantId, keyId }: Pick<BillImport, 'merchantId' | 'keyId'>,
  { id, form }: { id: string; form: NonNullable<ImportRow['form']> },
): MakeBillInput {
  const key = ownKey('bill import row', id)
  return { ...formOf(form), merchantId, keyId, idempotencyKey: key, partOf: key.own }
}
