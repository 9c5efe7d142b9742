import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { lockAlarm, updateAlarm } from './sql.ts'
import { alarmMove } from './states.ts'

type AcknowledgeInput = { id: string; by: string; note: string; audit: Audit }

/** An operator looks after it: it is not repeated, unless its cause grows. It ends by itself. */
export const acknowledgeAlarm = (
  { sql, clock }: { sql: Sql; clock: () => Date },
  { id, by, note, audit }: AcknowledgeInput,
): Promise<void> =>
  sql.begin(async tx => {
    const alarm = isUuid(id) ? await lockAlarm(tx, id) : undefined
    if (alarm === undefined) throw new ApiError('AlarmNotFound')
    const { from, to } = alarmMove('acknowledge')
    if (from.every(state => state !== alarm.state)) throw new ApiError('AlarmStateNotAllowed')
    await updateAlarm(tx, { ...alarm, state: to, acknowledgedAt: clock(), acknowledgedBy: by, note })
    await recordAudit(tx, audit)
  })
