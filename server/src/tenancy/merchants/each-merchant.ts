import { isDamage } from '../../platform/db/database-faults.ts'
import { reportIfDefect } from '../../platform/db/defects.ts'
import { safeText } from '../../platform/lib/log.ts'
import { minUuid } from '../../platform/lib/uuid.ts'

const most = 50
const report = reportIfDefect('background work', undefined)

/**
 * Does work for merchants, page by page in the order of their ids. A merchant that fails is logged and tried again the next
 * time; it does not keep the others waiting. One whose data cannot be read is suspended.
 */
export async function eachMerchant(
  needs: { suspendDamaged: (merchantId: string, fault: unknown) => Promise<void> },
  find: (after: string, most: number) => Promise<readonly { merchantId: string }[]>,
  log: (fault: string) => void = () => {},
  work: (merchantId: string) => Promise<void>,
): Promise<void> {
  let page: readonly { merchantId: string }[]
  let after = minUuid
  do {
    page = await find(after, most)
    for (const { merchantId } of page) {
      after = merchantId
      await work(merchantId).catch(async (error: unknown) => {
        report(error)
        if (isDamage(error)) await needs.suspendDamaged(merchantId, error)
        log(`merchant ${merchantId}: ${safeText(error)}`)
      })
    }
  } while (page.length === most)
}
