import { postAdjustment } from '../../money/adjustments/post-adjustment.ts'
import { requireOwnMoney } from '../../money/adjustments/require-own-money.ts'
import type { Door } from '../../money/transactions/door.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import type { OwnPostingForm } from './portal-schemas.ts'

type OwnPosting = Omit<OwnPostingForm, 'amount'> & { connectionId: string; amount: Micros; by: string; audit: Audit }

/** Books what the statement of a bank shows of the platform itself: a tariff, a withdrawal of its fees, money that it added. */
export const postOwn = (
  needs: { clock: () => Date; door: Door },
  { connectionId, name, amount, reason, evidence, by, audit }: OwnPosting,
): Promise<void> =>
  needs.door.commit(async write => {
    if (name === 'feesWithdrawn') await requireOwnMoney(write.tx, amount)
    const about = { endToEndId: null, transactionId: null, exceptionId: null, madeBy: by }
    const posted = { merchantId: platformId, name, connectionId, amount, reason, evidence, ...about }
    await postAdjustment(write, posted, needs.clock())
    await recordAudit(write.tx, audit)
  })
