import { mkdirSync } from 'node:fs'
import { type Result, cpuMs, median, residentMb } from './measure.ts'
import { type Round, machine, rowOf, table, writeReport } from './report.ts'
import { type Scenario, prepareScenarios, prepareSizeScenarios } from './scenarios.ts'
import { ensureTools } from './tools.ts'
import { openWorld } from './world.ts'

/**
 * `npm run bench`: every scenario interleaved with its floor, three times, and one table of medians. A word after `--`
 * runs only the scenarios that have it in their name.
 */
const rounds = 3
const only = process.argv[2]
const isWanted = (name: string) => only === undefined || name.includes(only)

ensureTools()
process.stdout.write(`${machine()}\n`)
const world = await openWorld()
const memory: number[] = []
const watch = setInterval(() => memory.push(residentMb(world.serverPid)), 1_000)

const rows = [...(await runAll(await prepareScenarios(world, isWanted))), ...(await runAll(await prepareSizes()))]
const folder = new URL('../../.trilho-bench/', import.meta.url)
mkdirSync(folder, { recursive: true })
await writeReport(rows, folder)
process.stdout.write(
  `\n${table(rows)}\n\n${memoryLine()}\nwritten: .trilho-bench/bench.json, .trilho-bench/bench.svg\n`,
)
clearInterval(watch)
await world.close()
process.exit(0)

/** A million rows take a while to make: only where they are wanted. */
async function prepareSizes(): Promise<Scenario[]> {
  return only === undefined || 'list statement stored'.includes(only) ? prepareSizeScenarios(world) : []
}

async function runAll(all: Scenario[]) {
  const scenarios = all.filter(({ name }) => isWanted(name))
  const results = new Map<string, Round[]>(scenarios.map(({ name }) => [name, []]))
  for (let round = 1; round <= rounds; round++)
    for (const scenario of scenarios) {
      const floor = await scenario.runFloor()
      const measured = await measure(scenario.run)
      results.get(scenario.name)?.push({ floor, ...measured })
      const rates = `${Math.round(measured.result.rate)} a second, floor ${Math.round(floor.rate)}`
      process.stdout.write(`${round}/${rounds} ${scenario.name}: ${rates}\n`)
    }
  return scenarios.map(scenario => rowOf(scenario, results.get(scenario.name) ?? []))
}

async function measure(run: () => Promise<Result>) {
  const [server, database, start] = [cpuMs(world.serverPid), cpuMs(world.databasePid), performance.now()]
  const result = await run()
  const requests = (result.rate * (performance.now() - start)) / 1000
  const used = { serverMs: cpuMs(world.serverPid) - server, databaseMs: cpuMs(world.databasePid) - database }
  return { result, requests, ...used, residentMb: residentMb(world.serverPid) }
}

/** Whether memory grows while the server works, over the whole run. */
function memoryLine(): string {
  const fifth = Math.floor(memory.length / 5)
  const [early, late] = [median(memory.slice(fifth, 2 * fifth)), median(memory.slice(-fifth))]
  return `server memory over ${Math.round(memory.length / 60)} minutes: ${early.toFixed(0)} MB early, ${late.toFixed(0)} MB late, ${Math.max(...memory).toFixed(0)} MB at most`
}
