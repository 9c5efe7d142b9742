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

/** Reasons for which a single payment is refused before it has a transaction. */
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
      | 'PixKeyOwnerUnknown'
      | 'PixKeyTypeNotAllowed'
      | 'ReceiverNotApproved'
      | 'ReceiverNotFound'
      | 'WebhookAddressNotAllowed'
    >
  | 'BatchStopped'

/** Why a row was refused when it was paid, or would be refused now. */
const refusalWords = {
  AmountNotAllowed: ['O banco só aceita centavos inteiros', 'The bank accepts whole cents only'],
  BankAccountNotAllowed: ['A conta não está mais aprovada', 'The account is no longer approved'],
  BankAccountNotFound: ['A conta do favorecido não existe mais', "The receiver's account no longer exists"],
  BatchStopped: ['O lote foi interrompido antes desta linha', 'The batch was stopped before this row'],
  CounterpartyServiceError: ['O CPF ou CNPJ foi recusado', 'The CPF or CNPJ was refused'],
  CounterpartyTaxNumberInvalid: ['O CPF ou CNPJ não é aceito pelos bancos', 'Banks do not accept this CPF or CNPJ'],
  InsufficientBalance: ['O saldo não cobre valor e tarifa', 'The balance does not cover amount and charges'],
  LimitExceeded: ['Passa do limite por pagamento ou por dia', 'Exceeds the limit per payment or per day'],
  OrderIdConflict: ['O pedido já foi usado em outro envio', 'The order id was used for another payout'],
  PixKeyInvalid: ['A chave Pix não combina com o tipo', 'The Pix key does not match its type'],
  PixKeyNotFound: ['Nenhuma conta tem esta chave Pix', 'No account has this Pix key'],
  PixKeyOwnerMismatch: ['A chave Pix é de outra pessoa', 'The Pix key belongs to another person'],
  PixKeyOwnerUnknown: [
    'O banco não informa de quem é a chave Pix',
    'The bank does not report the owner of the Pix key',
  ],
  PixKeyTypeNotAllowed: ['O tipo de chave não é aceito', 'This type of key is not accepted'],
  ReceiverNotApproved: ['O favorecido não está mais aprovado', 'The receiver is no longer approved'],
  ReceiverNotFound: ['O favorecido não existe mais', 'The receiver no longer exists'],
  WebhookAddressNotAllowed: [
    'O endereço de webhook do lote não pode ser chamado',
    'The webhook address of the batch cannot be called',
  ],
} as const satisfies Record<RowReason, Translated>

/** Shows a text instead of a bare code. */
export const refusalWord = (reason: string): Translated =>
  Object.hasOwn(refusalWords, reason)
    ? refusalWords[reason as RowReason]
    : [`Recusado pelas regras de um pagamento (${reason})`, `Refused by the rules of a payment (${reason})`]
