import type { Translated } from '../../platform/http/languages.ts'
import type { RefusalCause } from '../rails/bacen-pix/refusal-causes.ts'
import type { Operation } from './operations.ts'
import type { State } from './states.ts'

/** What each kind of transaction is called. */
export const operationWords = {
  pixCashIn: ['Recebimento Pix', 'Pix cash-in'],
  pixBill: ['Cobrança com vencimento', 'Bill'],
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
  ToSettle: ['Boleto pago, a liquidar', 'Boleto paid, to settle'],
  Completed: ['Concluída', 'Completed'],
  Cancelled: ['Cancelada', 'Cancelled'],
  Reversed: ['Estornada', 'Reversed'],
  Refunded: ['Devolvida', 'Refunded'],
  Error: ['Com erro', 'Error'],
} as const satisfies Record<State, Translated>

/** States as the payer reads them. */
export const payerWords = {
  Completed: ['Pagamento concluído', 'Payment completed'],
  Reversed: ['Pagamento estornado', 'Payment reversed'],
  Refunded: ['Pagamento devolvido', 'Payment refunded'],
  PartlyRefunded: ['Pagamento devolvido em parte', 'Payment refunded in part'],
} as const satisfies Partial<Record<State | 'PartlyRefunded', Translated>>

/** Why a payment or a refund did not happen. */
export const causeWords = {
  AmountMismatch: [
    'O valor pago é diferente do solicitado. O dinheiro é devolvido ao pagador.',
    'The amount paid is not the amount requested. The money is returned to the payer.',
  ],
  PayerMismatch: [
    'Quem pagou não é o pagador da cobrança, o único que pode pagá-la. O dinheiro é devolvido.',
    'The payment came from another document than the only payer allowed. The money is returned.',
  ],
  BoletoNotRegistered: ['O banco não registrou o boleto.', 'The bank has not registered the boleto.'],
  PaymentProcessingError: ['O banco não conseguiu processar o pagamento.', 'The bank could not process the payment.'],
  ConsentRejected: [
    'O pagador não autorizou o pagamento no banco.',
    'The payer did not authorise the payment at the bank.',
  ],
  ReleasedByOperator: [
    'A operação confirmou com o banco que o dinheiro não foi enviado.',
    'The operator confirmed with the bank that the money was not sent.',
  ],
  SettlementTimedOut: [
    'A liquidação demorou demais e foi cancelada.',
    'The settlement took too long and was cancelled.',
  ],
  SettlementFault: ['A liquidação falhou.', 'The settlement failed.'],
  RecipientBankFault: ['O banco do recebedor falhou.', "The recipient's bank failed."],
  RefusedByRecipientBank: ['O banco do recebedor recusou o pagamento.', "The recipient's bank refused the payment."],
  RefusedByBank: ['O banco recusou.', 'The bank refused.'],
  RefundRefusedByBank: ['O banco recusou a devolução.', 'The bank refused the refund.'],
  BankBalanceTooLow: ['O saldo no banco é insuficiente.', 'The balance at the bank is too low.'],
  BankNotActive: ['O banco do recebedor não participa do Pix.', "The recipient's bank is not active in Pix."],
  BankUnknown: ['O banco do recebedor é desconhecido.', "The recipient's bank is unknown."],
  AccountNotFound: ['A conta do recebedor não existe.', "The recipient's account does not exist."],
  AccountBlocked: ['A conta do recebedor está bloqueada.', "The recipient's account is blocked."],
  AccountClosed: ['A conta do recebedor foi encerrada.', "The recipient's account is closed."],
  AccountTypeWrong: ['O tipo da conta do recebedor está errado.', "The recipient's account has another type."],
  AccountTypeNotAllowed: ['A conta do recebedor não aceita Pix.', "The recipient's account cannot be paid by Pix."],
  AccountLimitExceeded: [
    'O valor passa do limite da conta do recebedor.',
    "The amount exceeds the limit of the recipient's account.",
  ],
  PixKeyOwnerMismatch: [
    'O documento não é do titular da conta.',
    'The document does not belong to the account holder.',
  ],
  PixKeyOwnerUnknown: [
    'O banco não informa de quem é a chave Pix.',
    'The bank does not report the owner of the Pix key.',
  ],
  FraudSuspected: ['O banco suspeita de fraude.', 'The bank suspects fraud.'],
  Sanctioned: ['O recebedor está em uma lista de sanções.', 'The recipient is on a sanctions list.'],
  DuplicatePayment: ['O banco já tem este pagamento.', 'The bank already has this payment.'],
} as const satisfies Record<RefusalCause | OwnCause, Translated>

type OwnCause =
  | 'AmountMismatch'
  | 'PixKeyOwnerUnknown'
  | 'PayerMismatch'
  | 'PaymentProcessingError'
  | 'ConsentRejected'
  | 'BoletoNotRegistered'
  | 'ReleasedByOperator'
  | 'RefundRefusedByBank'

/** A bank's own code where it is none of ours. */
export const causeWord = (cause: string): Translated =>
  Object.hasOwn(causeWords, cause) ? causeWords[cause as keyof typeof causeWords] : [cause, cause]
