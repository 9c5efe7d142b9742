import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { openDatabase } from '../src/platform/db/db.ts'
import { findEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts'
import { type Api, apiClient } from './kit/api-client.ts'
import { times } from './kit/trilho.ts'
import { expectKept } from './kit/money-kept.ts'
import { type Act, type Diary, anyAct, newDiary, perform } from './kit/money-mix.ts'
import { batchClient, payoutRow } from './kit/payout-batches.ts'
import { type Operation, acknowledgedAgain, findViolation, keepHistory, openAccount } from './kit/history.ts'
import { testProcesses } from './kit/installation.ts'
import { childrenOf } from './kit/processes.ts'
import { assertProperty } from './kit/property.ts'
import { databasePid, preparedFolder, readSandboxFile, spawnServer } from './kit/server-process.ts'
import { openSink } from './kit/webhook-sink.ts'

const sink = await openSink()
const webhook = { url: sink.url }

type Traffic = { merchant: number; act: Act }

/** The traffic, and the moment of the kill: after a number of responses, with the database or without. */
const anyRound = fc.record({
  traffic: fc.array(fc.record({ merchant: fc.nat(1), act: anyAct }), { minLength: 100, maxLength: 200 }),
  killAfter: fc.integer({ min: 5, max: 80 }),
  killDatabase: fc.boolean(),
})

async function start(folder: string) {
  const server = await spawnServer({ TRILHO_DATA: folder, PROCESSES: String(testProcesses || 3) })
  await server.ready()
  const { otherMerchant, ...merchant } = await readSandboxFile(folder)
  const apis = await Promise.all([merchant, otherMerchant].map(key => apiClient(server.url, key)))
  return { server, apis: apis as [Api, Api] }
}

/** Eight concurrent clients, each until it gets no more responses. Returns the number of responses. */
async function runTraffic(traffic: Traffic[], send: (one: Traffic) => Promise<void>, answered: () => void) {
  const waiting = traffic.values()
  const client = async () => {
    for (const one of waiting) {
      const isAlive = await send(one).then(() => true, isSilence)
      if (!isAlive) return
      answered()
    }
  }
  await Promise.all(times(8, client))
}

/** The connection broke before the response was complete. Any other error is a fault. */
function isSilence(error: unknown): false {
  if (error instanceof TypeError && /fetch failed|terminated/.test(error.message)) return false
  throw error
}

const databaseOf = async (folder: string) =>
  openDatabase((await findEmbeddedPostgres(folder)) ?? '', { connections: 1, limits: 'longWork' })

/** A batch whose rows are being paid when its response arrives. The order ids of its payouts are unique. */
async function beginBatch(api: Api): Promise<string> {
  const batches = batchClient(api)
  const { id } = await batches.make(times(100, () => payoutRow('0.01', { description: 'of a batch' })))
  await batches.approve(id)
  await expect.poll(async () => (await batches.read(id)).made.count, { interval: 10 }).toBeGreaterThan(0)
  return id
}

/** A live process continues the batch, as after the lease of the killed one has expired. Every row is paid exactly once. */
async function expectPaid(folder: string, api: Api, id: string) {
  const sql = await databaseOf(folder)
  await sql`update payout_batches set next_step_at = now() where id = ${id} and state = 'Running'`
  const { read } = batchClient(api)
  await expect.poll(() => read(id)).toMatchObject({ state: 'Completed', made: { count: 100 } })
  const unknown = await sql`
    select id from transactions
     where order_description = 'of a batch' and id not in (
       select transaction_id from payout_batch_rows where transaction_id is not null)`
  expect(unknown).toEqual([])
  await sql.end()
}

async function expectSound(folder: string) {
  const sql = await databaseOf(folder)
  expect(await auditBooks({ sql })).toEqual([])
  expect(
    await sql`
    select merchant_id, sequence from postings where name = 'cashOutHeld' and available_after < 0`,
  ).toEqual([])
  await sql.end()
}

/** A client without a response repeats the request with the same order id, as the documentation says. */
async function repeatOrders(api: Api, diary: Diary) {
  await Promise.all([...diary.orders.values()].map(({ act }) => perform(api, diary, webhook, act)))
}

test('killed with -9 at any moment, repeatedly, the server loses nothing acknowledged, and the books are right', async () => {
  await assertProperty(
    fc.asyncProperty(fc.array(anyRound, { minLength: 3, maxLength: 3 }), async rounds => {
      const folder = await preparedFolder()
      const diaries = [newDiary(), newDiary()] as const
      let { server, apis } = await start(folder)
      for (const { traffic, killAfter, killDatabase } of rounds) {
        const { kill, pid } = server
        const batchId = await beginBatch(apis[0])
        let answers = 0
        const crash = () => {
          const database = databasePid(folder)
          const serving = childrenOf(pid).map(Number)
          const ended = kill('SIGKILL')
          for (const child of serving) if (child !== database) process.kill(child, 'SIGKILL')
          if (killDatabase) process.kill(database, 'SIGKILL')
          return ended
        }
        const send = ({ merchant, act }: Traffic) => {
          const which = merchant === 0 ? 0 : 1
          return perform(apis[which], diaries[which], webhook, act)
        }
        await runTraffic(traffic, send, () => void (++answers === killAfter && crash()))
        expect(answers).toBeGreaterThanOrEqual(killAfter)
        ;({ server, apis } = await start(folder))
        await expectPaid(folder, apis[0], batchId)
        for (const [i, diary] of diaries.entries()) {
          await repeatOrders(apis[i as 0 | 1], diary)
          await expectKept(apis[i as 0 | 1], diary, '10000.000000')
        }
        await expectSound(folder)
      }
    }),
    { runs: 1, endOnFailure: true },
  )
})

test('while processes are killed with -9 every answer of balances and repeated orders is right in one order of all calls', async () => {
  const folder = await preparedFolder()
  const { server, apis } = await start(folder)
  const account = await openAccount(apis[1])
  const history: Operation[] = []
  let isOver = false
  const running = Promise.all(times(6, () => keepHistory(apis[1], history, () => !isOver)))
  const paid = () => history.filter(({ kind, outcome }) => kind === 'pay' && outcome === 'done').length
  const killedMs: number[] = []
  for (const kill of times(4, i => i)) {
    const before = paid()
    await expect.poll(paid).toBeGreaterThan(before + 20)
    const serving = childrenOf(server.pid).filter(child => Number(child) !== databasePid(folder))
    process.kill(Number(serving[kill % serving.length]), 'SIGKILL')
    killedMs.push(performance.now())
  }
  const before = paid()
  await expect.poll(paid).toBeGreaterThan(before + 20)
  isOver = true
  await running
  expect(findViolation(history, account)).toBeNull()
  expect(acknowledgedAgain(history, killedMs[0] ?? 0)).not.toEqual([])
})
