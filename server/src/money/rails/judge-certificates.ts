import { X509Certificate } from 'node:crypto'
import { certificateIn, expiryOf } from './bacen-pix/certificates.ts'
import type { Certificate } from './bacen-pix/settings.ts'
import { connectFaults } from './words.ts'

/** Faults of certificate files, by what OpenSSL says of them. */
const faults: [said: RegExp, fault: keyof typeof connectFaults][] = [
  [/unsupported|RC2|digital envelope/i, 'oldCiphers'],
  [/mac verify|password/i, 'passphrase'],
  [/wrong tag|not enough data|asn1|header too long/i, 'noPfx'],
  [/no start line|bad base64|PEM/i, 'noPem'],
  [/key values mismatch/i, 'mismatch'],
]

/** When the last of them ends; null where that cannot be read. One that cannot be used, or has ended, is refused. */
export function judgeCertificates(certificates: Certificate[], now: Date): Date | null {
  const ends = certificates.map(certificate => endOf(certificate, now)).filter(end => end !== null)
  return ends.reduce<Date | null>((last, end) => (last === null || end > last ? end : last), null)
}

/** Those that have not ended. */
export const withoutEnded = (certificates: Certificate[], now: Date): Certificate[] =>
  certificates.filter(certificate => (expiryOf(certificate) ?? now) >= now)

function endOf(certificate: Certificate, now: Date): Date | null {
  const end = readCertificate(certificate)?.validToDate ?? null
  if (end !== null && end <= now) throw cannotConnect('ended')
  return end
}

/** Null where it cannot be read. One that cannot be used is refused. */
export function readCertificate(certificate: Certificate): X509Certificate | null {
  try {
    return certificateIn(certificate)
  } catch (error) {
    const said = (error as Error).message
    throw cannotConnect(faults.find(([pattern]) => pattern.test(said))?.[1] ?? 'unusable')
  }
}

/** The bank's own authority must be a certificate in PEM; null: the public ones. */
export function judgeAuthority(ca: string | null | undefined): void {
  if (ca === null || ca === undefined) return
  try {
    void new X509Certificate(ca)
  } catch {
    throw cannotConnect('authority')
  }
}

/** What a person must mend before a bank can be connected, in words that say how. */
export class CannotConnect extends Error {}

/** `before` names the field or the file it is about. */
export const cannotConnect = (fault: keyof typeof connectFaults, before?: string): CannotConnect =>
  new CannotConnect(before === undefined ? connectFaults[fault][1] : `${before} ${connectFaults[fault][1]}`)
