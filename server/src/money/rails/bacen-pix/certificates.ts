import { X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { Agent } from 'undici'
import type { BankSettings, Certificate } from './settings.ts'

/** What TLS needs of a certificate. */
const secureOptions = (certificate: Certificate | undefined, ca: string | null) => ({
  ...(ca === null ? {} : { ca }),
  ...(certificate === undefined
    ? {}
    : 'pfx' in certificate
      ? { pfx: Buffer.from(certificate.pfx, 'base64'), passphrase: certificate.passphrase }
      : { cert: certificate.cert, key: certificate.key }),
})

/** One set of connections for each certificate, the one in use first. */
export const agentsOf = ({ certificates, ca }: BankSettings, timeoutMs: number): [Agent, ...Agent[]] => {
  const [first, ...others] = certificates
  const agentOf = (certificate: Certificate | undefined) =>
    new Agent({
      connect: { timeout: timeoutMs, ...secureOptions(certificate, ca) },
      connections: 32,
      pipelining: 1,
      allowH2: false,
    })
  return [agentOf(first), ...others.map(agentOf)]
}

/** When the certificate in use ends; null where that cannot be read from it. Throws where it cannot be used at all. */
export const expiryOf = (certificate: Certificate): Date | null => certificateIn(certificate)?.validToDate ?? null

/** Null where it cannot be read. Throws where it cannot be used at all. */
export function certificateIn(certificate: Certificate): X509Certificate | null {
  const context = createSecureContext(secureOptions(certificate, null))
  if ('cert' in certificate) return new X509Certificate(certificate.cert)
  const { getCertificate } = context.context as { getCertificate?: () => Buffer | null }
  const der = getCertificate?.call(context.context) ?? null
  return der === null ? null : new X509Certificate(der)
}

/** Faults of the certificate itself, which the next one may not have. */
export const isCertificateFault = (error: unknown): boolean =>
  /^(ERR_SSL|ERR_OSSL|ERR_TLS|CERT_)|ALERT|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO/.test(
    (error as NodeJS.ErrnoException | null)?.code ?? '',
  )

/** How a bank may refuse a certificate that it was shown after the handshake, and how any call may end. */
export const isHangUp = (error: unknown): boolean =>
  /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test((error as NodeJS.ErrnoException | null)?.code ?? '')
