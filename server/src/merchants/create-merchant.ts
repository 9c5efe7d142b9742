import { randomBytes } from 'node:crypto'
import type { Sql } from '../lib/db.ts'
import { sealText } from '../lib/seal.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { type Merchant, insertEmptyBalance, insertMerchant } from './sql.ts'

type NewMerchant = Omit<Merchant, 'id' | 'webhookSecret'>

/** A merchant and its empty balance. The webhook secret is answered in clear this once, and kept sealed. */
export async function createMerchant(
  needs: { sql: Sql; storageKey: Buffer },
  details: NewMerchant,
): Promise<{ merchant: Merchant; webhookSecret: string }> {
  const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`
  const merchant = { ...details, id: uuidv7(), webhookSecret: sealText(needs.storageKey, webhookSecret) }
  await needs.sql.begin(async tx => {
    await insertMerchant(tx, merchant)
    await insertEmptyBalance(tx, merchant.id)
  })
  return { merchant, webhookSecret }
}
