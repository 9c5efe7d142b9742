import { setTimeout as delay } from 'node:timers/promises'
import { addDays, dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { mostRows } from '../src/products/bills/imports/states.ts'
import { type Result, followMemory, resultOf, wrk } from './measure.ts'
import type { Scenario } from './scenario.ts'
import type { World } from './world.ts'

const dueDate = addDays(dayOf(new Date()), 30)
const giveUpMs = 600_000

/** Bills: one by one, compared with cash-ins, and the largest spreadsheet. */
export async function bills(world: World): Promise<Scenario[]> {
  const [one, many] = [await world.newMerchant(), await world.newMerchant()]
  const createBills = () => wrk(world.url, 'bill', [one.token, dueDate])
  return [
    {
      name: 'bill creation, 64 connections',
      floor: 'cash-in creation',
      of: 'rate',
      target: { atLeast: 0.9 },
      prepare: async () => ({ runFloor: () => wrk(world.url, 'cash-in', [one.token]), run: createBills }),
    },
    {
      name: `a spreadsheet of ${mostRows.toLocaleString('en')} bills`,
      floor: 'the promise: 100 MB more than before',
      of: 'grownMb',
      target: { atMost: 1 },
      prepare: async () => ({
        // The memory that a server takes for its first requests is not the import's.
        beforeRound: createBills,
        runFloor: async () => ({ rate: mostRows, p50: 0, p99: 0, grownMb: 100 }),
        run: () => importBills(world, many.token),
      }),
    },
  ]
}

type Import = { id: string; state: string; rows: { count: number }; made: { count: number } }

/** From the upload until all bills are made. p50 and p99: how long a reader of the import waits for the next bills. */
async function importBills(world: World, token: string): Promise<Result> {
  const call = async (path: string, body?: object): Promise<Import> => {
    const response = await fetch(`${world.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return ((await response.json()) as { data: Import }).data
  }
  const file = spreadsheet()
  const grown = followMemory(world.serverPid)
  const start = performance.now()
  const waits: number[] = []
  let one = await call('/bills/imports', { name: 'Bench', file })
  for (let seenAt = start; one.state === 'Running'; await delay(20)) {
    const now = performance.now()
    if (now - start > giveUpMs) throw new Error('the import did not end')
    const before = one.made.count
    one = await call(`/bills/imports/${one.id}`)
    if (one.made.count === before) continue
    waits.push(now - seenAt)
    seenAt = now
  }
  if (one.made.count !== one.rows.count) throw new Error(`${one.made.count} of ${one.rows.count} bills were made`)
  const tookMs = performance.now() - start
  return { ...resultOf(waits, tookMs), rate: one.rows.count / (tookMs / 1000), grownMb: grown() }
}

/** As many rows as an import takes, each with an order id never used before, in base64. */
function spreadsheet(): string {
  const run = Date.now()
  const day = dueDate.split('-').toReversed().join('/')
  const row = (_: unknown, i: number) =>
    `Maria da Silva;529.982.247-25;maria@example.com;10,50;${day};2%;1% ao mês;Two cakes;i-${run}-${i}`
  const rows = Array.from({ length: mostRows }, row)
  const head = 'Nome;CPF ou CNPJ;E-mail;Valor;Vencimento;Multa;Juros;Descrição;Pedido'
  return Buffer.from([head, ...rows].join('\r\n')).toString('base64')
}
