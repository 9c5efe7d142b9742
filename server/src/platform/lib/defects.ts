import { openLog } from './log.ts'
import { defectsFound } from './metrics.ts'

/** Node's and undici's codes of a network that failed, and PostgreSQL's of a database that is away or busy. */
const passing = /^(E[A-Z_]+|UND_ERR_(?!INVALID_ARG)\w+|(08|53|57|25|40|55)\w{3})$/

/**
 * Whether an error is a fault of our own program, which happens again however often the same is tried: one of the
 * language's own errors, or data that PostgreSQL refuses. A bank, a network or a database that is away is not one.
 */
export function isDefect(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } }
  if (passing.test(String(code)) || passing.test(String(cause?.code))) return false
  if (/^(22|23|42|P0)\w{3}$/.test(String(code))) return true
  return [TypeError, RangeError, ReferenceError, SyntaxError, URIError].some(kind => error instanceof kind)
}

const log = { opened: null as ReturnType<typeof openLog> | null }

/** Writes a defect with its stack to the log, and counts it. */
export function reportDefect(where: 'bank order' | 'webhook', error: unknown): void {
  defectsFound.inc({ where })
  log.opened ??= openLog('error')
  log.opened.error({ err: error, where }, 'defect')
}
