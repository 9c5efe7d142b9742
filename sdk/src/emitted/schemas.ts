// Emitted from openapi.json by "npm run sdk": change the routes or names.json instead.
import type { Amount, Moment } from '../values.ts'

export type ApprovalStep = {
  id: string
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  date: string
  userFullName: string
  userRealm: 'Partner' | 'Operator'
  status: PaymentRequestStatus
  comment: string | null
}

export type Balance = {
  /** What can be paid out now, 6 decimals */
  available: string
  /** Set aside for payments and refunds on their way, 6 decimals */
  held: string
  /** available plus held, 6 decimals */
  total: string
  currency: 'BRL'
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  date: string
}

/**
 * Only an `Approved` account can be paid into; one that was added later is `Pending` until the operator approves
 * it
 */
export type BankAccount = {
  id: string
  bankCode: string
  bankName: string
  accountAgency: string
  accountNumber: string
  accountOwnerDocNumber: string
  pixKey: string
  pixKeyType: 'CNPJ'
  accountStatus: ReviewStatus
}

export type BankAccountList = BankAccount[]

export type CashIn = {
  transaction: CreatedTransaction
  payment?: CashInPayment
}

/** Left out of a repeated order that can no longer be paid */
export type CashInPayment = {
  /** Copy-and-paste code (BR Code) */
  qrCode: string
  /** Address of the QR code image: base64 PNG as text; add .png or .svg for the image itself */
  qrCodeLocation: string
}

export type CashInRequest = {
  payment: CashInRequestPayment
  transaction?: Order | undefined
  webhook: Webhook
}

export type CashInRequestPayment = {
  payer?: CashInRequestPaymentPayer | undefined
  value: CashInRequestPaymentValue
  /** Seconds until the charge can no longer be paid; 24 hours when not said */
  expiresIn?: number | undefined
}

/** Leave it out for an anonymous payer: anybody may pay */
export type CashInRequestPaymentPayer = {
  /** CPF, with or without punctuation */
  cpf: string
  /** Name of the payer */
  name?: string | undefined
}

export type CashInRequestPaymentValue = {
  /** Decimal amount in BRL, for example "10.50" */
  original: Amount
  /** Whether another amount may be paid; false when not said */
  editable?: boolean | undefined
}

export type CashOut = {
  transaction: CreatedTransaction
}

export type CashOutRequest = {
  payment: CashOutRequestPayment
  transaction?: Order | undefined
  webhook: Webhook
}

export type CashOutRequestPayment = {
  recipient: CashOutRequestPaymentRecipient
  key: CashOutRequestPaymentKey
  /** Decimal amount in BRL, for example "10.50" */
  value: Amount
}

export type CashOutRequestPaymentKey = {
  type?: PixKeyType | undefined
  /** The PIX key */
  value: string
}

export type CashOutRequestPaymentRecipient = {
  /** Name of the recipient */
  name: string
  /** CPF, with or without punctuation */
  cpf: string
}

export type Charge = {
  state: TransactionState
  /** 6 decimals */
  amount: string
  editable: boolean
  receiverName: string
  expiresAt: string
}

export type Charges = {
  /** 6 decimals */
  costValue: string
  /** 6 decimals */
  rateValue: string
  /** 6 decimals */
  rate: string
}

export type Counterparty = {
  name: string | null
  cpf: string | null
  cnpj: string | null
}

export type CreatePaymentRequest = {
  /** Decimal amount in BRL, for example "10.50" */
  amount: Amount
  /** What the payment is for */
  description: string
  /** The receiver's id */
  refReceiver: string
  /** The id of one of the receiver's bank accounts */
  refBankAccount: string
}

export type CreatedPaymentRequest = {
  id: string
  /** 2 decimals on creation (more only where needed), 6 when read */
  amount: string
  status: PaymentRequestStatus
  pixKey: string
  pixKeyType: 'CNPJ'
  description: string
  refReceiver: string
  refBankAccount: string
  /** The transaction that carries it out */
  refTransaction: string
  referencesInfo: PaymentRequestNames
}

