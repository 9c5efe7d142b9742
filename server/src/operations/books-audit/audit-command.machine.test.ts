import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { apiClient } from '../../../test/kit/api-client.ts'
import { writeEntry } from '../../../test/kit/audit.ts'
import { isCitus } from '../../../test/kit/databases.ts'
import { preparedFolder, readSandboxFile, spawnServer } from '../../../test/kit/server-process.ts'
import { unwatched } from '../../../test/kit/state-watch.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'

const trilho = await openTrilho()
const { merchantId, ...api } = await trilho.newMerchant({ balance: '1000' })
const waitingOut = await api.createCashOut({ amount: '10' })

const auditScript = fileURLToPath(new URL('../../edges/commands/audit.ts', import.meta.url))

/** `npm run audit`, as an operator runs it. */
async function runAudit(settings: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const audit = spawn(process.execPath, [auditScript], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [audit.stdout, audit.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))
  const code = await new Promise<number | null>(resolve => audit.once('close', resolve))
  return { code, output }
}

test('npm run audit ends with 0 for right books, and with 1 and the wrong rows for others', async () => {
  const settings = { DATABASE_URL: trilho.databaseUrl }
  expect(await runAudit(settings)).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^The books are right\.\nLooked at \d+ postings and \d+ transactions of \d+ merchants\.\nThe audit log is whole: 0 entries\.\n$/,
    ),
  })
  await unwatched(trilho.sql, tx => tx`update transactions set state = 'Cancelled' where id = ${waitingOut}`)
  const { code, output } = await runAudit(settings)
  await unwatched(trilho.sql, tx => tx`update transactions set state = 'Created' where id = ${waitingOut}`)
  expect(code).toBe(1)
  expect(output).toMatch(
    new RegExp(`^merchant ${merchantId}, transaction ${waitingOut}: state Cancelled does not go with .*$`, 'm'),
  )
  expect(output).toMatch(/^\d+ rows are wrong\.$/m)
})

test('npm run audit verifies the audit log, too', async () => {
  const settings = { DATABASE_URL: trilho.databaseUrl }
  const by = { id: null, name: 'Ana', merchantId: null, address: '203.0.113.1' }
  for (const subject of ['one', 'two', 'three']) await writeEntry(trilho.needs, by, { act: 'key.create', subject })
  const whole = await runAudit(settings)
  expect([whole.code, whole.output]).toEqual([
    0,
    expect.stringMatching(/^The audit log is whole: 3 entries, the last with hash [0-9a-f]{64}\.$/m),
  ])
  await trilho.sql`alter table audit_entries disable trigger user`
  await trilho.sql`update audit_entries set person_name = 'Eve' where sequence = 2`
  const broken = await runAudit(settings)
  await trilho.sql`update audit_entries set person_name = 'Ana' where sequence = 2`
  expect([broken.code, broken.output]).toEqual([
    1,
    expect.stringMatching(/^The books are right\.\n.*\nThe audit log is broken: entry 2 was changed\.\n$/),
  ])
})

test.skipIf(isCitus())(
  'npm run audit works beside a server with an embedded database, and without the server',
  async () => {
    const folder = await preparedFolder()
    const server = await spawnServer({ TRILHO_DATA: folder })
    await server.ready()
    const client = await apiClient(server.url, await readSandboxFile(folder))
    const right = { code: 0, output: expect.stringMatching(/^The books are right\.$/m) }
    await Promise.all(times(10, () => client.createCashOut({ amount: '1' })))
    expect(await runAudit({ TRILHO_DATA: folder })).toEqual(right)
    expect((await client.balance()).held).toBe('11.100000')
    await server.kill('SIGTERM')
    expect(await runAudit({ TRILHO_DATA: folder })).toEqual(right)
  },
)
