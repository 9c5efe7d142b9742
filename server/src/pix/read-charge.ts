import { ApiError } from '../lib/errors.ts'
import type { PublicAddresses } from '../lib/public-addresses.ts'
import type { ReadTransactionById } from '../transactions/read-transaction.ts'
import type { ReadTransaction } from '../transactions/sql.ts'

/** The charge behind a public address. A wrong or made-up address is not found, like a charge that is not there. */
export async function readCharge(
  needs: { addresses: PublicAddresses; readTransaction: ReadTransactionById },
  token: string,
): Promise<ReadTransaction & { qrCode: string }> {
  const ids = needs.addresses.openCharge(token)
  const charge = ids && (await needs.readTransaction(ids.merchantId, ids.id).catch(notFound))
  if (charge === null || charge.qrCode === null) throw new ApiError('AddressNotFound')
  return { ...charge, qrCode: charge.qrCode }
}

const notFound = (error: unknown) => {
  if (error instanceof ApiError && error.reason === 'TransactionNotFound') return null
  throw error
}
