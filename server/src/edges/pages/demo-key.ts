import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type LoginNeeds, logIn } from '../../tenancy/access-keys/log-in.ts'
import type { Config } from '../../config.ts'
import { ApiError } from '../../platform/http/errors.ts'

const isLoopback = (host: string) => /^(localhost|127\.0\.0\.1|\[?::1\]?)$/.test(host)

/**
 * Whether the page may give away a token of the demo merchant: only in a sandbox that nobody but this machine reaches,
 * with the database that `npm start` makes. Elsewhere a token would let strangers have addresses of the inside called.
 */
const isDemo = (config: Config): boolean =>
  config.TRILHO_ENV === 'sandbox' &&
  config.DATABASE_URL === '' &&
  isLoopback(config.HOST) &&
  config.PUBLIC_URL === '' &&
  config.TRUST_PROXY === 'no'

/** Answers how a token is given away, or null where none is. */
export function demoTokens(config: Config, needs: LoginNeeds) {
  if (!isDemo(config)) return null
  return async ({ host, ip }: { host: string; ip: string }): Promise<string> => {
    // A page of somebody else, under a name that it has led to this machine, is of the same origin as itself, not as us.
    if (!isLoopback(host.replace(/:\d+$/, ''))) throw new ApiError('OriginNotAllowed')
    const file = await readFile(join(config.TRILHO_DATA, 'sandbox.json'), 'utf8').catch(() => null)
    if (file === null) throw new ApiError('AccessKeyUnauthorized')
    const { accessKey, secret } = JSON.parse(file) as { accessKey: string; secret: string }
    return (await logIn(needs, { accessKey, secret, address: ip })).token
  }
}
