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
  /** Sealed; `webhooks/` opens it to sign. */
  webhookSecret: string
}

export const selectMerchant = async (sql: Sql, id: string): Promise<Merchant | undefined> => {
  const [merchant] = await sql<Merchant[]>`select * from merchants where id = ${id}`
  return merchant
}

export const insertMerchant = (tx: Tx, merchant: Merchant) => tx`
  insert into merchants (id, name, tax_number, city, account_number, charge_fixed, charge_rate, webhook_secret)
  values (${merchant.id}, ${merchant.name}, ${merchant.taxNumber}, ${merchant.city}, ${merchant.accountNumber},
          ${merchant.chargeFixed}, ${merchant.chargeRate}, ${merchant.webhookSecret})`

export const insertEmptyBalance = (tx: Tx, merchantId: string) => tx`
  insert into balances (merchant_id) values (${merchantId})`
