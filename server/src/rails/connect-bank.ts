import { randomBytes } from 'node:crypto'
import type { Sql } from '../db/db.ts'
import { sealText } from '../lib/seal.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { expiryOf } from './bacen-pix/certificates.ts'
import { bankDialects } from './bacen-pix/dialects.ts'
import type { BankSettings, Certificate } from './bacen-pix/settings.ts'
import { insertConnection } from './sql.ts'

/** What a person must mend before a bank can be connected, in words that say how. */
export class CannotConnect extends Error {}

type Wanted = { name: string; dialect: string; isDefault: boolean; settings: BankSettings }

/** Connects a bank: what cannot work is refused here, and all that is secret is kept sealed. */
export async function connectBank(
  needs: { sql: Sql; storageKey: Buffer },
  { name, dialect, isDefault, settings }: Wanted,
): Promise<{ id: string; callbackToken: string }> {
  if (!(dialect in bankDialects))
    throw new CannotConnect(`dialect "${dialect}" is not known: one of ${Object.keys(bankDialects).join(', ')}`)
  checkAddresses(settings)
  const [expiresAt = null] = settings.certificates.map(readExpiry)
  const id = uuidv7()
  const callbackToken = randomBytes(32).toString('base64url')
  const sealedSettings = sealText(needs.storageKey, JSON.stringify(settings))
  const { count } = await insertConnection(needs.sql, {
    id,
    name,
    dialect,
    isDefault,
    sealedSettings,
    callbackToken,
    certificateExpiresAt: expiresAt,
  })
  if (count === 0) throw new CannotConnect('there is a default connection already: add this one without "default"')
  return { id, callbackToken }
}

/** Only to this very machine, to rehearse, may a bank be spoken with in the clear or without a certificate. */
function checkAddresses({ pixUrl, tokenUrl, payoutUrl, certificates }: BankSettings): void {
  for (const [field, address] of Object.entries({ pixUrl, tokenUrl, payoutUrl })) {
    if (address === null) continue
    const url = URL.parse(address)
    if (url === null) throw new CannotConnect(`${field} is not an address such as https://pix.bank.com.br/v2`)
    const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
    if (url.protocol !== 'https:' && !isLocal) throw new CannotConnect(`${field} must start with https://`)
    if (certificates.length === 0 && !isLocal)
      throw new CannotConnect('a bank asks for a client certificate: give "certificates"')
  }
}

/** Faults of certificate files, by what OpenSSL says of them, and how to mend them. */
const certificateFaults: [said: RegExp, words: string][] = [
  [
    /unsupported|RC2|digital envelope/i,
    'the PFX file uses old ciphers: convert it with "openssl pkcs12 -legacy -in old.p12 -nodes -out new.pem" and give cert and key',
  ],
  [/mac verify|password/i, 'the passphrase of the PFX file is wrong; most banks issue them with an empty one'],
  [
    /wrong tag|not enough data|asn1|header too long/i,
    'the PFX file is none, or was altered on the way: copy it in binary, and give PEM files as cert and key',
  ],
  [
    /no start line|bad base64|PEM/i,
    'cert or key is no PEM text: it starts with -----BEGIN; a .p12 or .pfx file is given as pfx',
  ],
  [/key values mismatch/i, 'cert and key do not belong together'],
]

function readExpiry(certificate: Certificate): Date | null {
  try {
    const expiresAt = expiryOf(certificate)
    if (expiresAt !== null && expiresAt <= new Date())
      throw new CannotConnect(
        `the certificate ended on ${expiresAt.toISOString().slice(0, 10)}: get a new one from the bank`,
      )
    return expiresAt
  } catch (error) {
    if (error instanceof CannotConnect) throw error
    const said = (error as Error).message
    throw new CannotConnect(
      certificateFaults.find(([fault]) => fault.test(said))?.[1] ?? 'the certificate cannot be used',
    )
  }
}
