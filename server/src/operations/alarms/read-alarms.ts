import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Page, type Paging, byId, readPage } from '../../platform/http/paging.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { ruleNames } from './rules.ts'
import {
  type Alarm,
  type AlarmCall,
  deleteOldAlarms,
  selectAlarm,
  selectCalls,
  selectEnded,
  selectOpen,
  selectRound,
} from './sql.ts'

type Needs = { sql: Sql }

/** All that have not ended, and when the rules were last evaluated. */
export async function readOpenAlarms({ sql }: Needs) {
  const [open, round] = await Promise.all([selectOpen(sql, ruleNames), selectRound(sql)])
  return { open, evaluatedAt: round?.evaluatedAt ?? null, unmeasured: round?.unmeasured ?? [] }
}

/** Newest first. */
export const listEndedAlarms = ({ sql }: Needs, { limit, cursor }: Paging): Promise<Page<Alarm>> =>
  readPage(limit, rows => selectEnded(sql, ruleNames, cursor, rows), byId)

export async function readAlarm({ sql }: Needs, id: string): Promise<{ alarm: Alarm; calls: AlarmCall[] }> {
  const alarm = isUuid(id) ? await selectAlarm(sql, id) : undefined
  if (alarm === undefined) throw new ApiError('AlarmNotFound')
  return { alarm, calls: await selectCalls(sql, id) }
}

/** Deletes ended alarms with the calls about them. */
export const purgeAlarms = async ({ sql }: Needs, before: Date, most: number): Promise<number> =>
  (await deleteOldAlarms(sql, before, most)).count
