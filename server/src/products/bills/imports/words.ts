import type { Translated } from '../../../platform/http/languages.ts'
import type { Reason } from '../../../platform/http/reasons.ts'
import type { ImportState, RowState } from './states.ts'

export const importWords = {
  Running: ['Em andamento', 'Running'],
  Completed: ['Concluída', 'Completed'],
  Stopped: ['Interrompida', 'Stopped'],
} as const satisfies Record<ImportState, Translated>

export const importRowWords = {
  Waiting: ['Aguarda', 'Waiting'],
  Made: ['Cobrança criada', 'Bill created'],
  Refused: ['Recusada', 'Refused'],
} as const satisfies Record<RowState, Translated>

/** Why a row that was valid in the file is refused when its bill is made. */
const refusalWords = {
  BillImportStopped: ['A importação foi interrompida antes desta linha', 'The import was stopped before this row'],
  AmountNotAllowed: ['O banco só aceita centavos inteiros', 'The bank accepts whole cents only'],
  CounterpartyServiceError: ['O CPF ou CNPJ foi recusado', 'The CPF or CNPJ was refused'],
  CustomerNotFound: ['O cliente não existe mais', 'The customer no longer exists'],
  InvalidRequestFormatError: ['Não pode mais ser criada assim', 'It can no longer be created like this'],
  OrderIdConflict: ['O pedido já foi usado em outra cobrança', 'The order id was used for another bill'],
  PayerNotReported: ['O banco não informa quem pagou', 'The bank does not report who paid'],
  RefusedByBank: ['O banco recusou', 'The bank refused it'],
} as const satisfies Partial<Record<Reason | 'BillImportStopped' | 'InvalidRequestFormatError', Translated>>

/** Shows a text instead of a bare code. */
export const importRefusal = (reason: string): Translated =>
  Object.hasOwn(refusalWords, reason)
    ? refusalWords[reason as keyof typeof refusalWords]
    : [`Recusada pelas regras de uma cobrança (${reason})`, `Refused by the rules of a bill (${reason})`]
