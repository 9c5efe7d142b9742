import { expect, test, vi } from 'vitest'
import { cleanUp } from '../../../test/kit/clean-up.ts'
import { dataFolder, preparedFolder } from '../../../test/kit/server-process.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../../platform/db/db.ts'
import { roomForConnections } from '../../platform/db/database-health.ts'
import { prepare } from './prepare.ts'

const { databaseUrl } = await openTrilho()

/** What is printed when this many processes are prepared, and how many connections the database allows. */
async function prepareFor(count: number, settings: Record<string, string>) {
  const said: string[] = []
  const written = vi.spyOn(process.stderr, 'write').mockImplementation(text => said.push(String(text)) > 0)
  const undo: (() => Promise<unknown>)[] = []
  const life = {
    onEnd: (step: () => Promise<unknown>) => void undo.push(step),
    isEnding: () => false,
    isFollowed: () => false,
    end: async () => {},
    giveWay: async () => {},
  }
  cleanUp(() => Promise.all(undo.map(step => step())))
  const place = await prepare(readConfig(settings), count, life).finally(() => written.mockRestore())
  const sql = openDatabase(place.databaseUrl, { connections: 1 })
  const room = await roomForConnections(sql)
  await sql.end()
  return { said, room }
}

test('a database that has too few connections for all processes of a machine is reported at the start', async () => {
  const settings = { DATABASE_URL: databaseUrl, TRILHO_DATA: await dataFolder() }
  expect((await prepareFor(1, settings)).said).toEqual([])
  const { said, room } = await prepareFor(500, settings)
  expect(said).toEqual([expect.stringContaining(`PostgreSQL has ${room} connections`)])
  expect(said).toEqual([expect.stringContaining(`open up to ${501 * (10 + 8)}: raise its max_connections`)])
})

test('an embedded database has as many as they need', async () => {
  const { said, room } = await prepareFor(15, { TRILHO_DATA: await preparedFolder() })
  expect(said).toEqual([])
  expect(room).toBeGreaterThan(16 * (10 + 8))
})
