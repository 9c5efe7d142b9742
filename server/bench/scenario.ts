import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure, Result } from './measure.ts'

/** A load, the floor it is compared with in the same run, and the ratio it must reach. */
export type Scenario = {
  name: string
  floor: string
  /** What is compared: requests a second, a median latency, one that only every hundredth exceeds, or memory. */
  of: Figure
  target: { atLeast: number } | { atMost: number }
  /** Takes too long for every run: runs only when selected by name. */
  onlyByName?: boolean
  /** Takes minutes and varies little: one round is enough. */
  isLong?: boolean
  /** Creates what the load needs, once. */
  prepare: () => Promise<Load>
}

export type Load = {
  /** The setup of each round; not measured. */
  beforeRound?: () => Promise<unknown>
  runFloor: () => Promise<Result>
  run: () => Promise<Result>
}

const folder = mkdtempSync(join(tmpdir(), 'trilho-bench-lines-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/** A file for wrk's scripts, one item per line; returns its path. Deleted with the bench, because it may contain tokens. */
export async function lines(name: string, texts: string[]): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `${texts.join('\n')}\n`)
  return path
}

/** Concurrent, but below the server's limit: the bench itself must not get 503. */
export async function inGroups<Item>(items: Item[], size: number, act: (item: Item) => Promise<unknown>) {
  for (let i = 0; i < items.length; i += size) await Promise.all(items.slice(i, i + size).map(act))
}
