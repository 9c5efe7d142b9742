import { type KeyObject, X509Certificate, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { bits, boolean, explicit, implicit, integer, objectId, octets, sequence, setOf, utcTime, utf8 } from './der.ts'

export type Certified = { certificate: X509Certificate; key: KeyObject }

/** What a certificate is for. One for a server names the hosts it speaks for. */
export type Purpose = 'authority' | 'client' | { hosts: string[] }

const ecdsaWithSha256 = sequence(objectId('1.2.840.10045.4.3.2'))
const yearsOfLife = 10
const extendedKeyUsage = { client: '1.3.6.1.5.5.7.3.2', server: '1.3.6.1.5.5.7.3.1' }

/** A new EC key on P-256 and its certificate, signed by `issuer`; without one it signs itself. */
export function issueCertificate(commonName: string, purpose: Purpose, issuer?: Certified): Certified {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicInfo = publicKey.export({ type: 'spki', format: 'der' })
  const name = nameOf(commonName)
  const now = Date.now()
  const body = sequence(
    explicit(0, integer(2)), // version 3
    integer(Buffer.concat([Buffer.from([0x40]), randomBytes(15)])),
    ecdsaWithSha256,
    issuer ? nameOf(commonNameOf(issuer.certificate)) : name,
    // A clock that is an hour behind must not find it not yet valid.
    sequence(utcTime(new Date(now - 3_600_000)), utcTime(new Date(now + yearsOfLife * 365 * 86_400_000))),
    name,
    publicInfo,
    explicit(3, sequence(...extensionsFor(purpose, publicInfo, issuer))),
  )
  const signature = sign('sha256', body, issuer?.key ?? privateKey)
  const certificate = new X509Certificate(sequence(body, ecdsaWithSha256, bits(signature)))
  return { certificate, key: privateKey }
}

const nameOf = (commonName: string) => sequence(setOf(sequence(objectId('2.5.4.3'), utf8(commonName))))

const commonNameOf = (certificate: X509Certificate) => certificate.subject.replace(/^CN=/, '')

const keyIdOf = (publicInfo: Uint8Array) => createHash('sha256').update(publicInfo).digest().subarray(0, 20)

const extension = (id: string, isCritical: boolean, value: Buffer) =>
  sequence(objectId(id), ...(isCritical ? [boolean(true)] : []), octets(value))

function extensionsFor(purpose: Purpose, publicInfo: Uint8Array, issuer?: Certified): Buffer[] {
  const issuersInfo = issuer?.certificate.publicKey.export({ type: 'spki', format: 'der' }) ?? publicInfo
  const identifiers = [
    extension('2.5.29.14', false, octets(keyIdOf(publicInfo))),
    extension('2.5.29.35', false, sequence(implicit(0, keyIdOf(issuersInfo)))),
  ]
  if (purpose === 'authority')
    return [
      extension('2.5.29.19', true, sequence(boolean(true))),
      extension('2.5.29.15', true, bits(Buffer.from([0b0000_0110]), 1)), // signs certificates and lists
      ...identifiers,
    ]
  const usage = purpose === 'client' ? extendedKeyUsage.client : extendedKeyUsage.server
  return [
    extension('2.5.29.19', true, sequence()),
    extension('2.5.29.15', true, bits(Buffer.from([0b1000_0000]), 7)), // signs
    extension('2.5.29.37', false, sequence(objectId(usage))),
    ...(purpose === 'client' ? [] : [extension('2.5.29.17', false, sequence(...purpose.hosts.map(generalName)))]),
    ...identifiers,
  ]
}

const isAddress = /^\d+\.\d+\.\d+\.\d+$/

const generalName = (host: string) =>
  isAddress.test(host) ? implicit(7, Buffer.from(host.split('.').map(Number))) : implicit(2, Buffer.from(host))
