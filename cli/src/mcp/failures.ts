import { TrilhoError } from '@trilho/sdk'
import { Failure } from '../command-line/failure.ts'
import { asLines } from './shown.ts'
import type { Needs, ToolResult } from './tool.ts'

/** A failed call as an assistant sees it: reason, details, what to do, and the request id in the server's log. */
export function failureOf(error: unknown, { server, access }: Needs): ToolResult {
  if (error instanceof Failure) return { says: [error.message, error.hint].filter(Boolean).join(' '), data: {} }
  if (!(error instanceof TrilhoError)) return { says: 'Internal error of trilho mcp.', data: {} }
  const { reason, message, details, problems, requestId, status, retryAfterMs } = error
  const meaning = server.reasons.get(reason)?.meaning
  const data = {
    reason,
    status,
    requestId,
    ...(details === null ? {} : { details }),
    ...(problems.length === 0 ? {} : { problems: problems.map(one => `${one.path} ${one.message}`) }),
    ...(retryAfterMs === null ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
    ...(meaning === undefined ? {} : { documentation: `${access.url}/docs/errors#${reason}` }),
  }
  return { says: `${reason}: ${meaning ?? message}`, data }
}

export const asText = ({ says, data }: ToolResult): string =>
  Object.keys(data).length === 0 ? says : `${says}\n\n${asLines(data)}`
