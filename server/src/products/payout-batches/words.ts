import type { Translated } from '../../platform/http/languages.ts'
import type { Reason } from '../../platform/http/reasons.ts'
import type { BatchKind, BatchState, RowState } from './states.ts'

export const batchWords = {
  Pending: ['Aguarda aprovação', 'Awaiting approval'],
  Running: ['Em andamento', 'Running'],
  Completed: ['Concluído', 'Completed'],
  Stopped: ['Interrompido', 'Stopped'],
  Rejected: ['Recusado', 'Rejected'],
  Cancelled: ['Cancelado', 'Cancelled'],
} as const satisfies Record<BatchState, Translated>

export const rowWords = {
  Waiting: ['Aguarda', 'Waiting'],
  Made: ['Transação criada', 'Transaction made'],
  Refused: ['Recusado', 'Refused'],
} as const satisfies Record<RowState, Translated>

export const kindWords = {
  payouts: ['Envios por Pix', 'Pix payouts'],
  companyPayments: ['Pagamentos a empresas', 'Company payments'],
} as const satisfies Record<BatchKind, Translated>

/** What a single payment is refused for, before it has a transaction. */
export type RowReason =
  | Extract<
      Reason,
      | 'AmountNotAllowed'
      | 'BankAccountNotAllowed'
      | 'BankAccountNotFound'
      | 'CounterpartyServiceError'
      | 'CounterpartyTaxNumberInvalid'
      | 'InsufficientBalance'
      | 'LimitExceeded'
      | 'OrderIdConflict'
      | 'PixKeyInvalid'
      | 'PixKeyNotFound'
      | 'PixKeyOwnerMismatch'
      | 'PixKeyTypeNotAllowed'
      | 'ReceiverNotApproved'
      | 'ReceiverNotFound'
      | 'WebhookAddressNotAllowed'
    >
  | 'BatchStopped'

/** Why a row was refused when its turn came, or would be now. */
export const refusalWords = {
  AmountNotAllowed: ['O banco só aceita centavos inteiros', 'The bank carries whole cents only'],
  BankAccountNotAllowed: ['A conta não está mais aprovada', 'The account is not approved any more'],
  BankAccountNotFound: ['A conta do favorecido não existe mais', 'The account of the receiver is there no more'],
  BatchStopped: ['O lote foi interrompido antes desta linha', 'The batch was stopped before this row'],
  CounterpartyServiceError: ['O CPF foi recusado', 'The CPF was refused'],
  CounterpartyTaxNumberInvalid: ['O CPF não é aceito pelos bancos', 'Banks do not take this CPF'],
  InsufficientBalance: ['O saldo não cobre valor e tarifa', 'The balance does not cover amount and charges'],
  LimitExceeded: ['Passa do limite por pagamento ou por dia', 'Above the limit for a payment or a day'],
  OrderIdConflict: ['O pedido já foi usado em outro envio', 'The order was used for another payout'],
  PixKeyInvalid: ['A chave Pix não combina com o tipo', 'The Pix key does not fit its type'],
  PixKeyNotFound: ['Nenhuma conta tem esta chave Pix', 'No account has this Pix key'],
  PixKeyOwnerMismatch: ['A chave Pix é de outra pessoa', 'The Pix key is somebody else’s'],
  PixKeyTypeNotAllowed: ['O tipo de chave não é aceito', 'This type of key is not taken'],
  ReceiverNotApproved: ['O favorecido não está mais aprovado', 'The receiver is not approved any more'],
  ReceiverNotFound: ['O favorecido não existe mais', 'The receiver is there no more'],
  WebhookAddressNotAllowed: [
    'O endereço de webhook do lote não pode ser chamado',
    'The webhook address of the batch cannot be called',
  ],
} as const satisfies Record<RowReason, Translated>

/** Nobody reads a bare code. */
export const refusalWord = (reason: string): Translated =>
  Object.hasOwn(refusalWords, reason)
    ? refusalWords[reason as RowReason]
    : [`Recusado pelas regras de um pagamento (${reason})`, `Refused by the rules of a payment (${reason})`]
