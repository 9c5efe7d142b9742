import type { Micros } from '../../platform/brazil/money.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import {
  type ReadTransaction,
  type ReadTransactionById,
  findTransaction,
} from '../../money/transactions/read-transaction.ts'

/** What its payer owes now. */
export type ReadOwed = (charge: ReadTransaction) => Promise<Micros>

/**
 * The charge behind a public address. A wrong or made-up address is not found, like a charge that is not there. A bill has no
 * code while its boleto is being registered, and none at banks that give a boleto no code.
 */
export async function readCharge(
  needs: { addresses: PublicAddresses; readTransaction: ReadTransactionById },
  token: string,
): Promise<ReadTransaction> {
  const charge = await findTransaction(needs, needs.addresses.openCharge(token))
  if (charge === null || (charge.qrCode === null && charge.operation !== 'pixBill'))
    throw new ApiError('AddressNotFound')
  return charge
}
