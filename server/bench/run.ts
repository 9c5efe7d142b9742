import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { compareWith } from './against.ts'
import { compareBeside } from './beside.ts'
import { bills } from './bills.ts'
import { bursts } from './bursts.ts'
import { hotPath } from './hot-path.ts'
import { type Figure, type Result, cpuMs, cpuTimes, figureOf, median, residentMb, stolenSince, wrk } from './measure.ts'
import { type Round, type Row, machine, rowOf, table, writeReport } from './report.ts'
import type { Load, Scenario } from './scenario.ts'
import { refusalOfSize, sizes } from './sizes.ts'
import { ensureTools } from './tools.ts'
import { webhooks } from './webhooks.ts'
import { type World, openWorld } from './world.ts'

/**
 * `npm run bench`: every scenario interleaved with its floor, three times, and one table of medians. Words after `--`
 * run only the scenarios that have them in their name; `memory` loads the server for five minutes and watches its
 * memory; `--profile` leaves a CPU profile of the server; `--against <commit>` measures that commit and this tree in turns,
 * `--beside <peer>=<its address>` a peer and this tree; each has ten turns, or `--turns`. `--database <url>` measures on a
 * PostgreSQL that runs already, such as the coordinator of a Citus.
 */
const { values, positionals } = parseArgs({
  options: {
    profile: { type: 'boolean', default: false },
    against: { type: 'string' },
    beside: { type: 'string' },
    turns: { type: 'string', default: '10' },
    database: { type: 'string', default: '' },
  },
  allowPositionals: true,
})
const { profile } = values
const only = positionals[0]
const isSelected = ({ name, onlyByName = false }: Scenario) => (only === undefined ? !onlyByName : name.includes(only))

/** If the host gives the CPU to others, the round is invalid and repeated, at most this often. */
const rounds = 3
const mostRounds = 6
const quietEnough = 0.05

const folder = new URL('../../.trilho-bench/', import.meta.url)
mkdirSync(folder, { recursive: true })
ensureTools()
say(machine())
if (values.against !== undefined) {
  say(`\n${await compareWith(values.against, only ?? '', Number(values.turns))}\n`)
  process.exit(0)
}
if (values.beside !== undefined) {
  say(`\n${await compareBeside(values.beside, only ?? '', Number(values.turns))}\n`)
  process.exit(0)
}
const refusal = refusalOfSize(only)
if (refusal !== null) {
  say(refusal)
  process.exit(1)
}
const nodeFlags = profile ? ['--cpu-prof', `--cpu-prof-dir=${folder.pathname}`] : []
const world = await openWorld({ nodeFlags, databaseUrl: values.database })
const memory: number[] = []
const watch = setInterval(() => memory.push(residentMb(world.serverPid)), 1_000)

if (only === 'memory') await loadForFiveMinutes()
else {
  const rows: Row[] = []
  for (const group of [hotPath, bills, webhooks, sizes])
    rows.push(...(await runAll(world, (await group(world)).filter(isSelected))))
  const ofTwo = await openWorld({ nodeFlags, processes: 2 })
  rows.push(...(await runAll(ofTwo, bursts(ofTwo).filter(isSelected))))
  await ofTwo.close()
  await writeReport(rows, folder)
  say(`\n${table(rows)}\n`)
}
say(`${memoryLine()}\nwritten to .trilho-bench/`)
clearInterval(watch)
await world.close()
process.exit(0)

async function runAll(on: World, scenarios: Scenario[]): Promise<Row[]> {
  const loads = []
  for (const scenario of scenarios) loads.push({ scenario, ...(await scenario.prepare()), done: [] as Round[] })
  for (let i = 1; i <= mostRounds; i++)
    for (const load of loads) {
      const quiet = load.done.filter(round => round.stolen <= quietEnough)
      if (i > rounds && quiet.length >= rounds) continue
      if (i > 1 && load.scenario.isLong === true) continue
      const round = await runRound(on, load)
      if (Number.isFinite(round.floor.rate) && round.floor.rate > 0) load.done.push(round)
      const { result, floor, stolen } = round
      const { of, name } = load.scenario
      const said = (what: Result) => spellFigure(of, figureOf(what, of))
      const micros = ((round.serverMs + round.databaseMs) * 1000) / round.requests
      const cpu = `${micros.toFixed(1)} µs of CPU, floor ${round.floorMicros.toFixed(1)}`
      say(
        `${i} ${name}: ${said(result)}, floor ${said(floor)}, ${cpu}, ${Math.round(stolen * 100)} % of the CPU stolen`,
      )
    }
  return loads.map(({ scenario, done }) =>
    rowOf(scenario, done.toSorted((a, b) => a.stolen - b.stolen).slice(0, rounds)),
  )
}

function spellFigure(of: Figure, figure: number): string {
  if (of === 'rate') return `${Math.round(figure)} a second`
  return of === 'grownMb' ? `${figure.toFixed(1)} MB more` : `${figure.toFixed(2)} ms`
}

async function runRound(on: World, { beforeRound, runFloor, run }: Load): Promise<Round> {
  await beforeRound?.()
  const times = cpuTimes()
  const floor = await withCpu(on, runFloor)
  const { result, ...used } = await withCpu(on, run)
  const floorMicros = ((floor.serverMs + floor.databaseMs) * 1000) / floor.requests
  const rest = { residentMb: residentMb(on.serverPid), stolen: stolenSince(times) }
  return { result, floor: floor.result, floorMicros, ...used, ...rest }
}

/** The result of a load, and the CPU that server and database used for it. */
async function withCpu(on: World, run: Load['run']) {
  const [server, database, start] = [cpuMs(on.serverPid), cpuMs(on.databasePid), performance.now()]
  const result = await run()
  const requests = (result.rate * (performance.now() - start)) / 1000
  return {
    result,
    requests,
    serverMs: cpuMs(on.serverPid) - server,
    databaseMs: cpuMs(on.databasePid) - database,
  }
}

async function loadForFiveMinutes() {
  const { token } = await world.newMerchant()
  const { rate } = await wrk(world.url, 'cash-in', [token], { seconds: 300 })
  say(`${Math.round(rate)} cash-ins a second for five minutes`)
}

/** Whether memory grows while the server works, over the whole run. */
function memoryLine(): string {
  const fifth = Math.max(1, Math.floor(memory.length / 5))
  const [early, late] = [median(memory.slice(fifth, 2 * fifth)), median(memory.slice(-fifth))]
  return `server memory over ${Math.round(memory.length / 60)} minutes: ${early.toFixed(0)} MB early, ${late.toFixed(0)} MB late, ${Math.max(...memory).toFixed(0)} MB at most`
}

function say(text: string) {
  process.stdout.write(`${text}\n`)
}
