import type { Audit } from '../../../tenancy/audit-log/act.ts'
import { recordAudit, recordAuditAlone } from '../../../tenancy/audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import type { Scope } from '../../../tenancy/access-keys/states.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { findDelivery } from './read-delivery.ts'
import { type Delivery, type Filter, countUndelivered, resendEvents, selectIds, callSendersOfResent } from './sql.ts'
import { minUuid } from '../../../platform/lib/uuid.ts'

/** `resentIsExact` false: there are more. */
export type Resent = { resent: number; resentIsExact: boolean }

type Needs = { sql: Sql; clock: () => Date }

const mostAtOnce = 1_000

/** Sends one event again, delivered or not, with the same id and from the start of the schedule. */
export async function resendDelivery(
  needs: Needs,
  input: { merchantId: string; id: string; scopes?: readonly Scope[]; audit?: Audit },
): Promise<Delivery> {
  const { merchantId } = input
  const { id } = await findDelivery(needs, input)
  await needs.sql.begin(async tx => {
    const resent = await resendEvents(tx, merchantId, [id], needs.clock())
    if (resent.length === 0) throw new ApiError('DeliverySuperseded')
    await recordAudit(tx, input.audit)
  })
  const delivery = await findDelivery(needs, input)
  await callSendersOfResent(needs.sql, merchantId)
  return delivery
}

/** Resends all undelivered events of a period or URL, in pieces. The count includes those already on their way. */
export async function resendUndelivered(
  needs: Needs,
  input: Omit<Filter, 'status' | 'transactionId'>,
  audit?: Audit,
): Promise<Resent> {
  const filter = { ...input, endDate: input.endDate ?? needs.clock() }
  const { total, totalIsExact } = await countUndelivered(needs.sql, filter)
  // It takes many commits, so the audit entry is written before the first.
  await recordAuditAlone(needs, audit)
  let resent = total
  let ids: string[] = []
  do {
    ids = await selectIds(needs.sql, { ...filter, status: 'Failed' }, ids.at(-1) ?? minUuid, mostAtOnce)
    // An event with a newer delivered state is not sent again.
    if (ids.length > 0)
      resent -= ids.length - (await resendEvents(needs.sql, input.merchantId, ids, needs.clock())).length
  } while (ids.length === mostAtOnce)
  await callSendersOfResent(needs.sql, input.merchantId)
  return { resent: Math.max(resent, 0), resentIsExact: totalIsExact }
}
