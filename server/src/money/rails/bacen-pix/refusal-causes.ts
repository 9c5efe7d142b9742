/** Why the settlement system refuses a payment, by its own codes; and what merchants read as `stateErrorCause`. */
// biome-ignore format: a table is read in columns
const causes = {
  AB03: 'SettlementTimedOut',  AB09: 'RecipientBankFault',   AB11: 'SettlementTimedOut',  ED05: 'SettlementFault',
  AM04: 'BankBalanceTooLow',   AC03: 'AccountNotFound',      AC06: 'AccountBlocked',      AC07: 'AccountClosed',
  AC14: 'AccountTypeWrong',    AG03: 'AccountTypeNotAllowed', AM02: 'AccountLimitExceeded', BE01: 'PixKeyOwnerMismatch',
  CH11: 'PixKeyOwnerMismatch', DS04: 'RefusedByRecipientBank', FRAD: 'FraudSuspected',    RR04: 'Sanctioned',
  DUPL: 'DuplicatePayment',    DS27: 'BankNotActive',        RC09: 'BankUnknown',         RC10: 'BankUnknown',
} as const satisfies Record<string, string>

export type RefusalCause = (typeof causes)[keyof typeof causes] | 'RefusedByBank'

const byCode = new Map<string, RefusalCause>(Object.entries(causes))

/** All that a merchant can read of them. */
export const refusalCauses: RefusalCause[] = [...new Set(byCode.values()), 'RefusedByBank']

/** Null: no code of the table. */
export const knownCauseOf = (code: string | null): string | null => byCode.get(code ?? '') ?? null

export const causeOf = (code: string | null): string => knownCauseOf(code) ?? 'RefusedByBank'
