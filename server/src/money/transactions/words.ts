import type { Translated } from '../../platform/http/languages.ts'
import type { RefusalCause } from '../rails/bacen-pix/refusal-causes.ts'
import type { Operation, State } from './states.ts'

/** What each kind of transaction is called. */
export const operationWords = {
  pixCashIn: ['Recebimento Pix', 'Pix cash-in'],
  pixCashOut: ['Envio Pix', 'Pix cash-out'],
  paymentInitiation: ['Open Finance', 'Open Finance'],
  companyPayment: ['Pagamento a empresa', 'Company payment'],
  withdrawal: ['Saque', 'Withdrawal'],
  unmatchedPayment: ['Recebimento sem destino', 'Unmatched payment'],
} as const satisfies Record<Operation, Translated>

/** States as a merchant's people read them. */
export const stateWords = {
  Requested: ['Aguarda aprovação', 'Awaiting approval'],
  Created: ['Criada', 'Created'],
  Registered: ['Aguarda pagamento', 'Awaiting payment'],
  Completed: ['Concluída', 'Completed'],
  Cancelled: ['Cancelada', 'Cancelled'],
  Reversed: ['Estornada', 'Reversed'],
  Refunded: ['Devolvida', 'Refunded'],
  Error: ['Com erro', 'Error'],
} as const satisfies Record<State, Translated>

/** States as whoever paid reads them. */
export const payerWords = {
  Completed: ['Pagamento concluído', 'Payment completed'],
  Reversed: ['Pagamento estornado', 'Payment reversed'],
  Refunded: ['Pagamento devolvido', 'Payment refunded'],
  PartlyRefunded: ['Pagamento devolvido em parte', 'Payment refunded in part'],
} as const satisfies Partial<Record<State | 'PartlyRefunded', Translated>>

/** Why a payment or a refund did not happen. */
export const causeWords = {
  AmountMismatch: [
    'O valor pago foi diferente do pedido. O dinheiro volta ao pagador.',
    'The amount paid is not the amount requested. The money is returned to the payer.',
  ],
  PaymentProcessingError: ['O banco não conseguiu processar o pagamento.', 'The bank could not process the payment.'],
  ConsentRejected: [
    'O pagador não autorizou o pagamento no banco.',
    'The payer did not authorise the payment at the bank.',
  ],
  ReleasedByOperator: [
    'O Trilho conferiu com o banco: o dinheiro não saiu.',
    'Trilho compared with the bank: the money did not leave.',
  ],
  SettlementTimedOut: ['A liquidação demorou demais e foi desfeita.', 'Settlement took too long and was undone.'],
  SettlementFault: ['A liquidação falhou.', 'Settlement failed.'],
  RecipientBankFault: ['O banco de quem recebe falhou.', 'The bank of the recipient failed.'],
  RefusedByRecipientBank: ['O banco de quem recebe recusou.', 'The bank of the recipient refused.'],
  RefusedByBank: ['O banco recusou.', 'The bank refused.'],
  BankBalanceTooLow: ['O saldo no banco não bastou.', 'The balance at the bank was too low.'],
  BankNotActive: ['O banco de quem recebe não está no Pix.', 'The bank of the recipient is not active in Pix.'],
  BankUnknown: ['O banco de quem recebe não existe.', 'The bank of the recipient is unknown.'],
  AccountNotFound: ['A conta de quem recebe não existe.', 'The account of the recipient does not exist.'],
  AccountBlocked: ['A conta de quem recebe está bloqueada.', 'The account of the recipient is blocked.'],
  AccountClosed: ['A conta de quem recebe foi encerrada.', 'The account of the recipient is closed.'],
  AccountTypeWrong: ['O tipo da conta de quem recebe está errado.', 'The account of the recipient is of another type.'],
  AccountTypeNotAllowed: ['A conta de quem recebe não aceita Pix.', 'The account of the recipient takes no Pix.'],
  AccountLimitExceeded: [
    'Passa do limite da conta de quem recebe.',
    'Above the limit of the account of the recipient.',
  ],
  PixKeyOwnerMismatch: ['O documento não é do dono da conta.', 'The document is not that of the account’s owner.'],
  FraudSuspected: ['O banco suspeita de fraude.', 'The bank suspects fraud.'],
  Sanctioned: ['Quem recebe está sob sanção.', 'The recipient is under sanctions.'],
  DuplicatePayment: ['O banco já tinha este pagamento.', 'The bank had this payment already.'],
} as const satisfies Record<RefusalCause | OwnCause, Translated>

type OwnCause = 'AmountMismatch' | 'PaymentProcessingError' | 'ConsentRejected' | 'ReleasedByOperator'

/** A bank's own code where it is none of ours. */
export const causeWord = (cause: string): Translated =>
  Object.hasOwn(causeWords, cause) ? causeWords[cause as keyof typeof causeWords] : [cause, cause]
