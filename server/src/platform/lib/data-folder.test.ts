import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataFolder } from '../../../test/kit/server-process.ts'
import { times } from '../../../test/kit/trilho.ts'
import { openDataFolder } from './data-folder.ts'

const tooLong = /the path is too long/
const aFile = /a file is in its place/

test.each([
  ['is under /proc', async () => '/proc/nope/data', /no folder can be made there/],
  ['nobody may write to', async () => '/sys/trilho', /this user may not write there|it is read-only/],
  ['is a file', async (folder: string) => fileIn(folder), aFile],
  ['is inside a file', async (folder: string) => join(await fileIn(folder), 'data'), aFile],
  ['is too long', async (folder: string) => join(folder, 'x'.repeat(300)), tooLong],
  ['is longer than PostgreSQL can', async (folder: string) => join(folder, ...times(9, () => 'x'.repeat(99))), tooLong],
  ['leads in a circle', async (folder: string) => circleIn(folder), /its links lead in a circle/],
])('a folder that %s is refused with one line that names it', async (_, wrong, why) => {
  const path = await wrong(await dataFolder())
  const refused = await openDataFolder(path).catch((error: Error) => error.message)
  const place = `${path.slice(0, 200)}${path.length > 200 ? '…' : ''}`
  const [start, end] = [`TRILHO_DATA cannot be used: ${place}: `, '. Set it to a folder that this user can write to.']
  expect([refused.slice(0, start.length), refused.slice(-end.length)]).toEqual([start, end])
  expect(refused.slice(start.length)).toMatch(why)
})

test('a folder that is missing is made, and one that is there is taken', async () => {
  const path = join(await dataFolder(), 'one', 'two')
  expect(await openDataFolder(path)).toBe(path)
  expect(await openDataFolder(path)).toBe(path)
})

async function fileIn(folder: string): Promise<string> {
  await writeFile(join(folder, 'file'), '')
  return join(folder, 'file')
}

async function circleIn(folder: string): Promise<string> {
  await symlink(join(folder, 'circle'), join(folder, 'circle'))
  return join(folder, 'circle')
}
