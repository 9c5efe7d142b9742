import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { type Result, figureOf, median } from './measure.ts'
import type { Scenario } from './scenario.ts'
import { markdownTable } from './turns.ts'

export type Round = {
  result: Result
  floor: Result
  serverMs: number
  databaseMs: number
  requests: number
  /** CPU of server and database for each request of the floor. */
  floorMicros: number
  residentMb: number
  /** The part of the CPU that the host gave to others in that time. */
  stolen: number
}

export type Row = {
  name: string
  floor: string
  rate: number
  p50: number
  p99: number
  floorRate: number
  ratio: number
  /** The lowest and the highest ratio of a round. */
  spread: [number, number]
  target: string
  met: boolean
  serverMicros: number
  databaseMicros: number
  /** The floor's CPU for a request divided by ours: meaningful if both do the same work, also on a busy machine. */
  cpuRatio: number
  residentMb: number
  stolen: number
}

/** Medians of the rounds of one scenario. */
export function rowOf({ name, floor, of, target }: Scenario, rounds: Round[]): Row {
  const mid = (of_: (round: Round) => number) => median(rounds.map(of_))
  const ratios = rounds.map(round => figureOf(round.result, of) / figureOf(round.floor, of))
  const ratio = median(ratios)
  const met = 'atLeast' in target ? ratio >= target.atLeast : ratio <= target.atMost
  return {
    name,
    floor,
    rate: Math.round(mid(round => round.result.rate)),
    p50: mid(round => round.result.p50),
    p99: mid(round => round.result.p99),
    floorRate: Math.round(mid(round => round.floor.rate)),
    ratio,
    spread: [Math.min(...ratios), Math.max(...ratios)],
    target: 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`,
    met,
    serverMicros: Math.round(mid(round => (round.serverMs * 1000) / round.requests)),
    databaseMicros: Math.round(mid(round => (round.databaseMs * 1000) / round.requests)),
    cpuRatio: mid(round => (round.floorMicros * round.requests) / ((round.serverMs + round.databaseMs) * 1000)),
    residentMb: Math.round(mid(round => round.residentMb)),
    stolen: mid(round => round.stolen),
  }
}

export function machine(): string {
  const version = (tool: string, args: string[]) => execFileSync(tool, args, { encoding: 'utf8' }).split('\n')[0] ?? ''
  const commit = version('git', ['describe', '--always', '--dirty'])
  return `commit ${commit}, Node ${process.version}, PostgreSQL 18 (embedded, fsync on), ${version('pgbench', ['--version'])}, ${availableParallelism()} cores`
}

export function table(rows: Row[]): string {
  const head = [
    'scenario',
    'a second',
    'p50 ms',
    'p99 ms',
    'floor',
    'ratio',
    'target',
    'server µs',
    'database µs',
    'CPU ratio',
    'MB',
    'CPU stolen',
  ]
  const cells = rows.map(row => [
    row.name,
    String(row.rate),
    row.p50.toFixed(2),
    row.p99.toFixed(2),
    String(row.floorRate),
    `${row.ratio.toFixed(2)} (${row.spread.map(one => one.toFixed(2)).join(' to ')})`,
    `${row.target} ${row.met ? 'met' : 'MISSED'}`,
    String(row.serverMicros),
    String(row.databaseMicros),
    row.floor.startsWith('itself') ? row.cpuRatio.toFixed(2) : '',
    String(row.residentMb),
    `${Math.round(row.stolen * 100)} %`,
  ])
  return markdownTable(head, cells)
}

/** Bars of each ratio and its target, as a chart. */
export function chart(rows: Row[], title: string): string {
  const height = 60 + rows.length * 34
  const scale = (row: Row) => Math.min(1.6, row.ratio / Number(row.target.slice(2)))
  const bars = rows.map((row, i) => {
    const y = 48 + i * 34
    const colour = row.met ? '#0a7b4b' : '#c0392b'
    return `<text x="12" y="${y + 15}">${escapeXml(row.name)}</text>
<rect x="400" y="${y}" width="${(scale(row) * 200).toFixed(0)}" height="20" fill="${colour}"/>
<text x="${(408 + scale(row) * 200).toFixed(0)}" y="${y + 15}">${row.ratio.toFixed(2)} (${escapeXml(row.target)})</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 ${height}" font-family="system-ui, sans-serif" font-size="13">
<rect width="900" height="${height}" fill="#fff"/>
<text x="12" y="26" font-weight="600">${escapeXml(title)}</text>
${bars.join('\n')}
<line x1="600" x2="600" y1="40" y2="${height - 10}" stroke="#555" stroke-dasharray="4"/>
</svg>
`
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export async function writeReport(rows: Row[], folder: URL): Promise<void> {
  await writeFile(new URL('bench.json', folder), `${JSON.stringify({ machine: machine(), rows }, null, 2)}\n`)
  await writeFile(new URL('bench.svg', folder), chart(rows, `Trilho against its floors: ${machine()}`))
}
