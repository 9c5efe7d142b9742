import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Result } from './measure.ts'

/** A load, the floor it is held against in the same run, and the ratio it must reach. */
export type Scenario = {
  name: string
  floor: string
  /** What is compared: requests a second, a median latency, or one that only every hundredth exceeds. */
  of: 'rate' | 'p50' | 'p99'
  target: { atLeast: number } | { atMost: number }
  /** Takes too long for every run: only when asked for by name. */
  onlyByName?: boolean
  /** Takes minutes, and is the same every time: one round is enough. */
  isLong?: boolean
  /** Makes what the load needs, once. */
  prepare: () => Promise<Load>
}

export type Load = {
  /** What each round needs anew; not measured. */
  beforeRound?: () => Promise<unknown>
  runFloor: () => Promise<Result>
  run: () => Promise<Result>
}

const folder = mkdtempSync(join(tmpdir(), 'trilho-bench-lines-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/** A file for wrk's scripts to read, one text a line; answers its path. Gone with the bench: it may hold tokens. */
export async function lines(name: string, texts: string[]): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `${texts.join('\n')}\n`)
  return path
}

/** Many at once, but not more than the server takes: the bench itself must not be told to come back later. */
export async function inGroups<Item>(items: Item[], size: number, act: (item: Item) => Promise<unknown>) {
  for (let i = 0; i < items.length; i += size) await Promise.all(items.slice(i, i + size).map(act))
}
