import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { compareWith } from './against.ts'
import { hotPath } from './hot-path.ts'
import { cpuMs, cpuTimes, median, residentMb, stolenSince, wrk } from './measure.ts'
import { type Round, type Row, machine, rowOf, table, writeReport } from './report.ts'
import type { Load, Scenario } from './scenario.ts'
import { sizes } from './sizes.ts'
import { ensureTools } from './tools.ts'
import { webhooks } from './webhooks.ts'
import { openWorld } from './world.ts'

/**
 * `npm run bench`: every scenario interleaved with its floor, three times, and one table of medians. Words after `--`
 * run only the scenarios that have them in their name; `memory` loads the server for five minutes and watches its
 * memory; `--profile` leaves a CPU profile of the server; `--against <commit>` measures that commit and this tree in turns.
 */
const { values, positionals } = parseArgs({
  options: { profile: { type: 'boolean', default: false }, against: { type: 'string' } },
  allowPositionals: true,
})
const { profile } = values
const only = positionals[0]
const isWanted = ({ name, onlyByName = false }: Scenario) => (only === undefined ? !onlyByName : name.includes(only))

/** A host that gives the CPU to others makes a round worthless: it is then run again, so many times at most. */
const rounds = 3
const mostRounds = 6
const quietEnough = 0.05

const folder = new URL('../../.trilho-bench/', import.meta.url)
mkdirSync(folder, { recursive: true })
ensureTools()
say(machine())
if (values.against !== undefined) {
  say(`\n${await compareWith(values.against, only)}\n`)
  process.exit(0)
}
const world = await openWorld({ nodeFlags: profile ? ['--cpu-prof', `--cpu-prof-dir=${folder.pathname}`] : [] })
const memory: number[] = []
const watch = setInterval(() => memory.push(residentMb(world.serverPid)), 1_000)

if (only === 'memory') await loadForFiveMinutes()
else {
  const rows: Row[] = []
  for (const group of [hotPath, webhooks, sizes]) rows.push(...(await runAll((await group(world)).filter(isWanted))))
  await writeReport(rows, folder)
  say(`\n${table(rows)}\n`)
}
say(`${memoryLine()}\nwritten to .trilho-bench/`)
clearInterval(watch)
await world.close()
process.exit(0)

async function runAll(scenarios: Scenario[]): Promise<Row[]> {
  const loads = []
  for (const scenario of scenarios) loads.push({ scenario, ...(await scenario.prepare()), done: [] as Round[] })
  for (let i = 1; i <= mostRounds; i++)
    for (const load of loads) {
      const quiet = load.done.filter(round => round.stolen <= quietEnough)
      if (i > rounds && quiet.length >= rounds) continue
      const round = await runRound(load)
      if (Number.isFinite(round.floor.rate) && round.floor.rate > 0) load.done.push(round)
      const { result, floor, stolen } = round
      const what = load.scenario.of === 'rate' ? `${Math.round(result.rate)} a second` : `${result.p50.toFixed(2)} ms`
      const under = load.scenario.of === 'rate' ? Math.round(floor.rate) : `${floor.p50.toFixed(2)} ms`
      say(`${i} ${load.scenario.name}: ${what}, floor ${under}, ${Math.round(stolen * 100)} % of the CPU stolen`)
    }
  return loads.map(({ scenario, done }) =>
    rowOf(scenario, done.toSorted((a, b) => a.stolen - b.stolen).slice(0, rounds)),
  )
}

async function runRound({ beforeRound, runFloor, run }: Load): Promise<Round> {
  await beforeRound?.()
  const times = cpuTimes()
  const floor = await runFloor()
  const [server, database, start] = [cpuMs(world.serverPid), cpuMs(world.databasePid), performance.now()]
  const result = await run()
  const requests = (result.rate * (performance.now() - start)) / 1000
  const used = { serverMs: cpuMs(world.serverPid) - server, databaseMs: cpuMs(world.databasePid) - database }
  return { result, floor, requests, ...used, residentMb: residentMb(world.serverPid), stolen: stolenSince(times) }
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
