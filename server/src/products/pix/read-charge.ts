import { ApiError } from '../../platform/http/errors.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import {
  type ReadTransaction,
  type ReadTransactionById,
  findTransaction,
} from '../../money/transactions/read-transaction.ts'

/** The charge behind a public address. A wrong or made-up address is not found, like a charge that is not there. */
export async function readCharge(
  needs: { addresses: PublicAddresses; readTransaction: ReadTransactionById },
  token: string,
): Promise<ReadTransaction & { qrCode: string }> {
  const charge = await findTransaction(needs, needs.addresses.openCharge(token))
  if (charge === null || charge.qrCode === null) throw new ApiError('AddressNotFound')
  return { ...charge, qrCode: charge.qrCode }
}
