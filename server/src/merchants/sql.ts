import type { Sql, Tx } from '../lib/db.ts'
import type { Micros } from '../lib/money.ts'

export type Merchant = {
  id: string
  name: string
  taxNumber: string
  city: string
  accountNumber: string
  /** The billing plan: a fixed part, and a percentage in millionths of a percent. */
  chargeFixed: Micros
  chargeRate: bigint
  /** The most it may send, in one payment and in one day of São Paulo; null: as much as it has. */
  cashOutLimit: Micros | null
  cashOutDailyLimit: Micros | null
  companyPaymentLimit: Micros | null
  companyPaymentDailyLimit: Micros | null
  /** Sealed; `webhooks/` opens it to sign. For a time after a rotation the one before signs as well. */
  webhookSecret: string
  webhookPreviousSecret: string | null
  webhookPreviousSecretUntil: Date | null
  /** Where the merchant is told of company payments and approvals; null: nowhere. */
  webhookUrl: string | null
  /** Since when the present secret signs. */
  webhookSecretSetAt: Date
  createdAt: Date
}

export const selectMerchant = async (sql: Sql, id: string): Promise<Merchant | undefined> => {
  const [merchant] = await sql<Merchant[]>`select * from merchants where id = ${id}`
  return merchant
}

export const insertMerchant = (tx: Tx, merchant: Merchant) => tx`
  insert into merchants (id, name, tax_number, city, account_number, charge_fixed, charge_rate, webhook_secret,
                         webhook_secret_set_at, created_at)
  values (${merchant.id}, ${merchant.name}, ${merchant.taxNumber}, ${merchant.city}, ${merchant.accountNumber},
          ${merchant.chargeFixed}, ${merchant.chargeRate}, ${merchant.webhookSecret}, ${merchant.webhookSecretSetAt},
          ${merchant.createdAt})`

export const insertEmptyBalance = (tx: Tx, merchantId: string) => tx`
  insert into balances (merchant_id) values (${merchantId})`

/** The secret that was valid becomes the previous one, in the same statement: two rotations at once lose neither. */
export const updateWebhookSecret = (
  sql: Sql,
  merchantId: string,
  { sealedSecret, at, previousUntil }: { sealedSecret: string; at: Date; previousUntil: Date },
) => sql`
  update merchants
     set webhook_secret = ${sealedSecret}, webhook_secret_set_at = ${at}, webhook_previous_secret = webhook_secret,
         webhook_previous_secret_until = ${previousUntil}
   where id = ${merchantId}`

export const updateWebhookUrl = (sql: Sql, merchantId: string, url: string | null) => sql`
  update merchants set webhook_url = ${url} where id = ${merchantId}`