export type CreatedRefund = {
  refundId: string
  /** 6 decimals */
  amount: string
  state: RefundState
  transactionId: string
  transactionState: TransactionState
  /** 6 decimals */
  refundedAmount: string
}

export type CreatedTransaction = {
  id: string
  orderId: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  date: string
  state: TransactionState
  /** As requested */
  amount: string
}

export type DecisionRequest = {
  /** A word for the merchant */
  comment?: string | undefined
}

export type Delivery = {
  /** The same as the header `webhook-id` of every attempt */
  id: string
  transactionId: string | null
  transactionState: TransactionEventState | null
  /** What happened to a payment request; null for transactions */
  event: string | null
  url: string
  status: DeliveryStatus
  /** How many were made */
  attemptCount: number
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  lastAttemptDate: string | null
  /** The HTTP status, or why there was none */
  lastAnswer: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  nextAttemptDate: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  creationDate: string
}

export type DeliveryAttempt = {
  number: number
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  date: string
  /** answered: any HTTP status came back */
  outcome: 'answered' | 'noConnection' | 'noAnswer'
  httpStatus: number | null
  latencyMs: number
  /** How the answer begins, up to 1 KiB */
  answer: string | null
  /** Why there was no answer */
  error: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  nextAttemptDate: string | null
}

export type DeliveryDetail = {
  /** The same as the header `webhook-id` of every attempt */
  id: string
  transactionId: string | null
  transactionState: TransactionEventState | null
  /** What happened to a payment request; null for transactions */
  event: string | null
  url: string
  status: DeliveryStatus
  /** How many were made */
  attemptCount: number
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  lastAttemptDate: string | null
  /** The HTTP status, or why there was none */
  lastAnswer: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  nextAttemptDate: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  creationDate: string
  payload: DeliveryDetailPayload
  attempts: DeliveryAttempt[]
}

/** What is sent */
export type DeliveryDetailPayload = Record<string, unknown>

export type DeliveryPage = {
  limit: number
  items: Delivery[]
  /** Null on the last page */
  nextCursor: string | null
}

/** `Pending`: not tried yet; `Failed`: the last attempt failed */
export type DeliveryStatus = 'Pending' | 'Failed' | 'Success'

export type Document = {
  id: string
  type: 'Invoice'
  state: DocumentState
  properties: DocumentProperties
  owner: string
  ownerType: 'Transaction'
}

export type DocumentPage = {
  limit: number
  offset: number
  total: number
  items: Document[]
  /** False: there are more than `total` says. Counting stops at 10,000 */
  totalIsExact: boolean
}

export type DocumentProperties = {
  name: string
  extension: string
}

/** `Pending` until the file has come */
export type DocumentState = 'Pending' | 'Uploaded'

/** The refund the event is about */
export type EventRefund = {
  id: string
  /** 6 decimals */
  amount: string
  state: string
}

export type InvalidRequestError = {
  name: string
  code: string
  message: string
  details: Problem[]
}

export type LoginRequest = {
  /** The access key made in the portal */
  accessKey: string
  /** Its secret, shown once when the key was made */
  secret: string
}

/** Refused, as OAuth 2.0 (RFC 6749, 5.2) words it */
export type OAuthError = {
  error: string
  error_description: string
}

/** The access token */
export type OAuthToken = {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  scope: string
}

export type OAuthTokenRequest = {
  /** client_credentials */
  grant_type: string
  /** The access key, unless sent by HTTP basic authentication */
  client_id?: string | undefined
  /** Its secret, unless sent by HTTP basic authentication */
  client_secret?: string | undefined
}

export type Order = {
  /** Your order id: repeating it with the same body answers the first transaction again */
  orderId?: string | undefined
  /** Your description */
  orderDescription?: string | undefined
}

