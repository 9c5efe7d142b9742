import { X509Certificate, createPrivateKey } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Certified, type Purpose, issueCertificate } from './issue-certificate.ts'

/** The bank's own certificates, created at the first start and stored in `authority/` of its folder. */
export type Authority = {
  /** Signs all others. */
  root: Certified
  /** Shown by the bank to its partners, */
  server: Certified
  /** and shown by the bank where it calls them; it also signs the payloads of codes. */
  caller: Certified
}

const hosts = ['localhost', '127.0.0.1']

export function openAuthority(folder: string): Authority {
  const place = join(folder, 'authority')
  mkdirSync(place, { recursive: true, mode: 0o700 })
  const root = loadOrIssue(place, 'ca', 'Simulated bank CA', 'authority')
  return {
    root,
    server: loadOrIssue(place, 'server', 'localhost', { hosts }, root),
    caller: loadOrIssue(place, 'caller', 'Simulated bank callbacks', 'client', root),
  }
}

/** A certificate for a partner's receiver of callbacks on this machine; the bank trusts its own authority. */
export const issueForReceiver = (root: Certified) => issueCertificate('localhost', { hosts }, root)

function loadOrIssue(place: string, name: string, commonName: string, purpose: Purpose, issuer?: Certified): Certified {
  const [certificateFile, keyFile] = [join(place, `${name}.pem`), join(place, `${name}.key`)]
  if (existsSync(certificateFile))
    return {
      certificate: new X509Certificate(readFileSync(certificateFile)),
      key: createPrivateKey(readFileSync(keyFile)),
    }
  const made = issueCertificate(commonName, purpose, issuer)
  // The certificate is written last: with it, both are there.
  writePrivate(keyFile, pemOfKey(made))
  writePrivate(certificateFile, made.certificate.toString())
  return made
}

export const pemOfKey = ({ key }: Certified) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

export const writePrivate = (file: string, content: string | Uint8Array) =>
  writeFileSync(file, content, { mode: 0o600 })
