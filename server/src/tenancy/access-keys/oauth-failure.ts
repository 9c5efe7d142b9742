import { ApiError, type InvalidRequest } from '../../platform/http/errors.ts'
import type { Reason } from '../../platform/http/reasons.ts'
import { reasons } from '../../platform/http/reasons.ts'

/** The reasons that OAuth 2.0 (RFC 6749, 5.2 and 4.1.2.1) has words of its own for; any other is an invalid request. */
const errors: Partial<Record<Reason, string>> = {
  AccessKeyUnauthorized: 'invalid_client',
  MerchantSuspended: 'unauthorized_client',
  RateLimitExceeded: 'temporarily_unavailable',
  ServerOverloaded: 'temporarily_unavailable',
  ServiceUnavailable: 'temporarily_unavailable',
  InternalError: 'server_error',
}

/** A refusal as generated clients understand it. */
export function oauthFailure(refusal: ApiError | InvalidRequest) {
  const headers = { 'cache-control': 'no-store' }
  if (!(refusal instanceof ApiError)) return { status: 400, headers, body: told('invalid_request', refusal.message) }
  const { reason, status } = refusal
  const body = told(errors[reason] ?? 'invalid_request', reasons[reason][2])
  if (status !== 401) return { status, headers, body }
  return { status, headers: { ...headers, 'www-authenticate': 'Basic realm="trilho"' }, body }
}

/** OAuth allows neither quotes nor letters beyond ASCII in a description. */
const told = (error: string, description: string) => ({
  error,
  error_description: description.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, ' '),
})
