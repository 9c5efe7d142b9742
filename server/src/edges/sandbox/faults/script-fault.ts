import type { Sql } from '../../../platform/db/db.ts'
import { ApiError, InvalidRequest } from '../../../platform/http/errors.ts'
import type { Remembered } from '../../../platform/lib/remember.ts'
import { isUuid, uuidv7 } from '../../../platform/lib/uuid.ts'
import { updateHasFaults } from '../../../tenancy/merchants/merchant-clock.ts'
import type { Merchant } from '../../../tenancy/merchants/read-merchant.ts'
import { tellChanged } from '../share-changes.ts'
import { type TroubleKind, troubleKinds } from './kinds.ts'
import { type Trouble, deleteTrouble, deleteUsedUp, selectTroubles, upsertTrouble } from './sql.ts'

export type { Trouble } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; readMerchant: Remembered<Merchant> }

type ScriptTroubleInput = {
  merchantId: string
  id?: string
  kind: TroubleKind
  times: number
  seconds: number | undefined
  madeBy: string
}

/** Scripts what goes wrong next. It takes the place of a trouble of the same kind. */
export async function scriptTrouble(needs: Needs, wanted: ScriptTroubleInput): Promise<Trouble> {
  const { merchantId, kind, times: timesLeft, madeBy } = wanted
  const createdAt = needs.clock()
  const id = wanted.id ?? uuidv7(createdAt.getTime())
  const trouble = { merchantId, kind, id, timesLeft, seconds: secondsOf(kind, wanted.seconds), madeBy, createdAt }
  await needs.sql.begin(async tx => {
    await updateHasFaults(tx, merchantId, true)
    await upsertTrouble(tx, trouble)
  })
  await tellChanged(needs, merchantId)
  return trouble
}

export const listTroubles = (needs: { sql: Sql }, merchantId: string): Promise<readonly Trouble[]> =>
  selectTroubles(needs.sql, merchantId)

/** What has happened of it has happened; the rest does not. An event that waits goes when its time has come. */
export async function removeTrouble(needs: Needs, { merchantId, id }: { merchantId: string; id: string }) {
  await needs.sql.begin(async tx => {
    await updateHasFaults(tx, merchantId, true)
    if (!isUuid(id) || !(await deleteTrouble(tx, merchantId, id))) throw new ApiError('TroubleNotFound')
    if (!(await deleteUsedUp(tx, merchantId))) await updateHasFaults(tx, merchantId, false)
  })
  await tellChanged(needs, merchantId)
}

function secondsOf(kind: TroubleKind, asked: number | undefined): number | null {
  const { seconds: bounds } = troubleKinds[kind]
  if (bounds === null && asked !== undefined) throw wrong(`${kind} has no seconds: omit them`)
  if (bounds !== null && asked !== undefined && asked > bounds.most) throw wrong(`must be ${bounds.most} at most`)
  return bounds === null ? null : (asked ?? bounds.usual)
}

const wrong = (message: string) => new InvalidRequest([{ path: '/seconds', code: 'invalid', message, info: {} }])
