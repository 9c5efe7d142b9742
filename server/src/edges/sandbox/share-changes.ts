import { reportIfDefect } from '../../platform/db/defects.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { Remembered } from '../../platform/lib/remember.ts'
import type { Merchant } from '../../tenancy/merchants/read-merchant.ts'

type Needs = { sql: Sql; readMerchant: Remembered<Merchant> }

const channel = 'trilho_sandbox'

/** Makes every process reread a merchant that has moved its clock or scripted a fault. */
export async function notifyChanged({ sql, readMerchant }: Needs, merchantId: string): Promise<void> {
  readMerchant.invalidate(merchantId)
  await sql.notify(channel, merchantId)
}

/** If notifications do not arrive (behind a pooler, for example), a process still rereads within three seconds. */
export const listenForChanges = ({ sql, readMerchant }: Needs): Promise<void> =>
  sql.listen(channel, merchantId => readMerchant.invalidate(merchantId)).catch(reportIfDefect('sandbox', undefined))
