import type { Authority } from '../certificates/authority.ts'
import type { Switches } from '../dialects/switches.ts'
import type { Partner } from '../truth/records.ts'
import type { Truth } from '../truth/truth.ts'

export type Call = {
  truth: Truth
  authority: Authority
  partner: Partner
  switches: Switches
  params: Record<string, string>
  query: URLSearchParams
  headers: Record<string, string>
  body: unknown
}

export type Answer = {
  status: number
  body?: unknown
  /** A body that is no JSON, with its type. */
  text?: string
  type?: string
  headers?: Record<string, string>
}

/** What an error is about. `payout`, `charge` and `initiation` are of the dialects, the others are the standard's. */
export type Resource =
  | 'Cob'
  | 'CobV'
  | 'LoteCobV'
  | 'CobPayload'
  | 'Pix'
  | 'PixDevolucao'
  | 'Webhook'
  | 'PayloadLocation'
  | 'payout'
  | 'charge'
  | 'initiation'
  | 'infraction'
  | 'split'

export type Route = {
  name: string
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  /** With `:name` for what varies. */
  path: string
  /** Null: no token is needed. */
  scope: string | null
  resource: Resource
  status: number
  /** The body of the answer, or for answers that are no JSON the whole of it. */
  act(call: Call): unknown
}

/** An answer that is not the body of a success. */
export class OtherAnswer {
  readonly answer: Answer
  constructor(answer: Answer) {
    this.answer = answer
  }
}

export type Matched = { route: Route; params: Record<string, string> }

/** Finds the route of a path; `:name` takes one part of it. */
export function matchRoute(routes: Route[], method: string, path: string): Matched | null {
  const parts = path.split('/')
  for (const route of routes) {
    const pattern = route.path.split('/')
    if (route.method !== method || pattern.length !== parts.length) continue
    const params: Record<string, string> = {}
    const fits = pattern.every((want, i) => {
      const part = parts[i] ?? ''
      if (!want.startsWith(':')) return want === part
      params[want.slice(1)] = decode(part)
      return part !== ''
    })
    if (fits) return { route, params }
  }
  return null
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
