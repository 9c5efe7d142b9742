import type { Sql } from '../../platform/db/db.ts'
import type { Remembered } from '../../platform/lib/remember.ts'
import type { Merchant } from '../../tenancy/merchants/read-merchant.ts'

type Needs = { sql: Sql; readMerchant: Remembered<Merchant> }

const channel = 'trilho_sandbox'

/** A merchant has moved its clock or scripted something: every process reads it anew. */
export async function notifyChanged({ sql, readMerchant }: Needs, merchantId: string): Promise<void> {
  readMerchant.forget(merchantId)
  await sql.notify(channel, merchantId)
}

/** Where nothing can be heard (a pooler in between, say) a process knows three seconds later all the same. */
export const listenForChanges = ({ sql, readMerchant }: Needs): Promise<void> =>
  sql.listen(channel, merchantId => readMerchant.forget(merchantId)).catch(() => {})
