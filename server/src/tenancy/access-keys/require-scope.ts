import { ApiError } from '../../platform/http/errors.ts'
import type { Scope } from './states.ts'

/** Refuses a call whose access key lacks a scope, and says which one. */
export function requireScope(scopes: readonly string[], needed: Scope): void {
  if (scopes.includes(needed)) return
  const message = `needs an access key with the scope ${needed}; this key has ${scopes.join(', ')}`
  throw new ApiError('ScopeNotAllowed', { message })
}
