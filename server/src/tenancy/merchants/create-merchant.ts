import { randomBytes } from 'node:crypto'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { sealText } from '../../platform/lib/seal.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { type Merchant, insertMerchant, nextAccountNumber } from './sql.ts'
import { merchantMove } from './states.ts'

type Details = 'name' | 'taxNumber' | 'city' | 'accountNumber' | 'chargeFixed' | 'chargeRate'
export type NewMerchant = Pick<Merchant, Details> & { id?: string }

export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** The merchant's row. The webhook secret is returned in clear this once, and stored sealed. */
export async function createMerchant(
  tx: Tx,
  needs: { storageKey: Buffer; clock: () => Date },
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
    webhookEvents: [],
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
    hasFaults: false,
    createdAt,
  }
  return { merchant: await insertMerchant(tx, row), webhookSecret }
}

/** A new account number. One that is then not used stays unused. */
export const takeAccountNumber = (needs: { sql: Sql }): Promise<string> => nextAccountNumber(needs.sql)
