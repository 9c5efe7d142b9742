import { requireScope } from '../../tenancy/access-keys/require-scope.ts'
import type { Scope } from '../../tenancy/access-keys/states.ts'
import type { Transaction } from './transaction.ts'

export type CallingKey = { keyId: string; scopes: readonly Scope[] }

/** The scope of the calls that make such transactions. */
export const scopeOf = ({ operation }: Pick<Transaction, 'operation'>): Scope =>
  operation === 'companyPayment' ? 'company-payments' : 'payments'

/** A key may follow what keys of its scope make, and what it made itself; the scope `payments` may follow all. */
export function requireScopeFor(transaction: Transaction, { keyId, scopes }: CallingKey): void {
  if (transaction.keyId !== keyId && !scopes.includes(scopeOf(transaction))) requireScope(scopes, 'payments')
}
