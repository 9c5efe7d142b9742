import { createHash, createHmac, randomBytes } from 'node:crypto'
import { explicit, integer, objectId, octets, sequence, setOf } from './der.ts'
import type { Certified } from './issue-certificate.ts'

const id = {
  data: objectId('1.2.840.113549.1.7.1'),
  keyBag: objectId('1.2.840.113549.1.12.10.1.1'),
  certificateBag: objectId('1.2.840.113549.1.12.10.1.3'),
  x509Certificate: objectId('1.2.840.113549.1.9.22.1'),
  localKeyId: objectId('1.2.840.113549.1.9.21'),
  sha256: objectId('2.16.840.1.101.3.4.2.1'),
}
const rounds = 2048

/** A PFX file with an empty password, as some banks hand them out: what is open to all need not be encrypted. */
export function packPfx({ certificate, key }: Certified, chain: Uint8Array[]): Buffer {
  const keyId = createHash('sha1').update(certificate.raw).digest()
  const marks = setOf(sequence(id.localKeyId, setOf(octets(keyId))))
  const bags = sequence(
    sequence(id.keyBag, explicit(0, key.export({ type: 'pkcs8', format: 'der' })), marks),
    sequence(id.certificateBag, explicit(0, certificateBag(certificate.raw)), marks),
    ...chain.map(raw => sequence(id.certificateBag, explicit(0, certificateBag(raw)))),
  )
  const safe = sequence(contentOf(bags))
  return sequence(integer(3), contentOf(safe), seal(safe))
}

const contentOf = (bytes: Uint8Array) => sequence(id.data, explicit(0, octets(bytes)))

const certificateBag = (raw: Uint8Array) => sequence(id.x509Certificate, explicit(0, octets(raw)))

function seal(safe: Uint8Array): Buffer {
  const salt = randomBytes(8)
  const mac = createHmac('sha256', keyFromEmptyPassword(salt)).update(safe).digest()
  return sequence(sequence(sequence(id.sha256, sequenceNull), octets(mac)), octets(salt), integer(rounds))
}

const sequenceNull = Buffer.from([0x05, 0x00])

/** The key derivation of PKCS #12 (RFC 7292, appendix B) for a MAC: one block of SHA-256 is enough. */
function keyFromEmptyPassword(salt: Buffer): Buffer {
  const block = 64
  const purpose = Buffer.alloc(block, 3)
  const saltBlock = Buffer.alloc(block, salt)
  // The empty password is its closing zero only, two bytes, repeated.
  const passwordBlock = Buffer.alloc(block, 0)
  let digest = createHash('sha256').update(purpose).update(saltBlock).update(passwordBlock).digest()
  for (let round = 1; round < rounds; round++) digest = createHash('sha256').update(digest).digest()
  return digest
}
