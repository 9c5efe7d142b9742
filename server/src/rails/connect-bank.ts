import { randomBytes } from 'node:crypto'
import type { Sql } from '../db/db.ts'
import { sealText } from '../lib/seal.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { bankDialects } from './bacen-pix/dialects.ts'
import type { BankSettings } from './bacen-pix/settings.ts'
import { cannotConnect } from './cannot-connect.ts'
import { judgeCertificates } from './judge-certificates.ts'
import { insertConnection, selectConnections } from './sql.ts'

type Wanted = { name: string; dialect: string; isDefault: boolean; settings: BankSettings }

/** Connects a bank: what cannot work is refused here, and all that is secret is kept sealed. */
export async function connectBank(
  needs: { sql: Sql; clock: () => Date; storageKey: Buffer },
  { name, dialect, isDefault, settings }: Wanted,
): Promise<{ id: string; callbackToken: string }> {
  if (!Object.hasOwn(bankDialects, dialect)) throw cannotConnect('dialect', dialect)
  checkAddresses(settings)
  if (!/^[\w-]{16,100}$/.test(settings.callbackSecret ?? 'x'.repeat(16))) throw cannotConnect('callbackSecret')
  const certificateExpiresAt = judgeCertificates(settings.certificates, needs.clock())
  if ((await selectConnections(needs.sql)).some(other => other.name === name)) throw cannotConnect('nameTaken')
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
    certificateExpiresAt,
  })
  if (count === 0) throw cannotConnect('defaultThere')
  return { id, callbackToken }
}

/** Only to this very machine, to rehearse, may a bank be spoken with in the clear or without a certificate. */
function checkAddresses({ pixUrl, tokenUrl, payoutUrl, certificates }: BankSettings): void {
  for (const [field, address] of Object.entries({ pixUrl, tokenUrl, payoutUrl })) {
    if (address === null) continue
    const url = URL.parse(address)
    if (url === null) throw cannotConnect('address', field)
    const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) throw cannotConnect('notHttps', field)
    if (certificates.length === 0 && !isLocal) throw cannotConnect('noCertificate')
  }
}
