import type { Audit } from '../../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../../tenancy/audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError, InvalidRequest } from '../../../platform/http/errors.ts'
import type { Remembered } from '../../../platform/lib/remember.ts'
import { isUuid, uuidv7 } from '../../../platform/lib/uuid.ts'
import { updateHasFaults } from '../../../tenancy/merchants/merchant-clock.ts'
import type { Merchant } from '../../../tenancy/merchants/read-merchant.ts'
import { notifyChanged } from '../share-changes.ts'
import { type FaultKind, faultKinds } from './schemas.ts'
import { type Fault, deleteFault, deleteUsedUp, selectFaults, upsertFault } from './sql.ts'

export type { Fault } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; readMerchant: Remembered<Merchant> }

type ScriptFaultInput = {
  merchantId: string
  id?: string
  kind: FaultKind
  times: number
  seconds: number | undefined
  madeBy: string
  audit?: Audit
}

/** Scripts what goes wrong next. It takes the place of a fault of the same kind. */
export async function scriptFault(needs: Needs, input: ScriptFaultInput): Promise<Fault> {
  const { merchantId, kind, times: timesLeft, madeBy } = input
  const createdAt = needs.clock()
  const id = input.id ?? uuidv7(createdAt.getTime())
  const fault = { merchantId, kind, id, timesLeft, seconds: secondsOf(kind, input.seconds), madeBy, createdAt }
  await needs.sql.begin(async tx => {
    await updateHasFaults(tx, merchantId, true)
    await upsertFault(tx, fault)
    await recordAudit(tx, input.audit)
  })
  await notifyChanged(needs, merchantId)
  return fault
}

export const listFaults = (needs: { sql: Sql }, merchantId: string): Promise<readonly Fault[]> =>
  selectFaults(needs.sql, merchantId)

/** Stops the remaining faults. An event that was held back is sent when its time has come. */
export async function removeFault(
  needs: Needs,
  { merchantId, id, audit }: { merchantId: string; id: string; audit?: Audit },
) {
  await needs.sql.begin(async tx => {
    await updateHasFaults(tx, merchantId, true)
    if (!isUuid(id) || !(await deleteFault(tx, merchantId, id))) throw new ApiError('TroubleNotFound')
    if (!(await deleteUsedUp(tx, merchantId))) await updateHasFaults(tx, merchantId, false)
    await recordAudit(tx, audit)
  })
  await notifyChanged(needs, merchantId)
}

function secondsOf(kind: FaultKind, requested: number | undefined): number | null {
  const { seconds: bounds } = faultKinds[kind]
  if (bounds === null && requested !== undefined) throw wrong(`${kind} has no seconds: omit them`)
  if (bounds !== null && requested !== undefined && requested > bounds.most)
    throw wrong(`must be ${bounds.most} at most`)
  return bounds === null ? null : (requested ?? bounds.usual)
}

const wrong = (message: string) => new InvalidRequest([{ path: '/seconds', code: 'invalid', message, info: {} }])
