import { encodeDynamicBrCode, encodeStaticBrCode } from '../../../platform/brazil/br-code.ts'
import type { PublicAddresses } from '../../../platform/http/public-addresses.ts'
import { memo } from '../../../platform/lib/remember.ts'
import type { KeyRail } from '../key-rail.ts'
import type { ChargeRail, DueChargeRail, DueChargeRequest, ReturnRail, StaticCodeRail } from '../rails.ts'
import type { TakeFault, TakesTime } from './simulated-bank.ts'
import { refusalOf, refuseCounterparty, simulatedExternalId } from './test-data.ts'

export const simulatedKey = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'

/** Registers every charge at once, and refuses the documents of the test table. */
export const chargeSimulator = (needs: { addresses: PublicAddresses; takesTime: TakesTime }): ChargeRail => ({
  async createCharge({ merchantId, transactionId, amount, payer, receiver }) {
    if (payer !== null) refuseCounterparty(payer.taxNumber)
    await needs.takesTime(merchantId)
    const location = locationOf(needs.addresses.charge(merchantId, transactionId))
    return {
      externalId: simulatedExternalId(transactionId),
      qrCode: encodeDynamicBrCode({ location, amount, merchantName: receiver.name, merchantCity: receiver.city }),
      key: simulatedKey,
      keyType: 'EVP',
    }
  },
  readCharge: async () => null,
  reportsPayer: true,
  cancelCharge: null,
})

/** Likewise; what they amount to on a day is decided by the simulation call that pays them. */
export const dueChargeSimulator = (needs: Parameters<typeof chargeSimulator>[0]): DueChargeRail => {
  const charges = chargeSimulator(needs)
  const register = (request: DueChargeRequest) => charges.createCharge({ ...request, editable: false })
  return {
    createCharge: register,
    readCharge: async () => null,
    reportsPayer: true,
    cancelCharge: null,
    async changeCharge(request) {
      const { transactionId, merchantNumber, amount, dueDate, message } = request
      const charge = { transactionId, merchantNumber }
      const made = await register(request)
      return { ...made, charge, state: 'open', amount, dueDate, terms: request, message, payments: [] }
    },
    findCharge: async () => null,
    async *listCharges() {},
  }
}

export const staticCodeSimulator: StaticCodeRail = {
  makeCode: ({ id: txid, amount, receiver: { name: merchantName, city: merchantCity } }) =>
    encodeStaticBrCode({ key: simulatedKey, txid, amount, merchantName, merchantCity }),
}

/** Knows every key, but those of the test table. */
export const keySimulator: KeyRail = {
  async findKeyOwner({ keyType, key, recipientTaxNumber }) {
    refuseCounterparty(recipientTaxNumber)
    const taxNumber = keyType === 'CPF' || keyType === 'CNPJ' ? key : recipientTaxNumber
    const refusal = refusalOf(taxNumber)
    if (refusal === 'PixKeyNotFound') return null
    return refusal === 'PixKeyOwnerMismatch' ? simulatedOwner : { taxNumber, name: 'Titular de Teste' }
  },
}

/** Returns at once, but where its merchant has scripted otherwise. */
export const returnSimulator = (needs: { takeFault: TakeFault; takesTime: TakesTime }): ReturnRail => ({
  async sendReturn({ merchantId }) {
    const refusal = await needs.takeFault(merchantId, 'refundRefused')
    await needs.takesTime(merchantId)
    return refusal === null ? { state: 'returned' } : { state: 'refused', cause: 'RefundRefusedByBank' }
  },
  readReturn: async () => ({ state: 'returned' }),
})

/** Somebody who is never the recipient. */
const simulatedOwner = { taxNumber: '00000000000', name: 'Outra Pessoa' }

/** A BR Code's location is a host with dots and a path: readers take no scheme, no port and no `localhost`. */
function locationOf(address: string): string {
  const path = address.indexOf('/', 'https://'.length)
  return hostOf(address.slice(0, path)) + address.slice(path)
}

const hostOf = memo(origin => {
  const { hostname } = new URL(origin)
  return /^[\w.-]+\.[\w-]+$/.test(hostname) ? hostname : '127.0.0.1'
})
