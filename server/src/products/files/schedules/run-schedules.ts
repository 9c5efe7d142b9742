import { dayOf } from '../../../platform/brazil/sao-paulo.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { isInUse } from '../../../tenancy/access-keys/list-access-keys.ts'
import type { Language } from '../../../platform/http/languages.ts'
import { type Ahead, everyAhead } from '../../../tenancy/merchants/merchant-clock.ts'
import { listPeopleWhoMay, readPerson } from '../../../tenancy/people/find-person.ts'
import { requestFileWithin } from '../request-file.ts'
import { lastDayOf, nextPeriod } from './change-schedules.ts'
import { type Schedule, type ScheduleFault, lockDue, moveOn, selectDue, updateFault } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date }

const mostAtOnce = 50

/** Asks for the files that schedules are due for, by the clocks of their merchants. Answers for how many. */
export async function runSchedules(needs: Needs): Promise<number> {
  let requested = await askAllDue(needs)
  for await (const ahead of everyAhead(needs)) requested += await askAllDue(needs, ahead)
  return requested
}

/** One period of each. `ahead`: only those of a merchant whose clock was moved, by its clock. */
async function askAllDue(needs: Needs, ahead?: Ahead): Promise<number> {
  const now = ahead?.now ?? needs.clock()
  let requested = 0
  for (const id of await selectDue(needs.sql, now, mostAtOnce, ahead?.merchantId))
    requested += await askDue(needs, id, now)
  return requested
}

/** The file and the next date commit together: a period is asked for once. */
function askDue(needs: Needs, id: Pick<Schedule, 'merchantId' | 'id'>, now: Date): Promise<number> {
  return needs.sql.begin(async tx => {
    const schedule = await lockDue(tx, id, now)
    if (schedule === undefined) return 0
    const { merchantId, kind, format, nextDay } = schedule
    const fault = await endOf(needs, schedule)
    if (fault !== null) {
      await updateFault(tx, merchantId, schedule.id, fault)
      await moveOn(tx, schedule, nextPeriod(schedule))
      return 0
    }
    const requested = {
      merchantId,
      kind,
      format,
      language: await languageOf(needs, schedule),
      from: nextDay,
      to: lastDayOf(schedule),
      scheduleId: schedule.id,
    }
    await requestFileWithin(tx, requested, { now: needs.clock(), today: dayOf(now) })
    await moveOn(tx, schedule, nextPeriod(schedule))
    return 1
  })
}

/** Why it makes no more files; null: its creator may still send files out. */
async function endOf(needs: Needs, schedule: Schedule): Promise<ScheduleFault | null> {
  const { merchantId, keyId, personId, bucket } = schedule
  if (keyId !== null) return (await isInUse(needs, merchantId, keyId)) ? null : 'KeyEnded'
  // Who is mailed a link is asked about when it is mailed.
  if (bucket === null) return null
  const allowed = await listPeopleWhoMay(needs, merchantId, 'files.schedule')
  return allowed.some(({ id }) => id === personId) ? null : 'PersonNotAllowed'
}

const languageOf = async (needs: Needs, { language, personId }: Schedule): Promise<Language> =>
  language ?? (personId === null ? 'pt' : (await readPerson(needs, personId)).language)
