import type { Sql, Tx } from '../../../platform/db/db.ts'
import type { KeyType } from '../../../platform/brazil/pix-key.ts'

/** A row of `payout_recipients`. */
export type PayoutRecipient = {
  merchantId: string
  id: string
  name: string
  taxNumber: string
  keyType: KeyType
  pixKey: string
  createdAt: Date
  createdBy: string
}

/** Which of many are approved, by their place in the list. */
export const selectApproved = async (
  sql: Sql,
  merchantId: string,
  { recipients, since }: { recipients: readonly { key: string; taxNumber: string }[]; since: Date },
): Promise<number[]> => {
  const rows = await sql<{ place: number }[]>`
    select w.place::int as place
      from unnest(${recipients.map(({ key }) => key)}::text[], ${recipients.map(({ taxNumber }) => taxNumber)}::text[])
           with ordinality as w (pix_key, tax_number, place)
      join payout_recipients r on r.pix_key = w.pix_key and r.tax_number = w.tax_number
     where r.merchant_id = ${merchantId} and r.created_at <= ${since}`
  return rows.map(({ place }) => place - 1)
}

export const hasRecipient = async (
  sql: Sql,
  merchantId: string,
  { key, taxNumber, since }: { key: string; taxNumber: string; since: Date },
) =>
  (
    await sql`
    select 1 as one from payout_recipients
     where merchant_id = ${merchantId} and pix_key = ${key} and tax_number = ${taxNumber} and created_at <= ${since}`
  ).count > 0

/** The one that was there before stays as it is. */
export const insertRecipient = (tx: Tx, r: PayoutRecipient) => tx`
  insert into payout_recipients (merchant_id, id, name, tax_number, key_type, pix_key, created_at, created_by)
  values (${r.merchantId}, ${r.id}, ${r.name}, ${r.taxNumber}, ${r.keyType}, ${r.pixKey}, ${r.createdAt}, ${r.createdBy})
      on conflict (merchant_id, pix_key, tax_number) do nothing`

export const deleteRecipient = async (tx: Tx, merchantId: string, id: string): Promise<PayoutRecipient | undefined> => {
  const [deleted] = await tx<PayoutRecipient[]>`
    delete from payout_recipients where merchant_id = ${merchantId} and id = ${id} returning *`
  return deleted
}

/** Newest first. */
export const selectRecipients = (sql: Sql, merchantId: string, before: string | undefined, limit: number) => sql<
  PayoutRecipient[]
>`
  select * from payout_recipients where merchant_id = ${merchantId}
     ${before === undefined ? sql`` : sql`and id < ${before}`}
   order by id desc limit ${limit}`
