import { type Secret, deriveKey, idSeal } from '../lib/seal.ts'

/** Addresses anybody may open who was given them, and nobody can guess. Each kind has its own key. */
export function publicAddresses(serverSecret: Secret, publicUrl: () => string) {
  const charges = idSeal(deriveKey(serverSecret, 'charge address'))
  const receipts = idSeal(deriveKey(serverSecret, 'receipt address'))
  const checkouts = idSeal(deriveKey(serverSecret, 'checkout address'))
  const links = idSeal(deriveKey(serverSecret, 'payment link address'))
  const files = idSeal(deriveKey(serverSecret, 'file address'))
  const reminders = idSeal(deriveKey(serverSecret, 'reminder address'))
  const consents = idSeal(deriveKey(serverSecret, 'consent reference'))
  return {
    /** What a proxy may have in front of all our paths. */
    base: () => new URL(publicUrl()).pathname.replace(/\/$/, ''),
    /** What a BR Code points to. */
    charge: (merchantId: string, id: string) => `${publicUrl()}/pix/${charges.seal(merchantId, id)}`,
    /** The picture of that BR Code. */
    qrCode: (merchantId: string, id: string) => `${publicUrl()}/qr/${charges.seal(merchantId, id)}`,
    /** Where a payer sees what to pay, and how it ended. */
    payerPage: (merchantId: string, id: string) => `${publicUrl()}/pay/${charges.seal(merchantId, id)}`,
    receipt: (merchantId: string, id: string) => `${publicUrl()}/receipts/${receipts.seal(merchantId, id)}`,
    /** Where anybody may pay a merchant, as often as the link allows. */
    paymentLink: (merchantId: string, id: string) => `${publicUrl()}/l/${links.seal(merchantId, id)}`,
    openPaymentLink: links.open,
    /** Where a file can be downloaded, until its time is over. */
    file: (merchantId: string, id: string) => `${publicUrl()}/files/download/${files.seal(merchantId, id)}`,
    openFile: files.open,
    /** Where the payer of a bill says that no more reminders are wanted. */
    stopReminders: (merchantId: string, id: string) => `${publicUrl()}/reminders/${reminders.seal(merchantId, id)}`,
    openReminders: reminders.open,
    openCharge: charges.open,
    openReceipt: receipts.open,
    checkout: (merchantId: string, id: string) => `${publicUrl()}/checkout/${checkouts.seal(merchantId, id)}`,
    openCheckout: checkouts.open,
    /** Where a connection's banks send payers back to; what they hand back says to which payment. */
    checkoutReturn: (connectionId: string) => `${publicUrl()}/checkout/return/${connectionId}`,
    consentReference: consents.seal,
    openConsentReference: consents.open,
    /** Sandbox only. */
    simulatedBank: () => `${publicUrl()}/sandbox/bank`,
  }
}

export type PublicAddresses = ReturnType<typeof publicAddresses>
