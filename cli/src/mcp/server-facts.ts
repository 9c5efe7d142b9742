import { Failure } from '../command-line/failure.ts'

type Reason = { reason: string; status: string; meaning: string }

/** What a server says of itself in its description of the API. */
export type ServerFacts = { isSandbox: boolean; reasons: ReadonlyMap<string, Reason> }

const patienceMs = 10_000

/**
 * Asks the server what it is. Only a sandbox describes endpoints that simulate outcomes, because only a sandbox has them:
 * its address says nothing of that.
 */
export async function readServerFacts(url: string): Promise<ServerFacts> {
  const answer = await fetch(`${url}/openapi.json`, { signal: AbortSignal.timeout(patienceMs) }).catch(() => null)
  const document = answer?.ok === true ? ((await answer.json().catch(() => null)) as Partial<Description> | null) : null
  if (document?.paths === undefined || document.info === undefined)
    throw new Failure(
      'unavailable',
      `${url} does not describe its API. Check that it is a Trilho server and that it is running.`,
    )
  const isSandbox = Object.keys(document.paths).some(path => path.startsWith('/sandbox/'))
  return { isSandbox, reasons: reasonsIn(document.info.description) }
}

type Description = { info: { description: string }; paths: Record<string, unknown> }

/** The list of reasons: "- `PixKeyInvalid` (409 OperationError). The PIX key does not match its type." */
function reasonsIn(description: string): Map<string, Reason> {
  const lines = description.matchAll(/^- `(\w+)` \((\d+) \w+\)\. (.+)$/gm)
  return new Map(
    Array.from(lines, ([, reason = '', status = '', meaning = '']) => [reason, { reason, status, meaning }]),
  )
}
