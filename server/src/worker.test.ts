import { expect, test, vi } from 'vitest'
import { cleanUp } from '../test/kit/clean-up.ts'
import { openTrilho } from '../test/kit/trilho.ts'
import { openDatabase } from './platform/db/db.ts'
import { limits } from './platform/db/limits.ts'
import { workOf } from './worker.ts'

test('work that goes over a whole history has connections and a patience of its own', async () => {
  const { needs, databaseUrl } = await openTrilho()
  const sql = openDatabase(databaseUrl, { connections: 1 })
  cleanUp(() => sql.end())
  const longWork = vi.spyOn(sql, 'longWork')
  const works = workOf({ ...needs, sql }, { error: () => {} })
  for (const name of ['reconcile banks', 'analyse grown tables', 'audit the books']) {
    await works.find(work => work.name === name)?.step()
    expect([name, longWork.mock.calls.length]).toEqual([name, 1])
    longWork.mockClear()
  }
  const patienceOf = async (of: typeof sql) =>
    (await of<{ ms: number }[]>`select setting::int as ms from pg_settings where name = 'statement_timeout'`)[0]?.ms
  expect(await patienceOf(sql)).toBe(limits.requests.queryMs)
  expect(await patienceOf(sql.longWork())).toBe(limits.longWork.queryMs)
})
