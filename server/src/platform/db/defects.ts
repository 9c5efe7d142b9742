import { ApiError } from '../http/errors.ts'
import { openLog } from '../lib/log.ts'
import { damageFound, defectsFound } from '../lib/metrics.ts'
import { ExternalFault } from '../lib/within-time.ts'
import { DatabaseFault, isDamage, isWorthRepeating, toFault } from './database-faults.ts'

/** Network errors that no database answers with. `0A000`: a connection pooler that does not support LISTEN. */
const networkCode =
  /^(EAI_\w+|ETIMEOUT|ESERVFAIL|ENODATA|EADDRNOTAVAIL|EPROTO|UND_ERR_(?!INVALID_ARG)\w+|HPE_\w+|0A000)$/

/** `AbortSignal.timeout` rejects with the first, an aborted call with the second. */
const abortNames = new Set(['TimeoutError', 'AbortError'])

/** Whether something outside failed, or the present state forbids it (409). It may succeed later, so it is retried. */
function mayPass(error: unknown): boolean {
  if (isDamage(error)) return false
  if (error instanceof ExternalFault || isWorthRepeating(error)) return true
  if (error instanceof ApiError) return error.status === 503 || error.status === 409
  const { code, name, cause } = (error ?? {}) as { code?: unknown; name?: string; cause?: { code?: unknown } }
  if (abortNames.has(name ?? '')) return true
  return [code, cause?.code].some(
    each => typeof each === 'string' && (networkCode.test(each) || toFault({ code: each }) instanceof DatabaseFault),
  )
}

/** Every other error is a fault of our own program or of stored data: it happens again however often the same is tried. */
export const isDefect = (error: unknown): boolean => !mayPass(error)

type Where =
  | 'bank order'
  | 'bank callback'
  | 'bank connection'
  | 'webhook'
  | 'background work'
  | 'file'
  | 'mail'
  | 'document'
  | 'personal data request'
  | 'limits'
  | 'sandbox'

const mostRemembered = 100
const logged = new Set<string>()
let log: ReturnType<typeof openLog> | undefined

/** Counts a defect, and writes it to the log with its stack the first time it is met. */
export function reportDefect(where: Where, error: unknown): void {
  defectsFound.inc({ where })
  if (isDamage(error)) damageFound.inc()
  const what = `${where} ${error instanceof Error ? error.stack : String(error)}`
  if (logged.has(what)) return
  if (logged.size >= mostRemembered) logged.clear()
  logged.add(what)
  log ??= openLog('error')
  log.error({ err: error, where }, 'defect')
}

/** For a `catch` that can go on with `instead`: what may pass is ignored, a defect is reported. */
export const reportIfDefect =
  <Value>(where: Where, instead: Value) =>
  (error: unknown): Value => {
    if (isDefect(error)) reportDefect(where, error)
    return instead
  }