export type Participant = {
  bankCode: string | null
  bankIspb: string | null
  bankName: string | null
  accountAgency: string | null
  accountNumber: string | null
  accountDigit: string | null
  accountType: string | null
  name: string | null
  taxNumber: string | null
}

export type PaymentInitiation = {
  transactionId: string
  /** Send the end user there to pay */
  checkoutUrl: string
}

export type PaymentInitiationRequest = {
  payment: PaymentInitiationRequestPayment
  transaction?: Order | undefined
  webhook: Webhook
}

export type PaymentInitiationRequestPayment = {
  payer: PaymentInitiationRequestPaymentPayer
  value: PaymentInitiationRequestPaymentValue
  /**
   * Where the end user is sent after the checkout, with `transactionId` and `transactionState` added to the query:
   * http(s), or the scheme of an app (`myapp://paid`)
   */
  redirectUrl: string
  /** Seconds until it can no longer be paid; 24 hours when not said */
  expiresIn?: number | undefined
}

/** The end user who will pay */
export type PaymentInitiationRequestPaymentPayer = {
  /** CPF, with or without punctuation */
  taxNumber: string
}

export type PaymentInitiationRequestPaymentValue = {
  /** Decimal amount in BRL, for example "10.50" */
  original: Amount
}

export type PaymentRequest = {
  id: string
  /** 2 decimals on creation (more only where needed), 6 when read */
  amount: string
  status: PaymentRequestStatus
  pixKey: string
  pixKeyType: 'CNPJ'
  description: string
  refReceiver: string
  refBankAccount: string
  /** The transaction that carries it out */
  refTransaction: string
  referencesInfo: PaymentRequestNames
  executionState: TransactionState
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  executionCreatedDate: string
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  executionRegisteredDate: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  executionCompletedDate: string | null
}

export type PaymentRequestDetail = {
  entity: PaymentRequest
  flows: ApprovalStep[]
}

/** A decision on a payment request, and the request as it left it */
export type PaymentRequestEvent = {
  event: PaymentRequestEventName
  request: PaymentRequest
}

export type PaymentRequestEventName = 'PaymentRequestApproved' | 'PaymentRequestRejected' | 'PaymentRequestCancelled'

export type PaymentRequestNames = {
  receiverName: string
  customerName: string
}

export type PaymentRequestPage = {
  limit: number
  offset: number
  total: number
  items: PaymentRequest[]
  /** False: there are more than `total` says. Counting stops at 10,000 */
  totalIsExact: boolean
}

export type PaymentRequestStatus = 'Pending' | 'Approved' | 'Rejected' | 'Cancelled'

/** `Denied` is another word for `Rejected` */
export type PaymentRequestStatusFilter = 'Pending' | 'Approved' | 'Denied' | 'Rejected' | 'Cancelled'

export type PaymentType = 'PIX' | 'OpenFinance'

/** Kind of PIX key; required (409 `PixKeyTypeNotAllowed` when absent) */
export type PixKeyType = 'CPF' | 'EMAIL' | 'PHONE' | 'EVP'

/** One thing that is wrong with the request */
export type Problem = {
  /** Where, slash-separated; empty for the root */
  path: string
  code: string
  message: string
  info: ProblemInfo
}

export type ProblemInfo = Record<string, unknown>

