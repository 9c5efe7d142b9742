import { mkdirSync } from 'node:fs'
import { cpuMs, residentMb } from './measure.ts'
import { type Round, machine, rowOf, table, writeReport } from './report.ts'
import { prepareScenarios } from './scenarios.ts'
import { ensureTools } from './tools.ts'
import { openWorld } from './world.ts'

/** `npm run bench`: every scenario interleaved with its floor, three times, and one table of medians. */
const rounds = 3
const only = process.argv[2]

ensureTools()
const world = await openWorld()
const scenarios = (await prepareScenarios(world)).filter(({ name }) => only === undefined || name.includes(only))
const results = new Map<string, Round[]>(scenarios.map(({ name }) => [name, []]))
process.stdout.write(`${machine()}\n`)

for (let round = 1; round <= rounds; round++)
  for (const scenario of scenarios) {
    const floor = await scenario.runFloor()
    const [server, database] = [cpuMs(world.serverPid), cpuMs(world.databasePid)]
    const result = await scenario.run()
    const requests = result.rate * 4
    const used = { serverMs: cpuMs(world.serverPid) - server, databaseMs: cpuMs(world.databasePid) - database }
    results.get(scenario.name)?.push({ result, floor, requests, ...used, residentMb: residentMb(world.serverPid) })
    process.stdout.write(
      `${round}/${rounds} ${scenario.name}: ${Math.round(result.rate)} a second, floor ${Math.round(floor.rate)}\n`,
    )
  }

const rows = scenarios.map(scenario => rowOf(scenario, results.get(scenario.name) ?? []))
const folder = new URL('../../.trilho-bench/', import.meta.url)
mkdirSync(folder, { recursive: true })
await writeReport(rows, folder)
process.stdout.write(`\n${table(rows)}\n\nwritten: .trilho-bench/bench.json, .trilho-bench/bench.svg\n`)
await world.close()
process.exit(0)
