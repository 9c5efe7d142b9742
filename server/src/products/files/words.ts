import type { Translated } from '../../platform/http/languages.ts'
import type { FileKind, FileState } from './states.ts'

/** What became of a line of a list. */
export const outcomeWords = {
  Matches: ['Confere', 'Matches'],
  Differs: ['Diverge', 'Differs'],
  MissingHere: ['Falta aqui', 'Missing here'],
  MissingInList: ['Falta na sua lista', 'Missing in your list'],
} as const satisfies Record<string, Translated>

export type Outcome = keyof typeof outcomeWords

export const fileWords = {
  Waiting: ['Na fila', 'Waiting'],
  Running: ['Em preparo', 'Being written'],
  Done: ['Pronto', 'Ready'],
  Failed: ['Falhou', 'Failed'],
  Expired: ['Expirado', 'Expired'],
} as const satisfies Record<FileState, Translated>

export const kindWords = {
  statement: ['Extrato', 'Statement'],
  transactions: ['Transações', 'Transactions'],
  monthlyStatement: ['Extrato mensal', 'Monthly statement'],
  reconciliation: ['Conciliação', 'Reconciliation'],
} as const satisfies Record<FileKind, Translated>
