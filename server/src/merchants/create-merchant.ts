import { randomBytes } from 'node:crypto'
import type { Sql } from '../db/db.ts'
import { sealText } from '../lib/seal.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { startBooks } from '../ledger/books.ts'
import { type Merchant, insertMerchant } from './sql.ts'
import { merchantMove } from './states.ts'

type Details = 'name' | 'taxNumber' | 'city' | 'accountNumber' | 'chargeFixed' | 'chargeRate'
type NewMerchant = Pick<Merchant, Details> & { id?: string }

export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** A merchant and its empty balance. The webhook secret is answered in clear this once, and kept sealed. */
export async function createMerchant(
  needs: { sql: Sql; storageKey: Buffer; clock: () => Date },
  details: NewMerchant,
): Promise<{ merchant: Merchant; webhookSecret: string }> {
  const webhookSecret = newWebhookSecret()
  const createdAt = needs.clock()
  const row = {
    ...details,
    id: details.id ?? uuidv7(createdAt.getTime()),
    state: merchantMove('create').to,
    suspendedAt: null,
    suspendedBy: null,
    suspensionReason: null,
    resumedAt: null,
    webhookSecret: sealText(needs.storageKey, webhookSecret),
    webhookPreviousSecret: null,
    webhookPreviousSecretUntil: null,
    webhookUrl: null,
    approversNeeded: 1,
    operatorApprovesAbove: null,
    cashOutLimit: null,
    cashOutDailyLimit: null,
    companyPaymentLimit: null,
    companyPaymentDailyLimit: null,
    limitsSetAt: createdAt,
    webhookSecretSetAt: createdAt,
    connectionId: null,
    clockAheadSeconds: 0,
    hasTroubles: false,
    createdAt,
  }
  const merchant = await needs.sql.begin(async tx => {
    const inserted = await insertMerchant(tx, row)
    await startBooks(tx, row.id)
    return inserted
  })
  return { merchant, webhookSecret }
}
