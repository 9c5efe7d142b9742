import type { Pair } from '../turns.ts'
import type { World } from '../world.ts'

/** What a user would otherwise run. It is started by hand, on the PostgreSQL of the bench. */
export type Peer = {
  /** How it must run to be measured, as its environment. */
  settings: (databaseUrl: string) => Record<string, string>
  /** What it is measured at: its turn, and Trilho's. */
  scenarios: (world: World, url: string) => Promise<Record<string, Pair<() => Promise<{ rate: number }>>>>
}

/** A request that must succeed. */
export async function ask(method: string, url: string, body?: object, token = '') {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const response = await fetch(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
  return response
}
