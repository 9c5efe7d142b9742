import { evaluateAlarms } from '../../src/operations/alarms/evaluate-alarms.ts'
import { newPortalPerson } from '../kit/portal-client.ts'
import type { Trilho } from '../kit/trilho.ts'
import type { Walks } from './walks.ts'

/** The alarm of wrong books, by what the last audit has found. */
export async function alarmWalks(trilho: Trilho): Promise<Walks> {
  const { needs, sql } = trilho
  const operator = await newPortalPerson(trilho, { isOperator: true })
  let aheadMs = 0

  async function audited(faults: number): Promise<void> {
    const clock = () => new Date(Date.now() + aheadMs)
    await sql`
      insert into platform_checks (name, at, took_ms, faults) values ('books', ${clock()}, 1, ${faults})
          on conflict (name) do update set at = excluded.at, faults = excluded.faults`
    await sql`update alarm_rounds set next_at = '2000-01-01'`
    await evaluateAlarms({ ...needs, clock })
  }

  /** Hours after the last one has ended, so that it is another. */
  async function raise(): Promise<string> {
    await audited(0)
    aheadMs += 2 * 60 * 60_000
    await audited(1)
    const [alarm] = await sql<{ id: string }[]>`
      select id from alarms where rule = 'booksWrong' and ended_at is null`
    return alarm?.id ?? ''
  }

  async function acknowledged(): Promise<string> {
    const id = await raise()
    await operator.post(`/operator/alarms/${id}/acknowledge`, { note: 'I look at it' })
    return id
  }

  const after = async (id: Promise<string>, ...faults: number[]) => {
    const known = await id
    for (const count of faults) await audited(count)
    return known
  }

  return {
    walks: {
      'nothing raise': raise,
      'Raised acknowledge': acknowledged,
      'Acknowledged grow': () => after(acknowledged(), 2),
      'Raised end': () => after(raise(), 0),
      'Acknowledged end': () => after(acknowledged(), 0),
      'Ended return': () => after(raise(), 0, 1),
    },
  }
}
