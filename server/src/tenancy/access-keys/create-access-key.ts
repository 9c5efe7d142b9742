import type { Audit } from '../audit-log/act.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import type { Sql } from '../../platform/db/db.ts'
import { InvalidRequest } from '../../platform/http/errors.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { hashSecret, makeSecret, spellAccessKey } from './access-key.ts'
import { noNetworks, readNetwork } from './networks.ts'
import { insertKey } from './sql.ts'
import { type Scope, bornKey } from './states.ts'

type CreateAccessKeyInput = {
  id?: string
  merchantId: string
  scopes: Scope[]
  name?: string
  expiresAt?: Date | null
  createdBy?: string | null
  /** The networks that calls must come from, as CIDR; none: any. */
  networks?: readonly string[]
  /** False: it waits for an owner. */
  isConfirmed?: boolean
  audit?: Audit | undefined
}

/** What a merchant's program needs to log in. */
export type KeyAndSecret = { accessKey: string; secret: string }

/** The secret is returned this once; only its hash is stored. */
export async function createAccessKey(
  needs: { sql: Sql; clock: () => Date },
  {
    id = uuidv7(needs.clock().getTime()),
    merchantId,
    scopes,
    name = '',
    expiresAt = null,
    createdBy = null,
    networks = [],
    isConfirmed = true,
    audit,
  }: CreateAccessKeyInput,
): Promise<KeyAndSecret> {
  const createdAt = needs.clock()
  if (expiresAt !== null && expiresAt <= createdAt)
    throw new InvalidRequest([{ path: '/expiresAt', code: 'future', message: 'must be in the future', info: {} }])
  const secret = makeSecret()
  const secretHash = hashSecret(secret)
  const state = bornKey(isConfirmed)
  const key = {
    merchantId,
    id,
    secretHash,
    state,
    scopes,
    expiresAt,
    name,
    createdBy,
    createdAt,
    overlap: null,
    ...noNetworks,
    networks: networks.map(readNetwork),
  }
  await needs.sql.begin(async tx => {
    await insertKey(tx, key)
    await recordAudit(tx, audit)
  })
  return { accessKey: spellAccessKey(merchantId, id), secret }
}
