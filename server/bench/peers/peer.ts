import type { Pair } from '../turns.ts'
import type { World } from '../world.ts'

/** A product to compare with. It is started by hand, on the PostgreSQL of the bench. */
export type Peer = {
  /** The environment it must be started with. */
  settings: (databaseUrl: string) => Record<string, string>
  /** The scenarios: its turn, and Trilho's. */
  scenarios: (world: World, url: string) => Promise<Record<string, Pair<() => Promise<{ rate: number }>>>>
}

/** A request that must succeed. */
export async function ask(method: string, url: string, body?: object, token = '') {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const response = await fetch(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
  return response
}
