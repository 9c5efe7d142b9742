import { randomBytes } from 'node:crypto'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { type Place, sealText } from '../../platform/lib/seal.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { type Merchant, insertMerchant, nextAccountNumber } from './sql.ts'
import { merchantMove } from './states.ts'

type Details = 'name' | 'taxNumber' | 'city' | 'accountNumber' | 'chargeFixed' | 'chargeRate'
export type NewMerchant = Pick<Merchant, Details> & { id?: string }

export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** The same for the previous secret, which a rotation moves to the column beside it. */
export const placeOfWebhookSecret = (merchantId: string): Place => `merchants.webhook_secret ${merchantId}`

/** The merchant's row. The webhook secret is returned in clear this once, and stored sealed. */
export async function createMerchant(
  tx: Tx,
  needs: { storageKey: Buffer; clock: () => Date },
  details: NewMerchant,
): Promise<{ merchant: Merchant; webhookSecret: string }> {
  const webhookSecret = newWebhookSecret()
  const createdAt = needs.clock()
  const id = details.id ?? uuidv7(createdAt.getTime())
  const row = {
    ...details,
    id,
    state: merchantMove('create').to,
    suspendedAt: null,
    suspendedBy: null,
    suspensionReason: null,
    resumedAt: null,
    webhookSecret: sealText(needs.storageKey, webhookSecret, placeOfWebhookSecret(id)),
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
    nightLimit: null,
    recipientDailyLimit: null,
    newRecipientLimit: null,
    keyDailyLimit: null,
    nightFrom: 20,
    nightUntil: 6,
    newRecipientHours: 24,
    raisedLimits: null,
    limitsRaisedAt: null,
    reserveRate: null,
    reserveAmount: null,
    reserveDays: 0,
    apiPayoutApprovalAbove: null,
    newKeyLimit: null,
    restrictsRecipients: false,
    loosenedRules: null,
    rulesLoosenedAt: null,
    limitsSetAt: createdAt,
    webhookSecretSetAt: createdAt,
    chargeConnections: [],
    payoutConnections: [],
    initiationConnections: [],
    allowsSecondCharge: false,
    allowsUnknownKeyOwner: false,
    hasErasedKeys: false,
    clockAheadSeconds: 0,
    hasFaults: false,
    createdAt,
  }
  return { merchant: await insertMerchant(tx, row), webhookSecret }
}

/** A new account number. One that is then not used stays unused. */
export const takeAccountNumber = (needs: { sql: Sql }): Promise<string> => nextAccountNumber(needs.sql)
