import { hash } from 'node:crypto'
import { barcodeOf, typedLineOf } from '../../../platform/brazil/boleto.ts'
import { BankLimited } from '../bank-faults.ts'
import type { BoletoRail } from '../boleto-rail.ts'
import { requireWholeCents } from '../rails-of.ts'
import { chargeSimulator, simulatedKey } from './pix-simulator.ts'
import type { TakeFault } from './simulated-bank.ts'
import { refuseCounterparty, simulatedExternalId } from './test-data.ts'

/** A bank that does not exist. */
const bankCode = '999'
const cent = 10_000n

type Needs = Parameters<typeof chargeSimulator>[0] & { takeFault: TakeFault }

/**
 * Registers every boleto at once, but where its merchant has scripted otherwise. Who pays it, and when it settles, is decided
 * by simulation calls.
 */
export const boletoSimulator = (needs: Needs): BoletoRail => {
  const charges = chargeSimulator(needs)
  return {
    key: simulatedKey,
    keyType: 'EVP',
    needsDistrict: false,
    refuse({ amount, payer }) {
      requireWholeCents({ minorUnit: cent }, amount)
      refuseCounterparty(payer.taxNumber)
    },
    async registerBoleto(request) {
      const { merchantId, transactionId, ourNumber, amount, dueDate } = request
      const slow = await needs.takeFault(merchantId, 'slowBoleto')
      if (slow !== null) throw new BankLimited('as scripted in this sandbox', slow.seconds)
      if ((await needs.takeFault(merchantId, 'boletoRefused')) !== null)
        return {
          ourNumber,
          externalId: '',
          boleto: null,
          state: 'failed',
          words: 'refused as scripted in this sandbox',
        }
      const { qrCode } = await charges.createCharge({ ...request, editable: false })
      const digits = BigInt(`0x${hash('sha256', transactionId, 'hex')}`).toString()
      const freeField = digits.slice(0, 25).padStart(25, '0')
      const barcode = barcodeOf({ bankCode, dueDate, amount, freeField })
      return {
        ourNumber,
        externalId: simulatedExternalId(transactionId),
        state: 'open',
        boleto: { barcode, typedLine: typedLineOf(barcode), bankNumber: freeField.slice(0, 11), qrCode, txid: null },
      }
    },
    findBoleto: async () => null,
    cancelBoleto: async () => {},
    async *listPaid() {},
  }
}
