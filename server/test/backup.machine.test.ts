import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { apiClient, clientWith } from './kit/api-client.ts'
import { dataFolder, preparedFolder, readSandboxFile, spawnServer } from './kit/server-process.ts'
import { times } from './kit/trilho.ts'

const command = (name: string) => fileURLToPath(new URL(`../src/edges/commands/${name}.ts`, import.meta.url))

const PUBLIC_URL = 'https://pay.example.com'

async function run(name: string, TRILHO_DATA: string, ...args: string[]) {
  const done = await spawnServer({ TRILHO_DATA }, [command(name), ...args])
  return { code: await done.exited, said: done.output() + done.errors() }
}

test('a backup made under load is restored to another database: the books are right, and everything reads the same', async () => {
  const folder = await preparedFolder()
  const server = await spawnServer({ TRILHO_DATA: folder, PUBLIC_URL })
  await server.ready()
  const sandbox = await readSandboxFile(folder)
  const api = await apiClient(server.url, sandbox)
  const document = join('documents', 'merchant', 'invoice.pdf')
  await mkdir(join(folder, 'documents', 'merchant'), { recursive: true })
  await writeFile(join(folder, document), 'the invoice')
  const payOne = async () => {
    const id = await api.createCashIn({ amount: '1' })
    await api.simulate('complete', id)
    return id
  }
  const before = await Promise.all(times(30, payOne))
  const read = async (client: typeof api) =>
    Promise.all(before.map(async id => (await client.read(id)).body.data.payment))
  const readBefore = await read(api)

  const load = { goesOn: true, made: 0 }
  const loading = times(4, async () => {
    for (; load.goesOn; load.made++) await payOne()
  })
  const backup = join(await dataFolder(), 'backup')
  const made = await run('backup', folder, backup)
  load.goesOn = false
  await Promise.all(loading)
  expect(made).toEqual({ code: 0, said: expect.stringMatching(/^\d+ rows as of .* are in /) })
  expect(load.made).toBeGreaterThan(0)
  expect((await stat(backup)).mode & 0o777).toBe(0o700)

  const elsewhere = await preparedFolder()
  expect(await run('restore', elsewhere, backup)).toEqual({ code: 0, said: expect.stringMatching(/^Everything is as/) })
  const audit = await run('audit', elsewhere)
  expect(audit).toEqual({ code: 0, said: expect.stringContaining('The books are right.') })
  expect(await readFile(join(elsewhere, document), 'utf8')).toBe('the invoice')

  const restored = await spawnServer({ TRILHO_DATA: elsewhere, PUBLIC_URL })
  await restored.ready()
  const again = clientWith(restored.url, api.token)
  expect(await read(again)).toEqual(readBefore)
  // New rows continue where the old ones stopped: numbers of postings, sequences, the sandbox's keys.
  await again.simulate('complete', await again.createCashIn({ amount: '1' }))
  expect(await readSandboxFile(elsewhere)).toMatchObject({ accessKey: sandbox.accessKey })
  await restored.kill('SIGTERM')

  expect(await run('restore', elsewhere, backup)).toEqual({
    code: 1,
    said: 'trilho: nothing was restored: the database is not empty: use a new one\n',
  })
  expect(await run('audit', elsewhere)).toMatchObject({ code: 0 })
})
