import type { Translated } from '../../platform/http/languages.ts'
import type { ContestOutcome, ContestReason, DisputeReason, DisputeState } from './states.ts'

export const disputeWords = {
  Open: ['Aberta', 'Open'],
  Defended: ['Defesa enviada', 'Defended'],
  Returning: ['Em devolução', 'Being returned'],
  Returned: ['Devolvida', 'Returned'],
  Released: ['Liberada', 'Released'],
} as const satisfies Record<DisputeState, Translated>

export const disputeReasonWords = {
  Fraud: ['Suspeita de fraude', 'Suspected fraud'],
  OperationalFault: ['Falha operacional', 'Operational fault'],
} as const satisfies Record<DisputeReason, Translated>

export const contestReasonWords = {
  NoFraud: ['Não houve fraude', 'There was no fraud'],
  AlreadyRefunded: ['O pagador já tinha recebido o dinheiro de volta', 'The payer already had the money back'],
  WrongAmount: ['O valor devolvido está errado', 'The returned amount is wrong'],
  Other: ['Outro motivo', 'Another reason'],
} as const satisfies Record<ContestReason, Translated>

export const contestOutcomeWords = {
  Accepted: ['O banco aceitou', 'The bank accepted it'],
  Refused: ['O banco recusou', 'The bank refused it'],
} as const satisfies Record<ContestOutcome, Translated>
