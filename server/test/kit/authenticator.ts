import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Answer } from './api-client.ts'

type Visitor = { post: (path: string, body?: unknown) => Promise<Answer> }

/** CBOR of what an attestation without a statement contains: small numbers, texts, bytes and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (!(value instanceof Map)) throw new Error('not a value of an attestation')
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  return size < 256 ? Buffer.from([(major << 5) | 24, size]) : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}

/** What a misbehaving or stolen authenticator, or a page of another site, would answer. */
type Faults = { origin?: string; rpId?: string; isVerified?: boolean; counter?: number; userHandle?: string }

/** An authenticator as a phone or a security key has it, with one passkey for one site. */
export function newAuthenticator(url: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const cose = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
  let counter = 0

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function authenticatorData(faults: Faults, attested?: Buffer): Buffer {
    counter += 1
    const rpIdHash = createHash('sha256')
      .update(faults.rpId ?? new URL(url).hostname)
      .digest()
    const flags = 0x01 | (faults.isVerified === false ? 0 : 0x04) | (attested === undefined ? 0 : 0x40)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(faults.counter ?? counter)
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }

  const id = credentialId.toString('base64url')
  const common = { id, rawId: id, type: 'public-key', clientExtensionResults: {} }

  function create(challenge: string, faults: Faults = {}) {
    const size = Buffer.from([0, credentialId.length])
    const attested = Buffer.concat([Buffer.alloc(16), size, credentialId, cbor(cose)])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authenticatorData(faults, attested)],
    ])
    return {
      ...common,
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, faults.origin ?? url).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  function get(challenge: string, faults: Faults = {}) {
    const data = clientData('webauthn.get', challenge, faults.origin ?? url)
    const authData = authenticatorData(faults)
    const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()])
    return {
      ...common,
      response: {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: createSign('SHA256').update(signed).sign(privateKey).toString('base64url'),
      },
    }
  }

  /** Asks for a challenge at a path, and answers it. */
  const answerTo = async (visitor: Visitor, path: string, faults?: Faults) =>
    get((await visitor.post(path)).body.data.challenge, faults)

  return {
    get,
    create,
    answerTo,
    register: async (visitor: Visitor, name = 'Celular', faults?: Faults) => {
      const { challenge } = (await visitor.post('/passkeys/options')).body.data
      return visitor.post('/passkeys', { name, response: create(challenge, faults) })
    },
    signIn: async (visitor: Visitor, faults?: Faults) =>
      visitor.post('/sign-in/passkey', { response: await answerTo(visitor, '/sign-in/passkey-options', faults) }),
    confirm: async (visitor: Visitor, faults?: Faults) =>
      visitor.post('/confirm/passkey', { response: await answerTo(visitor, '/confirm/passkey-options', faults) }),
  }
}
