import { deriveKey, openSealedIds, sealIds } from './seal.ts'

/** Addresses anybody may open who was given them, and nobody can guess. Each kind has its own key. */
export function publicAddresses(serverSecret: string, publicUrl: () => string) {
  const chargeKey = deriveKey(serverSecret, 'charge address')
  const receiptKey = deriveKey(serverSecret, 'receipt address')
  return {
    /** What a BR Code points to. */
    charge: (merchantId: string, id: string) => `${publicUrl()}/pix/${sealIds(chargeKey, merchantId, id)}`,
    /** The picture of that BR Code. */
    qrCode: (merchantId: string, id: string) => `${publicUrl()}/qr/${sealIds(chargeKey, merchantId, id)}`,
    receipt: (merchantId: string, id: string) => `${publicUrl()}/receipts/${sealIds(receiptKey, merchantId, id)}`,
    openCharge: (token: string) => openSealedIds(chargeKey, token),
    openReceipt: (token: string) => openSealedIds(receiptKey, token),
  }
}

export type PublicAddresses = ReturnType<typeof publicAddresses>