/** Why a request was refused */
export type Reason =
  | 'AuthenticationTokenInvalid'
  | 'AccessKeyUnauthorized'
  | 'ScopeNotAllowed'
  | 'UploadAddressInvalid'
  | 'RouteNotFound'
  | 'TransactionNotFound'
  | 'ReceiverNotFound'
  | 'BankAccountNotFound'
  | 'PaymentRequestNotFound'
  | 'DocumentNotFound'
  | 'DeliveryNotFound'
  | 'AddressNotFound'
  | 'MethodNotAllowed'
  | 'RequestTimeout'
  | 'CounterpartyTaxNumberInvalid'
  | 'CounterpartyServiceError'
  | 'PixKeyTypeNotAllowed'
  | 'PixKeyInvalid'
  | 'PixKeyNotFound'
  | 'PixKeyOwnerMismatch'
  | 'InsufficientBalance'
  | 'AmountNotAllowed'
  | 'LimitExceeded'
  | 'OrderIdConflict'
  | 'TransactionStateNotAllowed'
  | 'PaymentTypeMismatch'
  | 'RefundNotAllowed'
  | 'ReceiverNotApproved'
  | 'BankAccountNotAllowed'
  | 'PaymentRequestNotPending'
  | 'PaymentRequestNotApproved'
  | 'PaymentRequestAlreadyExecuted'
  | 'DocumentAlreadyUploaded'
  | 'DocumentNotUploaded'
  | 'ApproverNotAllowed'
  | 'WebhookUnreachable'
  | 'WebhookAddressNotAllowed'
  | 'DeliverySuperseded'
  | 'BodyTooLarge'
  | 'ContentEncodingNotSupported'
  | 'DocumentTypeNotAllowed'
  | 'RateLimitExceeded'
  | 'InternalError'
  | 'BankUnavailable'
  | 'BankNotConnected'
  | 'ServiceUnavailable'
  | 'ServerOverloaded'

export type Receiver = {
  id: string
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  creationDate: string
  receiverStatus: ReviewStatus
  companyFantasyName: string
  companyCNPJ: string
  reviewNote: string | null
}

export type ReceiverPage = {
  limit: number
  offset: number
  total: number
  items: Receiver[]
  /** False: there are more than `total` says. Counting stops at 10,000 */
  totalIsExact: boolean
}

export type Refund = {
  refundId: string
  /** 6 decimals */
  amount: string
  state: RefundState
  /** Why it failed */
  cause: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  date: string
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  endDate: string | null
}

export type RefundList = {
  items: Refund[]
}

export type RefundRequest = {
  /** How much to give back; all that is left when not said */
  amount?: Amount | undefined
  /** Your id of the refund: repeating it refunds once */
  refundId?: string | undefined
}

/** `Processing` until the bank has said how it ended; a `Failed` one may be asked again */
export type RefundState = 'Processing' | 'Completed' | 'Failed'

/** Why the request was refused */
export type RefusalDetails = {
  reason: Reason
  /** What exactly: `TaxNumber:52998224725` */
  message?: string
  /** The same as the header `X-Request-Id` */
  requestId: string
}

export type RefusalError = {
  name: string
  code: string
  message: string
  details: RefusalDetails
}

export type ResendRequest = {
  /** Events created at or after */
  startDate?: Moment | undefined
  /** Events created at or before */
  endDate?: Moment | undefined
  /** Only events for this address */
  url?: string | undefined
}

export type ResendResult = {
  /** How many events are sent again */
  resent: number
  /** False: there are more than `resent` says. Counting stops at 10,000 */
  resentIsExact: boolean
}

export type ReviewStatus = 'Pending' | 'Approved' | 'Rejected'

/** `Denied` is another word for `Rejected` */
export type ReviewStatusFilter = 'Pending' | 'Approved' | 'Denied' | 'Rejected'

export type SimulatedOutcome = {
  transactionId: string
  transactionState: TransactionState
  /** Only for Error */
  stateErrorCause?: string
}

export type SimulatedPayment = {
  /** Who pays. Required when the payer is anonymous */
  name?: string | undefined
  /** CPF or CNPJ, with or without punctuation */
  taxNumber?: string | undefined
  /** Simulates that this amount was paid, instead of the requested one */
  amount?: Amount | undefined
}

export type StatementEntry = {
  /** Counts the postings of the account, without gaps */
  number: number
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  date: string
  kind: string
  transactionId: string | null
  orderId: string | null
  endToEndId: string | null
  /** Signed, 6 decimals */
  available: string
  /** Signed, 6 decimals */
  held: string
  /** Signed, 6 decimals */
  charges: string
  /** Available balance after this posting */
  availableBalance: string
  /** Held balance after this posting */
  heldBalance: string
}

