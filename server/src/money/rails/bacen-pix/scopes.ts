import type { Dialect } from './dialect.ts'
import { presets } from './presets.ts'
import type { BankSettings } from './settings.ts'

/** The part of a scope that names its resource: `cob.` of `cob.write`. */
const resourceOf = (scope: string): string => scope.replace(/[^._]*$/, '')

/**
 * The scopes that the connection needs and a token lacks. Banks name scopes in their own ways: only one whose resource the
 * token has by another scope is certainly missing. A question about a resource that is missing as a whole is refused.
 */
export function missingScopes(
  granted: string,
  { calls, payoutScopes }: Pick<Dialect, 'calls' | 'payoutScopes'>,
  { payoutUrl }: Pick<BankSettings, 'payoutUrl'>,
): string[] {
  const has = new Set(granted.split(/[\s,+]+/))
  const resources = new Set([...has].map(resourceOf))
  const ofPayouts = payoutUrl === null ? null : (calls.payoutScopes ?? payoutScopes)
  const needed = [calls.scopes ?? presets.standard.calls.scopes, ofPayouts].flatMap(scopes => scopes?.split(' ') ?? [])
  return needed.filter(scope => !has.has(scope) && resources.has(resourceOf(scope)))
}
