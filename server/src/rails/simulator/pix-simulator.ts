import { encodeDynamicBrCode } from '../../lib/br-code.ts'
import { ApiError } from '../../lib/errors.ts'
import type { PublicAddresses } from '../../lib/public-addresses.ts'
import type { PixRail } from '../rail.ts'
import { refusalOf } from './test-data.ts'

const simulatedIspb = '99999999'
const simulatedKey = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'

/** A bank that exists only here: it registers every charge at once and refuses the documents of the test table. */
export const pixSimulator = (needs: { addresses: PublicAddresses }): PixRail => ({
  ispb: simulatedIspb,

  async createCharge({ merchantId, transactionId, amount, payer, receiver }) {
    const refusal = payer === null ? undefined : refusalOf(payer.cpf)
    if (payer !== null && (refusal === 'CounterpartyTaxNumberInvalid' || refusal === 'CounterpartyServiceError'))
      throw new ApiError(refusal, { message: `TaxNumber:${payer.cpf}` })
    const location = locationOf(needs.addresses.charge(merchantId, transactionId))
    return {
      externalId: transactionId.replaceAll('-', ''),
      qrCode: encodeDynamicBrCode({ location, amount, merchantName: receiver.name, merchantCity: receiver.city }),
      key: simulatedKey,
      keyType: 'EVP',
    }
  },
})

/** A BR Code's location is a host with dots and a path: readers take no scheme, no port and no `localhost`. */
function locationOf(address: string): string {
  const { hostname, pathname } = new URL(address)
  return `${/^[\w.-]+\.[\w-]+$/.test(hostname) ? hostname : '127.0.0.1'}${pathname}`
}