export type StatementPage = {
  limit: number
  offset: number
  total: number
  items: StatementEntry[]
  /** Null on the last page */
  nextCursor: string | null
}

/** What `data` of every event of the stream says, as JSON in one line */
export type StreamedEvent = {
  /** The event's id, the same as `webhook-id` */
  id: string
  /** The address the event is for */
  url: string
  /** All that a delivery says now: content type, your custom header, `webhook-signature` and the others */
  headers: Record<string, string>
  /** The body as it is sent: the signature is of exactly this text */
  body: string
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  creationDate: string
}

/** Tells of nothing: for trying an address */
export type TestEvent = {
  event: 'Test'
  id: string
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  date: string
  message: string
}

export type Transaction = {
  id: string
  /** Id given by the bank */
  externalId: string | null
  /** The same as externalId */
  externalResourceId: string | null
  orderId: string | null
  orderDescription: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  date: string
  type: TransactionType
  category: TransactionCategory
  paymentType: PaymentType
  state: TransactionReadState
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  stateRegisteredDate: string
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  stateCompletedDate: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  stateCancelledDate: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  stateRefundDate: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  stateReversedDate: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  stateErrorDate: string | null
  stateErrorCause: string | null
  /** 6 decimals */
  amount: string
  /** 6 decimals */
  receiptAmount: string | null
  /** 6 decimals */
  refundedAmount: string
  currency: 'BRL'
  /** 6 decimals */
  charges: string
  chargesObject: Charges
  receiptUrl: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  receiptDate: string | null
  /** The end-to-end id */
  receiptVoucher: string | null
  metadata: TransactionMetadata
  payer?: Participant | null
  recipient?: Participant | null
  customerName: string
  accountName: string
  accountNumber: string
}

export type TransactionCategory = 'PartnerSales' | 'PartnerWithdrawals' | 'PartnerRecipientPayments'

export type TransactionDetail = {
  transaction: Transaction
  payment: TransactionDetailPayment
  webhook: TransactionDetailWebhook
}

export type TransactionDetailPayment = {
  payer?: Counterparty | null
  receiver?: Counterparty | null
  key: string | null
  keyType: string | null
  value: TransactionDetailPaymentValue
  qrCode: string | null
  qrCodeLocation: string | null
}

export type TransactionDetailPaymentValue = {
  /** 6 decimals */
  original: string
}

export type TransactionDetailWebhook = {
  url: string | null
  customHeaderName: string | null
  customHeaderValue: string | null
  deliveryStatus: DeliveryStatus
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  deliveryTime: string | null
}

/** A transaction as a change of its state left it */
export type TransactionEvent = {
  /** The transaction's id */
  id: string
  transactionState: TransactionEventState
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  transactionDate: string
  transactionOrderId: string | null
  transactionOrderDescription: string | null
  /** Address of the receipt */
  transactionReceipt: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  transactionReceiptDate: string | null
  /** The end-to-end id */
  transactionReceiptVoucher: string | null
  /** What was paid, once it was; what was asked for, until then, 6 decimals */
  transactionAmount: string
  /** 6 decimals */
  transactionRefundedAmount: string
  transactionType: TransactionType
  transactionPaymentType: PaymentType
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  stateRegisteredDate: string
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  stateCompletedDate: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  stateCancelledDate: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  stateRefundDate: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  stateReversedDate: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  stateErrorDate: string | null
  stateErrorCause: string | null
  webhookUrl: string | null
  payer: Participant | null
  recipient: Participant | null
  refund?: EventRefund
  /** The wrong amount that was paid, of an `Error` for it, 6 decimals */
  transactionPaidAmount?: string
}

export type TransactionEventState =
  | 'Registered'
  | 'Completed'
  | 'Cancelled'
  | 'Reversed'
  | 'Refunded'
  | 'PartiallyRefunded'
  | 'RefundFailed'
  | 'Error'

export type TransactionMetadata = Record<string, unknown>

