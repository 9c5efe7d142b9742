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
  /** Yours, free: what can be paid out or refunded now, 6 decimals */
  available: string
  /** Yours until a bank has carried it out: payments and refunds on their way, 6 decimals */
  held: string
  /** Yours, but not to use: what banks want back in disputes, until they are decided, 6 decimals */
  blocked: string
  /** available plus held plus blocked, 6 decimals */
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

export type Cancellation = {
  transactionId: string
  transactionState: TransactionState
}

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

export type CashOutCheck = {
  refusal: CashOutRefusal | null
  key: CashOutCheckKey
  owner: PixKeyOwner | null
  /** 6 decimals */
  amount: string
  /** 6 decimals */
  charges: string
  balance: CashOutCheckBalance
  limits: CashOutCheckLimits
  token: string | null
  expiresAt: string | null
}

export type CashOutCheckBalance = {
  /** 6 decimals */
  available: string
  /** Signed, 6 decimals */
  after: string
}

/** As it would be sent to the bank */
export type CashOutCheckKey = {
  type: string
  value: string
}

export type CashOutCheckLimits = {
  perPayment: string | null
  perDay: string | null
  sentToday: string | null
}

export type CashOutCheckRequest = {
  payment: CashOutCheckRequestPayment
}

export type CashOutCheckRequestPayment = {
  recipient: CashOutCheckRequestPaymentRecipient
  key: CashOutCheckRequestPaymentKey
  /** Decimal amount in BRL, for example "10.50" */
  value: Amount
}

export type CashOutCheckRequestPaymentKey = {
  type?: PixKeyType | undefined
  /** The PIX key */
  value: string
}

export type CashOutCheckRequestPaymentRecipient = {
  /** Name of the recipient */
  name: string
  /** CPF, with or without punctuation */
  cpf: string
}