export type TransactionPage = {
  limit: number
  offset: number
  /** How many match, up to 10,000; null on pages by cursor */
  total: number | null
  items: Transaction[]
  /** Null on the last page */
  nextCursor: string | null
  /**
   * False: there are more than `total` says, or may be. Counting stops at 10,000, and looks for a state or a type
   * among the newest 100,000 only
   */
  totalIsExact: boolean | null
}

/** The state as transaction reads spell it: `Canceled` */
export type TransactionReadState =
  | 'Created'
  | 'Registered'
  | 'Completed'
  | 'Canceled'
  | 'Reversed'
  | 'Refunded'
  | 'Error'

export type TransactionState = 'Created' | 'Registered' | 'Completed' | 'Cancelled' | 'Reversed' | 'Refunded' | 'Error'

/** `Canceled` and `Cancelled` are one state */
export type TransactionStateFilter =
  | 'Created'
  | 'Registered'
  | 'Completed'
  | 'Canceled'
  | 'Cancelled'
  | 'Reversed'
  | 'Refunded'
  | 'Error'

/** `Credit`: money in; `Debit`: money out */
export type TransactionType = 'Credit' | 'Debit'

/** PUT the bytes to this address, once, within 300 seconds; no other permission is needed */
export type UploadAddress = string

export type UploadRequest = {
  /** What the document belongs to */
  ownerType: 'Transaction'
  /** The payment request's id */
  owner: string
  /** What kind of document it is */
  type: 'Invoice'
  properties: UploadRequestProperties
  /** Name of the file to upload */
  fileName: string
}

export type UploadRequestProperties = {
  /** Name shown in the portal */
  name: string
}

export type Webhook = {
  /** Absolute http(s) address that is told of every state change */
  url: string
  /** A header of yours, sent with every event */
  customHeaderName?: string | undefined
  /** Its value: letters, digits and signs of ASCII. Without a name there is nothing to send it under */
  customHeaderValue?: string | undefined
}

/** One event. `id` is the same in every attempt to tell it: whoever keeps it does nothing twice. */
export type Told<Type extends string, Data> = { id: string; type: Type; date: Date; data: Data }

/** Every event that a webhook address is told; `type` tells them apart. */
export type WebhookEvent =
  /** A bank has registered a PIX cash-out or a company payment */
  | Told<'transactionRegistered', TransactionEvent & { transactionState: 'Registered' }>
  /** A PIX or OpenFinance payment was paid */
  | Told<'transactionCompleted', TransactionEvent & { transactionState: 'Completed' }>
  /** A PIX or OpenFinance payment was cancelled, or its time is over */
  | Told<'transactionCancelled', TransactionEvent & { transactionState: 'Cancelled' }>
  /** A PIX or OpenFinance payment failed */
  | Told<'transactionError', TransactionEvent & { transactionState: 'Error' }>
  /** A completed payment was reversed by the bank */
  | Told<'transactionReversed', TransactionEvent & { transactionState: 'Reversed' }>
  /** All of a cash-in has gone back */
  | Told<'transactionRefunded', TransactionEvent & { transactionState: 'Refunded' }>
  /** A part of a cash-in has gone back */
  | Told<'transactionPartiallyRefunded', TransactionEvent & { transactionState: 'PartiallyRefunded' }>
  /** A refund failed; its money is available again */
  | Told<'transactionRefundFailed', TransactionEvent & { transactionState: 'RefundFailed' }>
  /** A payment request was approved */
  | Told<'paymentRequestApproved', PaymentRequestEvent & { event: 'PaymentRequestApproved' }>
  /** A payment request was rejected */
  | Told<'paymentRequestRejected', PaymentRequestEvent & { event: 'PaymentRequestRejected' }>
  /** A payment request was cancelled */
  | Told<'paymentRequestCancelled', PaymentRequestEvent & { event: 'PaymentRequestCancelled' }>
  /** Sent from the portal, to try an address */
  | Told<'testEvent', TestEvent & { event: 'Test' }>