/** What the payout would be refused for now; null: it would be accepted */
export type CashOutRefusal = {
  reason: string
  message: string
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
  /** Of a check: the payout is refused unless it is the very one that was checked */
  checkToken?: string | undefined
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

export type ChangePaymentLink = {
  /** What is paid for, as payers read it */
  title?: string | undefined
  /** More about it, for payers */
  description?: string | null | undefined
  /** How many payments it takes at most: 1 for a single payer, any number when not said */
  stock?: number | null | undefined
  /** A later or earlier end; null: none */
  endsAt?: Moment | null | undefined
  /** `Closed` takes no new payers, `Active` opens it again */
  state?: 'Active' | 'Closed' | undefined
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

export type Clock = {
  /** What time it is by the merchant's clock */
  time: string
  /** How far that is ahead of the true time; 0: not at all */
  aheadSeconds: number
}

export type ClockMove = {
  /** By so many seconds. Either this or `to` */
  forward?: number | undefined
  /** To this moment, which must be after the present time of the clock */
  to?: Moment | undefined
}

export type Counterparty = {
  name: string | null
  cpf: string | null
  cnpj: string | null
}

export type CreateFile = {
  kind: FileKind
  format: FileFormat
  /** The first day, of São Paulo. Of a monthlyStatement, the first of its month */
  firstDay: string
  /** The last day, included. A monthlyStatement needs none */
  lastDay?: string | undefined
  /** Of headings and words; `pt` when not said */
  language?: 'pt' | 'en' | undefined
  /** Your own list, for a reconciliation */
  rows?: ListedPayment[] | undefined
}

export type CreateFileSchedule = {
  kind: FileScheduleKind
  format: FileFormat
  every: FileSchedulePeriod
  /** Of headings and words; `pt` when not said */
  language?: 'pt' | 'en' | undefined
  bucket: FileBucket
}

export type CreatePaymentLink = {
  /** What is paid for, as payers read it */
  title: string
  /** More about it, for payers */
  description?: string | undefined
  /** What is paid; leave it out to let the payer choose */
  amount?: Amount | undefined
  /** The least a payer may choose */
  minAmount?: Amount | undefined
  /** The most a payer may choose */
  maxAmount?: Amount | undefined
  /** How many payments it takes at most: 1 for a single payer, any number when not said */
  stock?: number | undefined
  /** When it takes no more payments; never when not said */
  endsAt?: Moment | undefined
  /** Whether payers give name and CPF; false when not said */
  asksPayer?: boolean | undefined
  /** Where a payer may go on to after paying */
  redirectUrl?: string | undefined
  webhook?: Webhook | undefined
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

export type CreatePayoutBatch = {
  /** What people call it */
  name: string
  kind: PayoutBatchKind
  rows: PayoutBatchRowRequest[]
  /** Your id of the batch: repeating it with the same body answers the first batch again */
  orderId?: string | undefined
  webhook?: Webhook | undefined
}

export type CreateStaticQrCode = {
  /** What is paid for, as payers read it */
  title: string
  /** More about it, for payers */
  description?: string | undefined
  /** What is paid; leave it out to let the payer choose */
  amount?: Amount | undefined
  webhook?: Webhook | undefined
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

export type DefenceFile = {
  /** What a defence calls the file */
  id: string
  /** PUT the bytes to this address, once, within 300 seconds; no other permission is needed */
  uploadUrl: string
}

export type DefenceFileRequest = {
  /** Name of the file to upload */
  fileName: string
}

export type DefenceRequest = {
  /** Why the money is rightly yours */
  text: string
  /** Ids of files that were uploaded */
  files?: string[] | undefined
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

export type Dispute = {
  id: string
  transactionId: string
  /** What the bank calls the case */
  bankReference: string
  state: DisputeState
  reason: DisputeReason
  /** What the bank says about it */
  details: string | null
  /** What the bank wants back, 6 decimals */
  askedAmount: string
  /** What was available when the case came, and was blocked, 6 decimals */
  blockedAmount: string
  /** 6 decimals */
  returnedAmount: string
  /** Until when it can be answered */
  answerUntil: string
  /** Your answer */
  defence: string | null
  /** The ids of its files */
  defenceFiles: string[]
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  defenceDate: string | null
  /** Why it was released, where nobody decided so */
  cause: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  date: string
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  endDate: string | null
}

/** A dispute as a change of its state left it */
export type DisputeEvent = {
  event: DisputeEventName
  dispute: Dispute
}

export type DisputeEventName = 'DisputeOpened' | 'DisputeReleased' | 'DisputeReturned'

export type DisputePage = {
  limit: number
  items: Dispute[]
  /** Null on the last page */
  nextCursor: string | null
}

/** Why the bank wants the money back */
export type DisputeReason = 'Fraud' | 'OperationalFault'

/** An `Open` one can be answered; `Returned` and `Released` are ends */
export type DisputeState = 'Open' | 'Defended' | 'Returning' | 'Returned' | 'Released'

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

export type File = {
  id: string
  kind: FileKind
  format: FileFormat
  firstDay: string
  lastDay: string
  state: FileState
  /** Percent; 100 when it can be downloaded */
  progress: number
  /** So far */
  rows: number
  sizeBytes: number | null
  /** Where it can be downloaded without a token; null: not yet, or no more */
  url: string | null
  /** Until when `url` can be used */
  expirationDate: string | null
  result: ReconciliationResult | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  creationDate: string
}

/** Where each file is put */
export type FileBucket = {
  /** Of a service other than Amazon S3 */
  endpoint?: string | undefined
  region: string
  bucket: string
  /** The folder; none when not said */
  prefix?: string | undefined
  accessKey: string
  /** Kept sealed, and told to nobody */
  secret: string
}

/** Lists are `csv`, `xlsx` or `ofx`, a month is a `pdf` */
export type FileFormat = 'csv' | 'xlsx' | 'ofx' | 'pdf'

/**
 * What is in it. `transactions` as `csv` or `xlsx` are those made in the period, in the state they have when the
 * file is written; as `ofx` they are the statement: money by the day it moved
 */
export type FileKind = 'statement' | 'transactions' | 'monthlyStatement' | 'reconciliation'

export type FilePage = {
  limit: number
  items: File[]
  /** Null on the last page */
  nextCursor: string | null
}

export type FileSchedule = {
  id: string
  kind: FileScheduleKind
  format: FileFormat
  every: FileSchedulePeriod
  /** Where files are put; null: somebody is mailed a link */
  bucket: string | null
  /** When the next one is made */
  nextDate: string
  /**
   * Why the last one did not come. `NotWritten`: it could not be written; `TooManyRows`: its period has too many
   * rows; `BucketRefused`: the bucket did not take it; `NoReader`: whoever was mailed may not read it any more;
   * `KeyEnded`: the key that made the schedule was revoked, or its date is over; `PersonNotAllowed`: whoever made
   * the schedule may not make one any more
   */
  fault: string | null
}

/**
 * What is in it. `transactions` as `csv` or `xlsx` are those made in the period, in the state they have when the
 * file is written; as `ofx` they are the statement: money by the day it moved
 */
export type FileScheduleKind = 'statement' | 'transactions' | 'monthlyStatement'

export type FileScheduleList = {
  items: FileSchedule[]
}

/** A monthlyStatement comes every `month` */
export type FileSchedulePeriod = 'day' | 'month'

/** Only a `Done` file can be downloaded */
export type FileState = 'Waiting' | 'Running' | 'Done' | 'Failed' | 'Expired'

export type InvalidRequestError = {
  name: string
  code: string
  message: string
  details: Problem[]
}

/** A payment as you have it */
export type ListedPayment = {
  orderId: string
  /** Decimal amount in BRL, for example "10.50" */
  amount: Amount
}

export type LoginRequest = {
  /** The access key made in the portal */
  accessKey: string
  /** Its secret, shown once when the key was made */
  secret: string
}

export type NewTrouble = {
  kind: TroubleKind
  /** How many times it happens */
  times?: number | undefined
  /** Of `webhookDelay`, 60 unless you say otherwise, and of `slowBank`, 5 and at most 15 */
  seconds?: number | undefined
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

export type PaymentLink = {
  id: string
  /** The address to share with payers */
  url: string
  state: PaymentLinkState
  title: string
  description: string | null
  /** 6 decimals */
  amount: string | null
  /** 6 decimals */
  minAmount: string | null
  /** 6 decimals */
  maxAmount: string | null
  stock: number | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  endsAt: string | null
  asksPayer: boolean
  redirectUrl: string | null
  /** The static code to copy or print; null: a link with a page */
  qrCode: string | null
  /** Charges being paid: each keeps a place of the stock for 30 minutes */
  openCount: number
  paidCount: number
  /** 6 decimals */
  paidAmount: string
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  creationDate: string
}

/** A payment link as a change of its state left it */
export type PaymentLinkEvent = {
  event: PaymentLinkEventName
  paymentLink: PaymentLink
}

export type PaymentLinkEventName = 'PaymentLinkSoldOut' | 'PaymentLinkEnded'

export type PaymentLinkPage = {
  limit: number
  items: PaymentLink[]
  /** Null on the last page */
  nextCursor: string | null
}

/** Only an `Active` link takes new payers */
export type PaymentLinkState = 'Active' | 'SoldOut' | 'Ended' | 'Closed'

export type PaymentLinkTransactions = {
  limit: number
  items: Transaction[]
  /** Null on the last page */
  nextCursor: string | null
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

export type PayoutBatch = {
  id: string
  orderId: string | null
  name: string
  kind: PayoutBatchKind
  state: PayoutBatchState
  rows: PayoutBatchSum
  /** 6 decimals */
  charges: string
  made: PayoutBatchSum
  refused: PayoutBatchSum
  waiting: PayoutBatchSum
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  creationDate: string
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  decisionDate: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  completionDate: string | null
}

/** A batch as a decision, or its last row, left it */
export type PayoutBatchEvent = {
  event: PayoutBatchEventName
  payoutBatch: PayoutBatch
}

export type PayoutBatchEventName =
  | 'PayoutBatchApproved'
  | 'PayoutBatchRejected'
  | 'PayoutBatchCompleted'
  | 'PayoutBatchStopped'

/** `payouts` go to Pix keys, `companyPayments` to receivers */
export type PayoutBatchKind = 'payouts' | 'companyPayments'

export type PayoutBatchPage = {
  limit: number
  items: PayoutBatch[]
  /** Null on the last page */
  nextCursor: string | null
}

export type PayoutBatchRow = {
  /** Its place in the batch, from 1 */
  number: number
  state: PayoutBatchRowState
  /** 6 decimals */
  amount: string
  /** 6 decimals */
  charges: string
  orderId: string | null
  description: string | null
  name: string
  taxNumber: string
  keyType: string | null
  key: string | null
  /** The receiver's id */
  receiver: string | null
  /** The bank account's id */
  account: string | null
  transactionId: string | null
  /** Null: there is no transaction */
  transactionState: TransactionState | null
  /** Why it was refused, in the words of a single payment; `BatchStopped`: before its turn came */
  reason: string | null
  message: string | null
  /** Why its transaction failed */
  stateErrorCause: string | null
}

export type PayoutBatchRowPage = {
  limit: number
  items: PayoutBatchRow[]
  /** Null on the last page */
  nextCursor: string | null
}

export type PayoutBatchRowRequest = {
  /** Decimal amount in BRL, for example "10.50"; needed */
  amount?: string | undefined
  /** What it is for; needed for companyPayments */
  description?: string | undefined
  /** Of payouts: name of the recipient */
  name?: string | undefined
  /** Of payouts: CPF of the recipient, who must own the key */
  taxNumber?: string | undefined
  /** Of payouts: CPF, EMAIL, PHONE or EVP */
  keyType?: string | undefined
  /** Of payouts: the PIX key */
  key?: string | undefined
  /** Of payouts: your order id, which no other payout has; may be left out */
  orderId?: string | undefined
  /** Of companyPayments: the receiver's id or CNPJ */
  receiver?: string | undefined
  /** Of companyPayments: the account's id or number; the only approved one when not said */
  account?: string | undefined
}

/** `Made`: its transaction was opened */
export type PayoutBatchRowState = 'Waiting' | 'Made' | 'Refused'

/** `Running`: approved, and its rows are being paid. `Stopped`: the rest of them is not paid */
export type PayoutBatchState = 'Pending' | 'Running' | 'Completed' | 'Stopped' | 'Rejected' | 'Cancelled'

/** How many rows, and their sum */
export type PayoutBatchSum = {
  count: number
  /** 6 decimals */
  amount: string
}

export type PayoutSpreadsheet = {
  rows: PayoutSpreadsheetRow[]
}

export type PayoutSpreadsheetRow = {
  /** Its number in the file */
  line: number
  row: PayoutBatchRowRequest
}

/** Whose the key is, masked, as the bank tells it; null: it tells only once it pays */
export type PixKeyOwner = {
  name: string | null
  taxNumber: string
}

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

export type ReadPayoutSpreadsheet = {
  kind: PayoutBatchKind
  /** The file as it is, in base64: CSV or XLSX */
  file: string
}

/** Why a request was refused */
export type Reason =
  | 'AuthenticationTokenInvalid'
  | 'AccessKeyUnauthorized'
  | 'MerchantSuspended'
  | 'ScopeNotAllowed'
  | 'UploadAddressInvalid'
  | 'RouteNotFound'
  | 'TransactionNotFound'
  | 'ReceiverNotFound'
  | 'BankAccountNotFound'
  | 'PaymentRequestNotFound'
  | 'DocumentNotFound'
  | 'PaymentLinkNotFound'
  | 'PayoutBatchNotFound'
  | 'TroubleNotFound'
  | 'DisputeNotFound'
  | 'FileNotFound'
  | 'FileScheduleNotFound'
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
  | 'CheckExpired'
  | 'CheckMismatch'
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
  | 'PaymentLinkStateNotAllowed'
  | 'PayoutBatchStateNotAllowed'
  | 'SpreadsheetUnreadable'
  | 'PaymentLinkStockTaken'
  | 'DocumentAlreadyUploaded'
  | 'DocumentNotUploaded'
  | 'ApproverNotAllowed'
  | 'ClockTooFarAhead'
  | 'DisputeStateNotAllowed'
  | 'DisputeAnswerTimeOver'
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

/** Of a reconciliation that is done */
export type ReconciliationResult = {
  /** Lines that are as here */
  matches: number
  /** Lines with another amount, not paid, or returned */
  differs: number
  /** Lines without a payment */
  missingHere: number
  /** Payments of the period that your list lacks */
  missingInList: number
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
  /** Why it was asked for, where that was said */
  reason: string | null
}

export type RefundList = {
  items: Refund[]
}

export type RefundRequest = {
  /** How much to give back; all that is left when not said */
  amount?: Amount | undefined
  /** Your id of the refund: repeating it refunds once */
  refundId?: string | undefined
  /** Why, for your own people: the portal shows it */
  reason?: string | undefined
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

export type SimulatedDispute = {
  /** The completed cash-in that is disputed */
  transactionId: string
  /** What the bank wants back; all that was paid when not said */
  amount?: Amount | undefined
  reason?: DisputeReason | undefined
  /** What the bank says about it */
  details?: string | undefined
}

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
  /** What the posting adds to what can be paid out or refunded now, signed, 6 decimals */
  available: string
  /** What it adds to what is set aside for payments and refunds on their way, signed, 6 decimals */
  held: string
  /** What it adds to what banks want back in disputes, until they are decided, signed, 6 decimals */
  blocked: string
  /** Signed, 6 decimals */
  charges: string
  /** Available balance after this posting */
  availableBalance: string
  /** Held balance after this posting */
  heldBalance: string
  /** Blocked balance after this posting */
  blockedBalance: string
}

export type StatementPage = {
  limit: number
  offset: number
  total: number
  items: StatementEntry[]
  /** Null on the last page */
  nextCursor: string | null
}

export type StaticPayment = {
  /** Who pays */
  name: string
  /** CPF or CNPJ, with or without punctuation */
  taxNumber: string
  /** What is paid; needed where the code has no amount */
  amount?: Amount | undefined
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
  /** The payment link it was paid by */
  paymentLinkId?: string
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

export type TransactionMetadata = {
  /** The payment link it was paid by */
  paymentLinkId?: string
}

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

export type Trouble = {
  id: string
  kind: TroubleKind
  /** How many times it will still happen */
  timesLeft: number
  /** Null where it takes no time */
  seconds: number | null
  /** The person who scripted it; `API` where a program did */
  madeBy: string
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  date: string
}

/**
 * `webhookDrop`: the first attempt of an event is not sent and counts as failed; its retries follow.
 * `webhookDelay`: the first attempt of an event is made later by `seconds`. `webhookReorder`: an event waits
 * until the next one of another transaction was sent, ten minutes at most: two arrive in reverse.
 * `webhookDuplicate`: an event is delivered twice, both times under the same `webhook-id`. `slowBank`: the bank
 * takes `seconds` to register a charge or a payment initiation, or to make a refund. `refundRefused`: the bank
 * refuses a refund: it fails with the cause `RefundRefusedByBank`
 */
export type TroubleKind =
  | 'webhookDrop'
  | 'webhookDelay'
  | 'webhookReorder'
  | 'webhookDuplicate'
  | 'slowBank'
  | 'refundRefused'

export type TroubleList = {
  items: Trouble[]
}

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

/** One event. `id` is the same in every attempt: store it to handle the event once. */
export type Told<Type extends string, Data> = { id: string; type: Type; date: Date; data: Data }

/** Every event that a webhook address receives, distinguished by `type`. */
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
  /** All of the stock of a payment link is paid */
  | Told<'paymentLinkSoldOut', PaymentLinkEvent & { event: 'PaymentLinkSoldOut' }>
  /** The end of a payment link has come */
  | Told<'paymentLinkEnded', PaymentLinkEvent & { event: 'PaymentLinkEnded' }>
  /** A bank wants money back; it is blocked until the case is decided */
  | Told<'disputeOpened', DisputeEvent & { event: 'DisputeOpened' }>
  /** A dispute ended: the payer has the money back */
  | Told<'disputeReturned', DisputeEvent & { event: 'DisputeReturned' }>
  /** A dispute ended: the money is available again */
  | Told<'disputeReleased', DisputeEvent & { event: 'DisputeReleased' }>
  /** A batch of payments was approved: its rows are being paid */
  | Told<'payoutBatchApproved', PayoutBatchEvent & { event: 'PayoutBatchApproved' }>
  /** A batch of payments was rejected */
  | Told<'payoutBatchRejected', PayoutBatchEvent & { event: 'PayoutBatchRejected' }>
  /** Every row of a batch is made or refused */
  | Told<'payoutBatchCompleted', PayoutBatchEvent & { event: 'PayoutBatchCompleted' }>
  /** A running batch was stopped: what still waited is refused */
  | Told<'payoutBatchStopped', PayoutBatchEvent & { event: 'PayoutBatchStopped' }>
  /** Sent from the portal, to try an address */
  | Told<'testEvent', TestEvent & { event: 'Test' }>
