// Emitted from openapi.json by "npm run sdk": change the routes or names.json instead.
import { pathOf, queryOf } from '../address.ts'
import type { Call, CallOptions } from '../operation.ts'
import { byCursor, byOffset } from '../pages.ts'
import type { Moment } from '../values.ts'
import type {
  Balance,
  BankAccount,
  BankAccountList,
  Bill,
  BillAgeing,
  BillAmountDue,
  BillImport,
  BillImportPage,
  BillImportPreview,
  BillImportRow,
  BillImportRowPage,
  BillImportRowState,
  BillImportState,
  BillPage,
  BillPlan,
  BillReminders,
  BillState,
  Cancellation,
  CashIn,
  CashInRequest,
  CashOut,
  CashOutCheck,
  CashOutCheckRequest,
  CashOutRequest,
  ChangeBill,
  ChangeCustomer,
  ChangePaymentLink,
  ChangeReminderPlan,
  Charge,
  Clock,
  ClockMove,
  ContestRequest,
  CreateBill,
  CreateBillImport,
  CreateBillPlan,
  CreateCustomer,
  CreateFile,
  CreateFileSchedule,
  CreatePaymentLink,
  CreatePaymentRequest,
  CreatePayoutBatch,
  CreateStaticQrCode,
  CreateTrouble,
  CreatedPaymentRequest,
  CreatedRefund,
  Customer,
  CustomerImport,
  CustomerPage,
  CustomerTransactions,
  DecisionRequest,
  DefenceFile,
  DefenceFileRequest,
  DefenceRequest,
  Delivery,
  DeliveryDetail,
  DeliveryPage,
  DeliveryStatus,
  Dispute,
  DisputePage,
  DisputeState,
  Document,
  DocumentPage,
  ExportedFile,
  FilePage,
  FileSchedule,
  FileScheduleList,
  ImportCustomers,
  Limits,
  ListedBillReminder,
  LoginRequest,
  OAuthToken,
  OAuthTokenRequest,
  PaymentInitiation,
  PaymentInitiationRequest,
  PaymentLink,
  PaymentLinkPage,
  PaymentLinkState,
  PaymentLinkTransactions,
  PaymentRequest,
  PaymentRequestDetail,
  PaymentRequestPage,
  PaymentRequestStatusFilter,
  PayoutBatch,
  PayoutBatchKind,
  PayoutBatchPage,
  PayoutBatchRow,
  PayoutBatchRowPage,
  PayoutBatchRowState,
  PayoutBatchState,
  PayoutSpreadsheet,
  PreviewBillImport,
  PreviewCustomerImport,
  PreviewReminders,
  ReadPayoutSpreadsheet,
  Receiver,
  ReceiverPage,
  RecordedBillReminder,
  RefundList,
  RefundRequest,
  ReminderPage,
  ReminderPlan,
  ReminderPreview,
  ReminderWish,
  ResendRequest,
  ResendResult,
  ReviewStatusFilter,
  SetReminderWish,
  SimulatedDispute,
  SimulatedOutcome,
  SimulatedPayment,
  StatementEntry,
  StatementPage,
  StaticPayment,
  Transaction,
  TransactionDetail,
  TransactionPage,
  TransactionStateFilter,
  TransactionType,
  Trouble,
  TroubleList,
  UploadAddress,
  UploadRequest,
} from './schemas.ts'

export type ReadStatementQuery = {
  /** From this time on */
  startDate?: Moment | undefined
  /** Up to this time */
  endDate?: Moment | undefined
  /** Entries per page. Default: 20 */
  limit?: 5 | 10 | 20 | undefined
  /** Entries to skip */
  offset?: number | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ListTransactionsQuery = {
  /** Transactions with this order id */
  orderId?: string | undefined
  /** `status` is another name of it. `Canceled` and `Cancelled` are the same state */
  state?: TransactionStateFilter | undefined
  /** `status` is another name of it. `Canceled` and `Cancelled` are the same state */
  status?: TransactionStateFilter | undefined
  /** `Credit`: money in; `Debit`: money out */
  type?: TransactionType | undefined
  /** Created at or after */
  startDate?: Moment | undefined
  /** Created at or before */
  endDate?: Moment | undefined
  /** Items per page. Default: 20 */
  limit?: 5 | 10 | 20 | undefined
  /** Items to skip. Default: 0 */
  offset?: number | undefined
  /** `nextCursor` of the previous page. Use it for long lists */
  cursor?: string | undefined
}

export type ShowReceiptQuery = {
  /** Default: by `Accept-Language`, otherwise Portuguese */
  lang?: 'pt' | 'en' | undefined
}

export type ListDeliveriesQuery = {
  /** `Pending`: not tried yet; `Failed`: the last attempt failed */
  state?: DeliveryStatus | undefined
  /** Events of one transaction */
  transactionId?: string | undefined
  /** Created at or after */
  startDate?: Moment | undefined
  /** Created at or before */
  endDate?: Moment | undefined
  /** Items per page. Default: 20 */
  limit?: 5 | 10 | 20 | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ListCustomerTransactionsQuery = {
  /** Items per page. Default: 20 */
  limit?: 5 | 10 | 20 | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ExportCustomersQuery = {
  /** Words of the name, e-mail, phone, document or external id, in any order */
  text?: string | undefined
  /** Language of the headings. Default: en */
  language?: 'pt' | 'en' | undefined
}

export type ListCustomersQuery = {
  /** The customer with this external id */
  externalId?: string | undefined
  /** CPF or CNPJ, with or without punctuation */
  document?: string | undefined
  /** Words of the name, e-mail, phone, document or external id, in any order */
  text?: string | undefined
  /** Items per page. Default: 20 */
  limit?: 5 | 10 | 20 | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ListBillImportsQuery = {
  /** `Running`: bills are being created. `Completed`: each row is created or refused */
  state?: BillImportState | undefined
  /** Items per page. Default: 20 */
  limit?: 5 | 10 | 20 | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ListBillImportRowsQuery = {
  /** `Made`: its bill was created */
  state?: BillImportRowState | undefined
  /** Items per page. Default: 20 */
  limit?: 5 | 10 | 20 | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ExportBillAgeingQuery = {
  /** Language of the headings. Default: en */
  language?: 'pt' | 'en' | undefined
}

export type ListBillsQuery = {
  /** `Overdue` bills can still be paid; `Expired` ones cannot */
  state?: BillState | undefined
  /** Due on this day or later */
  dueFrom?: string | undefined
  /** Due on this day or before */
  dueUntil?: string | undefined
  /** Bills of this customer */
  customerId?: string | undefined
  /** The bill of this order id */
  orderId?: string | undefined
  /**
   * Beginnings of words of the payer's name, of the order id, of values of metadata or of the amount; or the typed
   * line or barcode of a boleto
   */
  text?: string | undefined
  /** Items per page. Default: 20 */
  limit?: 5 | 10 | 20 | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ReadBillPdfQuery = {
  /** Default: by `Accept-Language`, otherwise Portuguese */
  lang?: 'pt' | 'en' | undefined
}

export type ReadBillAmountDueQuery = {
  /** The day of the payment. Default: today */
  on?: string | undefined
}

export type ListRemindersQuery = {
  /** Items per page. Default: 20 */
  limit?: 5 | 10 | 20 | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ListPaymentLinksQuery = {
  /** Only an `Active` link accepts new payers */
  state?: PaymentLinkState | undefined
  /** Items per page. Default: 20 */
  limit?: 5 | 10 | 20 | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ListPaymentLinkTransactionsQuery = {
  /** Items per page. Default: 20 */
  limit?: 5 | 10 | 20 | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ListFilesQuery = {
  /** Items per page. Default: 20 */
  limit?: 5 | 10 | 20 | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ListDisputesQuery = {
  /** Only an `Open` dispute can be answered. `Returned` and `Released` are final */
  state?: DisputeState | undefined
  /** Only disputes of this transaction */
  transactionId?: string | undefined
  /** Items per page. Default: 20 */
  limit?: 5 | 10 | 20 | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ListReceiversQuery = {
  /** Items per page */
  limit?: 5 | 10 | 20 | undefined
  /** Items to skip, from 0 */
  offset?: number | undefined
  /** `Denied` is the same as `Rejected` */
  receiverStatus?: ReviewStatusFilter | undefined
}

export type ListReceiverAccountsQuery = {
  /** Default: 50 */
  limit?: number | undefined
  /** Default: 0 */
  offset?: number | undefined
}

export type ListPaymentRequestsQuery = {
  /** Items per page */
  limit?: 5 | 10 | 20 | undefined
  /** Items to skip, from 0 */
  offset?: number | undefined
  /** `Denied` is the same as `Rejected` */
  status: PaymentRequestStatusFilter
  /** Created at or after */
  startDate: Moment
  /** Created at or before */
  endDate: Moment
}

export type ListPayoutBatchesQuery = {
  /** `payouts` go to Pix keys, `companyPayments` to receivers */
  kind?: PayoutBatchKind | undefined
  /** `Running`: approved, rows are being paid. `Stopped`: the remaining rows are not paid */
  state?: PayoutBatchState | undefined
  /** Items per page. Default: 20 */
  limit?: 5 | 10 | 20 | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ListPayoutBatchRowsQuery = {
  /** `Made`: its transaction was created */
  state?: PayoutBatchRowState | undefined
  /** Items per page. Default: 20 */
  limit?: 5 | 10 | 20 | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ListDocumentsQuery = {
  /** What the document belongs to */
  ownerType?: 'Transaction' | undefined
  /** The payment request's id */
  owner: string
  /** What kind of document it is */
  type?: 'Invoice' | undefined
  /** Default: 50 */
  limit?: number | undefined
  /** Default: 0 */
  offset?: number | undefined
}

/** What every endpoint returns. */
export type Endpoints = {
  'POST /login': string
  'POST /oauth/token': OAuthToken
  'GET /accounts/balance': Balance
  'GET /accounts/limits': Limits
  'GET /accounts/statement': StatementPage
  'GET /accounts/transactions/pix/{transactionId}': TransactionDetail
  'GET /accounts/transactions/pix': TransactionPage
  'POST /accounts/transactions/pix/{transactionId}/refund': CreatedRefund
  'GET /accounts/transactions/pix/{transactionId}/refunds': RefundList
  'GET /receipts/{token}': Response
  'GET /webhooks/deliveries': DeliveryPage
  'GET /webhooks/deliveries/{deliveryId}': DeliveryDetail
  'POST /webhooks/deliveries/{deliveryId}/resend': Delivery
  'POST /webhooks/resend': ResendResult
  'PUT /accounts/transactions/pix/{transactionId}/cancel': Cancellation
  'POST /accounts/pix/cashin': CashIn
  'POST /accounts/pix/cashout': CashOut
  'POST /accounts/pix/cashout/check': CashOutCheck
  'GET /qr/{token}': Response
  'GET /pix/{token}': Charge
  'GET /customers/{customerId}/transactions': CustomerTransactions
  'POST /customers/import/preview': CustomerImport
  'POST /customers/import': CustomerImport
  'GET /customers/export': Response
  'POST /customers': Customer
  'GET /customers': CustomerPage
  'GET /customers/{customerId}': Customer
  'PUT /customers/{customerId}': Customer
  'DELETE /customers/{customerId}': void
  'POST /bills/imports/preview': BillImportPreview
  'POST /bills/imports': BillImport
  'GET /bills/imports': BillImportPage
  'GET /bills/imports/{importId}': BillImport
  'GET /bills/imports/{importId}/rows': BillImportRowPage
  'GET /bills/imports/{importId}/result': Response
  'PUT /bills/imports/{importId}/stop': BillImport
  'GET /bills/ageing': BillAgeing
  'GET /bills/ageing/export': Response
  'POST /bills': Bill
  'GET /bills': BillPage
  'POST /bills/plans': BillPlan
  'GET /bills/{billId}': Bill
  'PATCH /bills/{billId}': Bill
  'GET /bills/{billId}/pdf': Response
  'GET /bills/{billId}/amount-due': BillAmountDue
  'POST /bills/{billId}/cancel': Bill
  'GET /reminder-plan': ReminderPlan
  'PUT /reminder-plan': ReminderPlan
  'GET /bills/{billId}/reminders': BillReminders
  'POST /bills/{billId}/reminders': RecordedBillReminder
  'PUT /bills/{billId}/reminders': ReminderWish
  'POST /bills/{billId}/reminders/preview': ReminderPreview
  'GET /customers/{customerId}/reminders': ReminderWish
  'PUT /customers/{customerId}/reminders': ReminderWish
  'GET /reminders': ReminderPage
  'POST /payment-links': PaymentLink
  'GET /payment-links': PaymentLinkPage
  'POST /static-qrs': PaymentLink
  'GET /payment-links/{linkId}': PaymentLink
  'PUT /payment-links/{linkId}': PaymentLink
  'GET /payment-links/{linkId}/transactions': PaymentLinkTransactions
  'POST /files': ExportedFile
  'GET /files': FilePage
  'GET /files/{fileId}': ExportedFile
  'GET /file-schedules': FileScheduleList
  'POST /file-schedules': FileSchedule
  'DELETE /file-schedules/{scheduleId}': void
  'GET /disputes': DisputePage
  'GET /disputes/{disputeId}': Dispute
  'POST /disputes/{disputeId}/files': DefenceFile
  'POST /disputes/{disputeId}/defence': Dispute
  'POST /disputes/{disputeId}/contest': Dispute
  'POST /accounts/payment-initiation': PaymentInitiation
  'GET /receivers': ReceiverPage
  'GET /receivers/{receiverId}': ReceiverPage
  'GET /receivers/{receiverId}/accounts': BankAccountList
  'POST /accounts/transaction-requests': CreatedPaymentRequest
  'GET /accounts/transaction-requests': PaymentRequestPage
  'PUT /accounts/transaction-requests/cancel/{trId}': void
  'GET /accounts/transaction-requests/{trId}': PaymentRequestDetail
  'POST /payout-batches': PayoutBatch
  'GET /payout-batches': PayoutBatchPage
  'POST /payout-batches/read': PayoutSpreadsheet
  'GET /payout-batches/{batchId}': PayoutBatch
  'GET /payout-batches/{batchId}/rows': PayoutBatchRowPage
  'GET /payout-batches/{batchId}/result': Response
  'PUT /payout-batches/{batchId}/cancel': PayoutBatch
  'PUT /payout-batches/{batchId}/stop': PayoutBatch
  'POST /documents': UploadAddress
  'GET /documents': DocumentPage
  'GET /documents/{documentId}/content': Response
  'DELETE /documents/{documentId}': void
  'PUT /sandbox/transactions/complete/{transactionId}': SimulatedOutcome
  'PUT /sandbox/transactions/pay-boleto/{transactionId}': SimulatedOutcome
  'PUT /sandbox/transactions/settle-boleto/{transactionId}': SimulatedOutcome
  'PUT /sandbox/transactions/error/{transactionId}': SimulatedOutcome
  'PUT /sandbox/transactions/cancel/{transactionId}': SimulatedOutcome
  'PUT /sandbox/transactions/register/{transactionId}': SimulatedOutcome
  'PUT /sandbox/transactions/reverse/{transactionId}': SimulatedOutcome
  'PUT /sandbox/transactions/refund/{transactionId}': SimulatedOutcome
  'POST /sandbox/payment-initiation/complete/{transactionId}': SimulatedOutcome
  'POST /sandbox/payment-initiation/error/{transactionId}': SimulatedOutcome
  'POST /sandbox/payment-initiation/cancel/{transactionId}': SimulatedOutcome
  'POST /sandbox/payment-initiation/reverse/{transactionId}': SimulatedOutcome
  'POST /sandbox/payment-initiation/refund/{transactionId}': SimulatedOutcome
  'POST /sandbox/static-qrs/{linkId}/pay': SimulatedOutcome
  'GET /sandbox/clock': Clock
  'PUT /sandbox/clock': Clock
  'GET /sandbox/troubles': TroubleList
  'POST /sandbox/troubles': Trouble
  'DELETE /sandbox/troubles/{troubleId}': void
  'PUT /sandbox/transaction-requests/approve/{trId}': PaymentRequest
  'PUT /sandbox/transaction-requests/reject/{trId}': PaymentRequest
  'PUT /sandbox/payout-batches/approve/{batchId}': PayoutBatch
  'PUT /sandbox/payout-batches/reject/{batchId}': PayoutBatch
  'POST /sandbox/disputes': Dispute
  'PUT /sandbox/disputes/{disputeId}/return': Dispute
  'PUT /sandbox/disputes/{disputeId}/release': Dispute
}

export class SandboxDisputes {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * Simulate that a bank opens a dispute.
   *
   * Blocks the amount, up to the available balance, and notifies the transaction's webhook.
   *
   * `POST /sandbox/disputes`. Refused with `TransactionNotFound`, `TransactionStateNotAllowed`.
   */
  async open(body: SimulatedDispute, options?: CallOptions): Promise<Dispute> {
    return this.#call(
      { method: 'POST', path: '/sandbox/disputes', body, amounts: ['amount'], repeat: 'unsafe', answer: 'data' },
      options,
    )
  }

  /**
   * Simulate that a dispute is closed with a return.
   *
   * The blocked amount is returned to the payer.
   *
   * `PUT /sandbox/disputes/{disputeId}/return`. Refused with `DisputeNotFound`, `DisputeStateNotAllowed`.
   */
  async return(disputeId: string, options?: CallOptions): Promise<Dispute> {
    return this.#call(
      { method: 'PUT', path: pathOf`/sandbox/disputes/${disputeId}/return`, repeat: 'unsafe', answer: 'data' },
      options,
    )
  }

  /**
   * Simulate that a dispute is released.
   *
   * The blocked amount is available again.
   *
   * `PUT /sandbox/disputes/{disputeId}/release`. Refused with `DisputeNotFound`, `DisputeStateNotAllowed`.
   */
  async release(disputeId: string, options?: CallOptions): Promise<Dispute> {
    return this.#call(
      { method: 'PUT', path: pathOf`/sandbox/disputes/${disputeId}/release`, repeat: 'unsafe', answer: 'data' },
      options,
    )
  }
}

export class SandboxPayoutBatches {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * Simulate that all approvers approve a batch.
   *
   * The same as a decision in the portal: the batch's webhook address is notified.
   *
   * `PUT /sandbox/payout-batches/approve/{batchId}`. Refused with `PayoutBatchNotFound`,
   * `PayoutBatchStateNotAllowed`, `InsufficientBalance`, `LimitExceeded`, `ApproverNotAllowed`.
   */
  async approve(batchId: string, body: DecisionRequest = {}, options?: CallOptions): Promise<PayoutBatch> {
    return this.#call(
      {
        method: 'PUT',
        path: pathOf`/sandbox/payout-batches/approve/${batchId}`,
        body,
        repeat: 'unsafe',
        answer: 'data',
      },
      options,
    )
  }

  /**
   * Simulate that an approver rejects a batch.
   *
   * The same as a decision in the portal: the batch's webhook address is notified.
   *
   * `PUT /sandbox/payout-batches/reject/{batchId}`. Refused with `PayoutBatchNotFound`,
   * `PayoutBatchStateNotAllowed`, `InsufficientBalance`, `LimitExceeded`, `ApproverNotAllowed`.
   */
  async reject(batchId: string, body: DecisionRequest = {}, options?: CallOptions): Promise<PayoutBatch> {
    return this.#call(
      {
        method: 'PUT',
        path: pathOf`/sandbox/payout-batches/reject/${batchId}`,
        body,
        repeat: 'unsafe',
        answer: 'data',
      },
      options,
    )
  }
}

export class SandboxPaymentRequests {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * Simulate that all approvers approve a payment request.
   *
   * The same as a decision in the portal: the merchant's webhook address is notified.
   *
   * `PUT /sandbox/transaction-requests/approve/{trId}`. Refused with `PaymentRequestNotFound`,
   * `PaymentRequestNotPending`, `InsufficientBalance`, `LimitExceeded`, `ApproverNotAllowed`.
   */
  async approve(trId: string, body: DecisionRequest = {}, options?: CallOptions): Promise<PaymentRequest> {
    return this.#call(
      {
        method: 'PUT',
        path: pathOf`/sandbox/transaction-requests/approve/${trId}`,
        body,
        repeat: 'unsafe',
        answer: 'data',
      },
      options,
    )
  }

  /**
   * Simulate that an approver rejects a payment request.
   *
   * The same as a decision in the portal: the merchant's webhook address is notified.
   *
   * `PUT /sandbox/transaction-requests/reject/{trId}`. Refused with `PaymentRequestNotFound`,
   * `PaymentRequestNotPending`, `InsufficientBalance`, `LimitExceeded`, `ApproverNotAllowed`.
   */
  async reject(trId: string, body: DecisionRequest = {}, options?: CallOptions): Promise<PaymentRequest> {
    return this.#call(
      {
        method: 'PUT',
        path: pathOf`/sandbox/transaction-requests/reject/${trId}`,
        body,
        repeat: 'unsafe',
        answer: 'data',
      },
      options,
    )
  }
}

export class SandboxTroubles {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * List scripted faults.
   *
   * Only faults that have not happened yet.
   *
   * `GET /sandbox/troubles`.
   */
  async list(options?: CallOptions): Promise<TroubleList> {
    return this.#call({ method: 'GET', path: '/sandbox/troubles', repeat: 'safe', answer: 'data' }, options)
  }

  /**
   * Script a fault.
   *
   * The fault affects your next events or bank calls, `times` times. It replaces an earlier fault of the same kind.
   *
   * `POST /sandbox/troubles`.
   */
  async create(body: CreateTrouble, options?: CallOptions): Promise<Trouble> {
    return this.#call({ method: 'POST', path: '/sandbox/troubles', body, repeat: 'unsafe', answer: 'data' }, options)
  }

  /**
   * Delete a scripted fault.
   *
   * It does not happen again.
   *
   * `DELETE /sandbox/troubles/{troubleId}`. Refused with `TroubleNotFound`.
   */
  async delete(troubleId: string, options?: CallOptions): Promise<void> {
    return this.#call(
      { method: 'DELETE', path: pathOf`/sandbox/troubles/${troubleId}`, repeat: 'unsafe', answer: 'nothing' },
      options,
    )
  }
}

export class SandboxClock {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * Read your sandbox clock.
   *
   * The real time, or a later time if you moved your clock forward.
   *
   * `GET /sandbox/clock`.
   */
  async read(options?: CallOptions): Promise<Clock> {
    return this.#call({ method: 'GET', path: '/sandbox/clock', repeat: 'safe', answer: 'data' }, options)
  }

  /**
   * Move your clock forward.
   *
   * Only your own clock, by at most 400 days in total; it cannot go back. Before the response, charges, consents
   * and payment links that are past their time expire. Waiting webhook retries are sent at once, and new objects
   * get the new time. Tokens, signatures and rate limits use the real time.
   *
   * `PUT /sandbox/clock`. Refused with `ClockTooFarAhead`.
   */
  async move(body: ClockMove, options?: CallOptions): Promise<Clock> {
    return this.#call({ method: 'PUT', path: '/sandbox/clock', body, repeat: 'unsafe', answer: 'data' }, options)
  }
}

export class SandboxInitiations {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * Simulate that the payment completes.
   *
   * Changes the state of an OpenFinance payment as a bank would, notifies its webhook and waits for the first
   * attempt.
   *
   * `POST /sandbox/payment-initiation/complete/{transactionId}`. Refused with `TransactionNotFound`,
   * `WebhookUnreachable`, `TransactionStateNotAllowed`, `PaymentTypeMismatch`, `PaymentRequestNotApproved`,
   * `CounterpartyTaxNumberInvalid`, `CounterpartyServiceError`, `RefundNotAllowed`, `InsufficientBalance`.
   */
  async complete(transactionId: string, options?: CallOptions): Promise<SimulatedOutcome> {
    return this.#call(
      {
        method: 'POST',
        path: pathOf`/sandbox/payment-initiation/complete/${transactionId}`,
        repeat: 'unsafe',
        answer: 'data',
      },
      options,
    )
  }

  /**
   * Simulate that the payment fails.
   *
   * Changes the state of an OpenFinance payment as a bank would, notifies its webhook and waits for the first
   * attempt.
   *
   * `POST /sandbox/payment-initiation/error/{transactionId}`. Refused with `TransactionNotFound`,
   * `WebhookUnreachable`, `TransactionStateNotAllowed`, `PaymentTypeMismatch`, `PaymentRequestNotApproved`,
   * `CounterpartyTaxNumberInvalid`, `CounterpartyServiceError`, `RefundNotAllowed`, `InsufficientBalance`.
   */
  async error(transactionId: string, options?: CallOptions): Promise<SimulatedOutcome> {
    return this.#call(
      {
        method: 'POST',
        path: pathOf`/sandbox/payment-initiation/error/${transactionId}`,
        repeat: 'unsafe',
        answer: 'data',
      },
      options,
    )
  }

  /**
   * Simulate that the payment is cancelled.
   *
   * Changes the state of an OpenFinance payment as a bank would, notifies its webhook and waits for the first
   * attempt.
   *
   * `POST /sandbox/payment-initiation/cancel/{transactionId}`. Refused with `TransactionNotFound`,
   * `WebhookUnreachable`, `TransactionStateNotAllowed`, `PaymentTypeMismatch`, `PaymentRequestNotApproved`,
   * `CounterpartyTaxNumberInvalid`, `CounterpartyServiceError`, `RefundNotAllowed`, `InsufficientBalance`.
   */
  async cancel(transactionId: string, options?: CallOptions): Promise<SimulatedOutcome> {
    return this.#call(
      {
        method: 'POST',
        path: pathOf`/sandbox/payment-initiation/cancel/${transactionId}`,
        repeat: 'unsafe',
        answer: 'data',
      },
      options,
    )
  }

  /**
   * Simulate that a completed payment is reversed.
   *
   * Changes the state of an OpenFinance payment as a bank would, notifies its webhook and waits for the first
   * attempt.
   *
   * `POST /sandbox/payment-initiation/reverse/{transactionId}`. Refused with `TransactionNotFound`,
   * `WebhookUnreachable`, `TransactionStateNotAllowed`, `PaymentTypeMismatch`, `PaymentRequestNotApproved`,
   * `CounterpartyTaxNumberInvalid`, `CounterpartyServiceError`, `RefundNotAllowed`, `InsufficientBalance`.
   */
  async reverse(transactionId: string, options?: CallOptions): Promise<SimulatedOutcome> {
    return this.#call(
      {
        method: 'POST',
        path: pathOf`/sandbox/payment-initiation/reverse/${transactionId}`,
        repeat: 'unsafe',
        answer: 'data',
      },
      options,
    )
  }

  /**
   * Simulate that a completed cash-in is refunded.
   *
   * Changes the state of an OpenFinance payment as a bank would, notifies its webhook and waits for the first
   * attempt.
   *
   * `POST /sandbox/payment-initiation/refund/{transactionId}`. Refused with `TransactionNotFound`,
   * `WebhookUnreachable`, `TransactionStateNotAllowed`, `PaymentTypeMismatch`, `PaymentRequestNotApproved`,
   * `CounterpartyTaxNumberInvalid`, `CounterpartyServiceError`, `RefundNotAllowed`, `InsufficientBalance`.
   */
  async refund(transactionId: string, options?: CallOptions): Promise<SimulatedOutcome> {
    return this.#call(
      {
        method: 'POST',
        path: pathOf`/sandbox/payment-initiation/refund/${transactionId}`,
        repeat: 'unsafe',
        answer: 'data',
      },
      options,
    )
  }
}

export class Sandbox {
  readonly #call: Call
  readonly initiations: SandboxInitiations
  readonly clock: SandboxClock
  readonly troubles: SandboxTroubles
  readonly paymentRequests: SandboxPaymentRequests
  readonly payoutBatches: SandboxPayoutBatches
  readonly disputes: SandboxDisputes

  constructor(call: Call) {
    this.#call = call
    this.initiations = new SandboxInitiations(call)
    this.clock = new SandboxClock(call)
    this.troubles = new SandboxTroubles(call)
    this.paymentRequests = new SandboxPaymentRequests(call)
    this.payoutBatches = new SandboxPayoutBatches(call)
    this.disputes = new SandboxDisputes(call)
  }

  /**
   * Simulate that the payment completes.
   *
   * Changes the state of a PIX payment as a bank would, notifies its webhook and waits for the first attempt.
   *
   * `PUT /sandbox/transactions/complete/{transactionId}`. Refused with `TransactionNotFound`, `WebhookUnreachable`,
   * `TransactionStateNotAllowed`, `PaymentTypeMismatch`, `PaymentRequestNotApproved`,
   * `CounterpartyTaxNumberInvalid`, `CounterpartyServiceError`, `RefundNotAllowed`, `InsufficientBalance`.
   */
  async complete(transactionId: string, body: SimulatedPayment = {}, options?: CallOptions): Promise<SimulatedOutcome> {
    return this.#call(
      {
        method: 'PUT',
        path: pathOf`/sandbox/transactions/complete/${transactionId}`,
        body,
        amounts: ['amount'],
        repeat: 'unsafe',
        answer: 'data',
      },
      options,
    )
  }

  /**
   * Simulate that the boleto of a bill is paid.
   *
   * Changes the state of a PIX payment as a bank would, notifies its webhook and waits for the first attempt.
   *
   * `PUT /sandbox/transactions/pay-boleto/{transactionId}`. Refused with `TransactionNotFound`,
   * `WebhookUnreachable`, `TransactionStateNotAllowed`, `PaymentTypeMismatch`, `PaymentRequestNotApproved`,
   * `CounterpartyTaxNumberInvalid`, `CounterpartyServiceError`, `RefundNotAllowed`, `InsufficientBalance`.
   */
  async payBoleto(
    transactionId: string,
    body: SimulatedPayment = {},
    options?: CallOptions,
  ): Promise<SimulatedOutcome> {
    return this.#call(
      {
        method: 'PUT',
        path: pathOf`/sandbox/transactions/pay-boleto/${transactionId}`,
        body,
        amounts: ['amount'],
        repeat: 'unsafe',
        answer: 'data',
      },
      options,
    )
  }

  /**
   * Simulate that a paid boleto settles.
   *
   * Changes the state of a PIX payment as a bank would, notifies its webhook and waits for the first attempt.
   *
   * `PUT /sandbox/transactions/settle-boleto/{transactionId}`. Refused with `TransactionNotFound`,
   * `WebhookUnreachable`, `TransactionStateNotAllowed`, `PaymentTypeMismatch`, `PaymentRequestNotApproved`,
   * `CounterpartyTaxNumberInvalid`, `CounterpartyServiceError`, `RefundNotAllowed`, `InsufficientBalance`.
   */
  async settleBoleto(transactionId: string, options?: CallOptions): Promise<SimulatedOutcome> {
    return this.#call(
      {
        method: 'PUT',
        path: pathOf`/sandbox/transactions/settle-boleto/${transactionId}`,
        repeat: 'unsafe',
        answer: 'data',
      },
      options,
    )
  }

  /**
   * Simulate that the payment fails.
   *
   * Changes the state of a PIX payment as a bank would, notifies its webhook and waits for the first attempt.
   *
   * `PUT /sandbox/transactions/error/{transactionId}`. Refused with `TransactionNotFound`, `WebhookUnreachable`,
   * `TransactionStateNotAllowed`, `PaymentTypeMismatch`, `PaymentRequestNotApproved`,
   * `CounterpartyTaxNumberInvalid`, `CounterpartyServiceError`, `RefundNotAllowed`, `InsufficientBalance`.
   */
  async error(transactionId: string, options?: CallOptions): Promise<SimulatedOutcome> {
    return this.#call(
      { method: 'PUT', path: pathOf`/sandbox/transactions/error/${transactionId}`, repeat: 'unsafe', answer: 'data' },
      options,
    )
  }

  /**
   * Simulate that the payment is cancelled.
   *
   * Changes the state of a PIX payment as a bank would, notifies its webhook and waits for the first attempt.
   *
   * `PUT /sandbox/transactions/cancel/{transactionId}`. Refused with `TransactionNotFound`, `WebhookUnreachable`,
   * `TransactionStateNotAllowed`, `PaymentTypeMismatch`, `PaymentRequestNotApproved`,
   * `CounterpartyTaxNumberInvalid`, `CounterpartyServiceError`, `RefundNotAllowed`, `InsufficientBalance`.
   */
  async cancel(transactionId: string, options?: CallOptions): Promise<SimulatedOutcome> {
    return this.#call(
      { method: 'PUT', path: pathOf`/sandbox/transactions/cancel/${transactionId}`, repeat: 'unsafe', answer: 'data' },
      options,
    )
  }

  /**
   * Simulate that the bank registers a cash-out.
   *
   * Changes the state of a PIX payment as a bank would, notifies its webhook and waits for the first attempt.
   *
   * `PUT /sandbox/transactions/register/{transactionId}`. Refused with `TransactionNotFound`, `WebhookUnreachable`,
   * `TransactionStateNotAllowed`, `PaymentTypeMismatch`, `PaymentRequestNotApproved`,
   * `CounterpartyTaxNumberInvalid`, `CounterpartyServiceError`, `RefundNotAllowed`, `InsufficientBalance`.
   */
  async register(transactionId: string, options?: CallOptions): Promise<SimulatedOutcome> {
    return this.#call(
      {
        method: 'PUT',
        path: pathOf`/sandbox/transactions/register/${transactionId}`,
        repeat: 'unsafe',
        answer: 'data',
      },
      options,
    )
  }

  /**
   * Simulate that a completed payment is reversed.
   *
   * Changes the state of a PIX payment as a bank would, notifies its webhook and waits for the first attempt.
   *
   * `PUT /sandbox/transactions/reverse/{transactionId}`. Refused with `TransactionNotFound`, `WebhookUnreachable`,
   * `TransactionStateNotAllowed`, `PaymentTypeMismatch`, `PaymentRequestNotApproved`,
   * `CounterpartyTaxNumberInvalid`, `CounterpartyServiceError`, `RefundNotAllowed`, `InsufficientBalance`.
   */
  async reverse(transactionId: string, options?: CallOptions): Promise<SimulatedOutcome> {
    return this.#call(
      { method: 'PUT', path: pathOf`/sandbox/transactions/reverse/${transactionId}`, repeat: 'unsafe', answer: 'data' },
      options,
    )
  }

  /**
   * Simulate that a completed cash-in is refunded.
   *
   * Changes the state of a PIX payment as a bank would, notifies its webhook and waits for the first attempt.
   *
   * `PUT /sandbox/transactions/refund/{transactionId}`. Refused with `TransactionNotFound`, `WebhookUnreachable`,
   * `TransactionStateNotAllowed`, `PaymentTypeMismatch`, `PaymentRequestNotApproved`,
   * `CounterpartyTaxNumberInvalid`, `CounterpartyServiceError`, `RefundNotAllowed`, `InsufficientBalance`.
   */
  async refund(transactionId: string, options?: CallOptions): Promise<SimulatedOutcome> {
    return this.#call(
      { method: 'PUT', path: pathOf`/sandbox/transactions/refund/${transactionId}`, repeat: 'unsafe', answer: 'data' },
      options,
    )
  }

  /**
   * Simulate that somebody pays a static QR code.
   *
   * Each call is a new payment: a separate transaction, completed at once.
   *
   * `POST /sandbox/static-qrs/{linkId}/pay`. Refused with `PaymentLinkNotFound`, `PaymentLinkStateNotAllowed`.
   */
  async payStatic(linkId: string, body: StaticPayment, options?: CallOptions): Promise<SimulatedOutcome> {
    return this.#call(
      {
        method: 'POST',
        path: pathOf`/sandbox/static-qrs/${linkId}/pay`,
        body,
        amounts: ['amount'],
        repeat: 'unsafe',
        answer: 'data',
      },
      options,
    )
  }
}

export class Documents {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * Request an upload address for an invoice.
   *
   * Returns a pre-authorised address. `PUT` the file to it within 300 seconds: PDF, PNG, JPEG or XML, at most 10
   * MB.
   *
   * `POST /documents`. Refused with `PaymentRequestNotFound`.
   */
  async requestUpload(body: UploadRequest, options?: CallOptions): Promise<UploadAddress> {
    return this.#call({ method: 'POST', path: '/documents', body, repeat: 'unsafe', answer: 'data' }, options)
  }

  /**
   * List the invoices of a payment request, newest first.
   *
   * Includes those whose file is not uploaded yet.
   *
   * `GET /documents`. Refused with `PaymentRequestNotFound`.
   */
  async list(query: ListDocumentsQuery, options?: CallOptions): Promise<DocumentPage> {
    return this.#call(
      {
        method: 'GET',
        path: '/documents',
        query: queryOf(
          { ownerType: 'Transaction', owner: undefined, type: 'Invoice', limit: undefined, offset: undefined },
          query,
        ),
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /** List the invoices of a payment request, newest first: one after the other, over all pages. */
  each(query: Omit<ListDocumentsQuery, 'offset' | 'cursor'>, options?: CallOptions): AsyncGenerator<Document, void> {
    return byOffset(page => this.list({ ...query, ...page }, options))
  }

  /**
   * Download an invoice.
   *
   * The uploaded file, as an attachment.
   *
   * `GET /documents/{documentId}/content`. Refused with `DocumentNotFound`, `DocumentNotUploaded`.
   */
  async download(documentId: string, options?: CallOptions): Promise<Response> {
    return this.#call(
      { method: 'GET', path: pathOf`/documents/${documentId}/content`, repeat: 'safe', answer: 'file' },
      options,
    )
  }

  /**
   * Delete an invoice and its file.
   *
   * Only while the payment request is `Pending`: after a decision its invoices are kept.
   *
   * `DELETE /documents/{documentId}`. Refused with `DocumentNotFound`, `PaymentRequestNotPending`.
   */
  async delete(documentId: string, options?: CallOptions): Promise<void> {
    return this.#call(
      { method: 'DELETE', path: pathOf`/documents/${documentId}`, repeat: 'unsafe', answer: 'nothing' },
      options,
    )
  }
}

export class PayoutBatches {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * Create a payout batch.
   *
   * Up to 5,000 payouts to Pix keys, or payments to receivers. Every row is validated like a single payment. If a
   * row is invalid, the 400 lists all invalid rows in `details` and nothing is created. The batch then waits for
   * approval in the portal, according to its total; no money is held until then. After approval the rows are paid
   * in order. A row that is refused does not stop the others.
   *
   * `POST /payout-batches`. Refused with `OrderIdConflict`, `WebhookAddressNotAllowed`.
   */
  async create(body: CreatePayoutBatch, options?: CallOptions): Promise<PayoutBatch> {
    return this.#call({ method: 'POST', path: '/payout-batches', body, repeat: 'safe', answer: 'data' }, options)
  }

  /**
   * List batches, newest first.
   *
   * All batches that the access key may create. Filter by kind or state.
   *
   * `GET /payout-batches`.
   */
  async list(query: ListPayoutBatchesQuery = {}, options?: CallOptions): Promise<PayoutBatchPage> {
    return this.#call(
      {
        method: 'GET',
        path: '/payout-batches',
        query: queryOf({ kind: undefined, state: undefined, 'dataset.limit': undefined, cursor: undefined }, query),
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /** List batches, newest first: one after the other, over all pages. */
  each(
    query: Omit<ListPayoutBatchesQuery, 'offset' | 'cursor'> = {},
    options?: CallOptions,
  ): AsyncGenerator<PayoutBatch, void> {
    return byCursor(page => this.list({ ...query, ...page }, options))
  }

  /**
   * Read a spreadsheet of payments.
   *
   * CSV or XLSX with the columns of the portal's template. Returns the rows in the form that `POST /payout-batches`
   * takes. Nothing is stored; rows are validated when you create the batch.
   *
   * `POST /payout-batches/read`. Refused with `SpreadsheetUnreadable`.
   */
  async readSpreadsheet(body: ReadPayoutSpreadsheet, options?: CallOptions): Promise<PayoutSpreadsheet> {
    return this.#call({ method: 'POST', path: '/payout-batches/read', body, repeat: 'safe', answer: 'data' }, options)
  }

  /**
   * Read a batch.
   *
   * Includes the number and total of rows that are made, refused and waiting.
   *
   * `GET /payout-batches/{batchId}`. Refused with `PayoutBatchNotFound`.
   */
  async read(batchId: string, options?: CallOptions): Promise<PayoutBatch> {
    return this.#call(
      { method: 'GET', path: pathOf`/payout-batches/${batchId}`, repeat: 'safe', answer: 'data' },
      options,
    )
  }

  /**
   * List the rows of a batch, in order.
   *
   * Each row has its transaction, or the reason it was refused.
   *
   * `GET /payout-batches/{batchId}/rows`. Refused with `PayoutBatchNotFound`.
   */
  async listRows(
    batchId: string,
    query: ListPayoutBatchRowsQuery = {},
    options?: CallOptions,
  ): Promise<PayoutBatchRowPage> {
    return this.#call(
      {
        method: 'GET',
        path: pathOf`/payout-batches/${batchId}/rows`,
        query: queryOf({ state: undefined, 'dataset.limit': undefined, cursor: undefined }, query),
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /** List the rows of a batch, in order: one after the other, over all pages. */
  eachRow(
    batchId: string,
    query: Omit<ListPayoutBatchRowsQuery, 'offset' | 'cursor'> = {},
    options?: CallOptions,
  ): AsyncGenerator<PayoutBatchRow, void> {
    return byCursor(page => this.listRows(batchId, { ...query, ...page }, options))
  }

  /**
   * Read the result file of a batch.
   *
   * CSV with one line per row: state, transaction, and the reason if it was refused.
   *
   * `GET /payout-batches/{batchId}/result`. Refused with `PayoutBatchNotFound`.
   */
  async downloadResult(batchId: string, options?: CallOptions): Promise<Response> {
    return this.#call(
      { method: 'GET', path: pathOf`/payout-batches/${batchId}/result`, repeat: 'safe', answer: 'file' },
      options,
    )
  }

  /**
   * Cancel a batch.
   *
   * Only while the batch is waiting for approval.
   *
   * `PUT /payout-batches/{batchId}/cancel`. Refused with `PayoutBatchNotFound`, `PayoutBatchStateNotAllowed`.
   */
  async cancel(batchId: string, options?: CallOptions): Promise<PayoutBatch> {
    return this.#call(
      { method: 'PUT', path: pathOf`/payout-batches/${batchId}/cancel`, repeat: 'unsafe', answer: 'data' },
      options,
    )
  }

  /**
   * Stop a batch.
   *
   * Only while the batch is `Running`. Rows that are still waiting are refused with `BatchStopped`. Rows that
   * already have a transaction are not affected.
   *
   * `PUT /payout-batches/{batchId}/stop`. Refused with `PayoutBatchNotFound`, `PayoutBatchStateNotAllowed`.
   */
  async stop(batchId: string, options?: CallOptions): Promise<PayoutBatch> {
    return this.#call(
      { method: 'PUT', path: pathOf`/payout-batches/${batchId}/stop`, repeat: 'unsafe', answer: 'data' },
      options,
    )
  }
}

export class PaymentRequests {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * Create a payment request.
   *
   * The request waits for approval in the portal; the money is held when it is approved.
   *
   * `POST /accounts/transaction-requests`. Refused with `ReceiverNotFound`, `BankAccountNotFound`,
   * `ReceiverNotApproved`, `BankAccountNotAllowed`, `AmountNotAllowed`, `LimitExceeded`, `OrderIdConflict`.
   */
  async create(body: CreatePaymentRequest, options?: CallOptions): Promise<CreatedPaymentRequest> {
    return this.#call(
      {
        method: 'POST',
        path: '/accounts/transaction-requests',
        body,
        amounts: ['amount'],
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /**
   * List payment requests, newest first.
   *
   * Filtered by status and time of creation.
   *
   * `GET /accounts/transaction-requests`.
   */
  async list(query: ListPaymentRequestsQuery, options?: CallOptions): Promise<PaymentRequestPage> {
    return this.#call(
      {
        method: 'GET',
        path: '/accounts/transaction-requests',
        query: queryOf(
          { 'dataset.limit': 20, 'dataset.offset': 0, status: undefined, startDate: undefined, endDate: undefined },
          query,
        ),
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /** List payment requests, newest first: one after the other, over all pages. */
  each(
    query: Omit<ListPaymentRequestsQuery, 'offset' | 'cursor'>,
    options?: CallOptions,
  ): AsyncGenerator<PaymentRequest, void> {
    return byOffset(page => this.list({ ...query, ...page }, options))
  }

  /**
   * Cancel a payment request.
   *
   * Only while it is pending, or approved and not yet sent to the bank.
   *
   * `PUT /accounts/transaction-requests/cancel/{trId}`. Refused with `PaymentRequestNotFound`,
   * `PaymentRequestNotPending`, `PaymentRequestAlreadyExecuted`.
   */
  async cancel(trId: string, options?: CallOptions): Promise<void> {
    return this.#call(
      {
        method: 'PUT',
        path: pathOf`/accounts/transaction-requests/cancel/${trId}`,
        repeat: 'unsafe',
        answer: 'nothing',
      },
      options,
    )
  }

  /**
   * Read a payment request and its approval flow.
   *
   * The request, the status of its payment, and every decision.
   *
   * `GET /accounts/transaction-requests/{trId}`. Refused with `PaymentRequestNotFound`.
   */
  async read(trId: string, options?: CallOptions): Promise<PaymentRequestDetail> {
    return this.#call(
      { method: 'GET', path: pathOf`/accounts/transaction-requests/${trId}`, repeat: 'safe', answer: 'data' },
      options,
    )
  }
}

export class Receivers {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * List receivers, newest first.
   *
   * Companies that you registered in the portal to pay them.
   *
   * `GET /receivers`.
   */
  async list(query: ListReceiversQuery = {}, options?: CallOptions): Promise<ReceiverPage> {
    return this.#call(
      {
        method: 'GET',
        path: '/receivers',
        query: queryOf({ 'dataset.limit': 20, 'dataset.offset': 0, receiverStatus: undefined }, query),
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /** List receivers, newest first: one after the other, over all pages. */
  each(
    query: Omit<ListReceiversQuery, 'offset' | 'cursor'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Receiver, void> {
    return byOffset(page => this.list({ ...query, ...page }, options))
  }

  /**
   * Read a receiver.
   *
   * One receiver, as a page with one item.
   *
   * `GET /receivers/{receiverId}`. Refused with `ReceiverNotFound`.
   */
  async read(receiverId: string, options?: CallOptions): Promise<ReceiverPage> {
    return this.#call(
      { method: 'GET', path: pathOf`/receivers/${receiverId}`, repeat: 'safe', answer: 'data' },
      options,
    )
  }

  /**
   * List the bank accounts of a receiver.
   *
   * Only an `Approved` account can be paid.
   *
   * `GET /receivers/{receiverId}/accounts`. Refused with `ReceiverNotFound`.
   */
  async listAccounts(
    receiverId: string,
    query: ListReceiverAccountsQuery = {},
    options?: CallOptions,
  ): Promise<BankAccountList> {
    return this.#call(
      {
        method: 'GET',
        path: pathOf`/receivers/${receiverId}/accounts`,
        query: queryOf({ limit: undefined, offset: undefined }, query),
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /** List the bank accounts of a receiver: one after the other, over all pages. */
  eachAccount(
    receiverId: string,
    query: Omit<ListReceiverAccountsQuery, 'offset' | 'cursor'> = {},
    options?: CallOptions,
  ): AsyncGenerator<BankAccount, void> {
    return byOffset(page => this.listAccounts(receiverId, { ...query, ...page }, options))
  }
}

export class OpenFinance {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * Create an OpenFinance cash-in.
   *
   * Returns the address of a checkout where the end user chooses a bank, authorises the payment there and returns
   * to `payment.redirectUrl`. Do not rely on the redirect: wait for the webhook, or read the transaction.
   *
   * `POST /accounts/payment-initiation`. Refused with `CounterpartyTaxNumberInvalid`, `CounterpartyServiceError`,
   * `AmountNotAllowed`, `OrderIdConflict`, `WebhookAddressNotAllowed`.
   */
  async createPaymentInitiation(body: PaymentInitiationRequest, options?: CallOptions): Promise<PaymentInitiation> {
    return this.#call(
      {
        method: 'POST',
        path: '/accounts/payment-initiation',
        body,
        amounts: ['payment.value.original'],
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }
}

export class Disputes {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * List disputes, newest first.
   *
   * Cases in which a bank demands money back that you received (MED). Filter by state.
   *
   * `GET /disputes`.
   */
  async list(query: ListDisputesQuery = {}, options?: CallOptions): Promise<DisputePage> {
    return this.#call(
      {
        method: 'GET',
        path: '/disputes',
        query: queryOf(
          { state: undefined, transactionId: undefined, 'dataset.limit': undefined, cursor: undefined },
          query,
        ),
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /** List disputes, newest first: one after the other, over all pages. */
  each(query: Omit<ListDisputesQuery, 'offset' | 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Dispute, void> {
    return byCursor(page => this.list({ ...query, ...page }, options))
  }

  /**
   * Read a dispute.
   *
   * Includes the blocked amount and the deadlines to answer and to contest a return.
   *
   * `GET /disputes/{disputeId}`. Refused with `DisputeNotFound`.
   */
  async read(disputeId: string, options?: CallOptions): Promise<Dispute> {
    return this.#call({ method: 'GET', path: pathOf`/disputes/${disputeId}`, repeat: 'safe', answer: 'data' }, options)
  }

  /**
   * Request an upload address for a file of a dispute.
   *
   * Returns a pre-authorised address. `PUT` the file to it within 300 seconds: PDF, PNG, JPEG or XML, at most 10
   * MB. Then send its id with the defence or the contest.
   *
   * `POST /disputes/{disputeId}/files`. Refused with `DisputeNotFound`, `DisputeStateNotAllowed`,
   * `DisputeAnswerTimeOver`.
   */
  async requestFile(disputeId: string, body: DefenceFileRequest, options?: CallOptions): Promise<DefenceFile> {
    return this.#call(
      { method: 'POST', path: pathOf`/disputes/${disputeId}/files`, body, repeat: 'unsafe', answer: 'data' },
      options,
    )
  }

  /**
   * Answer a dispute.
   *
   * Sends your explanation and the files you uploaded. Possible once, before `answerUntil`.
   *
   * `POST /disputes/{disputeId}/defence`. Refused with `DisputeNotFound`, `DocumentNotFound`,
   * `DisputeStateNotAllowed`, `DisputeAnswerTimeOver`, `DocumentNotUploaded`.
   */
  async defend(disputeId: string, body: DefenceRequest, options?: CallOptions): Promise<Dispute> {
    return this.#call(
      { method: 'POST', path: pathOf`/disputes/${disputeId}/defence`, body, repeat: 'unsafe', answer: 'data' },
      options,
    )
  }

  /**
   * Contest the return of a dispute.
   *
   * Sends your explanation and the files you uploaded against a return that was made. Possible once, before
   * `contestUntil`. Operators forward it to the bank and enter its decision.
   *
   * `POST /disputes/{disputeId}/contest`. Refused with `DisputeNotFound`, `DocumentNotFound`,
   * `DisputeStateNotAllowed`, `DisputeAnswerTimeOver`, `DocumentNotUploaded`.
   */
  async contest(disputeId: string, body: ContestRequest, options?: CallOptions): Promise<Dispute> {
    return this.#call(
      { method: 'POST', path: pathOf`/disputes/${disputeId}/contest`, body, repeat: 'unsafe', answer: 'data' },
      options,
    )
  }
}

export class FileSchedules {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * List file schedules.
   *
   * Schedules created with a key and in the portal.
   *
   * `GET /file-schedules`.
   */
  async list(options?: CallOptions): Promise<FileScheduleList> {
    return this.#call({ method: 'GET', path: '/file-schedules', repeat: 'safe', answer: 'data' }, options)
  }

  /**
   * Schedule a file.
   *
   * The file is created at 6:00 São Paulo time after each day or month, starting with the current one, and stored
   * in your bucket. The schedule ends when the key that created it is revoked or expires, unless you replaced the
   * key with a new one.
   *
   * `POST /file-schedules`.
   */
  async create(body: CreateFileSchedule, options?: CallOptions): Promise<FileSchedule> {
    return this.#call({ method: 'POST', path: '/file-schedules', body, repeat: 'unsafe', answer: 'data' }, options)
  }

  /**
   * Delete a file schedule.
   *
   * No more files are created. Existing files stay available.
   *
   * `DELETE /file-schedules/{scheduleId}`. Refused with `FileScheduleNotFound`.
   */
  async delete(scheduleId: string, options?: CallOptions): Promise<void> {
    return this.#call(
      { method: 'DELETE', path: pathOf`/file-schedules/${scheduleId}`, repeat: 'unsafe', answer: 'nothing' },
      options,
    )
  }
}

export class Files {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * Create a file.
   *
   * A statement, transactions, a monthly statement, or a reconciliation of your own list. The file is created in
   * the background: read it until it is `Done`, then download it from `url` within 7 days.
   *
   * `POST /files`.
   */
  async create(body: CreateFile, options?: CallOptions): Promise<ExportedFile> {
    return this.#call({ method: 'POST', path: '/files', body, repeat: 'safe', answer: 'data' }, options)
  }

  /**
   * List files, newest first.
   *
   * Files created with a key, in the portal and by schedules.
   *
   * `GET /files`.
   */
  async list(query: ListFilesQuery = {}, options?: CallOptions): Promise<FilePage> {
    return this.#call(
      {
        method: 'GET',
        path: '/files',
        query: queryOf({ 'dataset.limit': undefined, cursor: undefined }, query),
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /** List files, newest first: one after the other, over all pages. */
  each(
    query: Omit<ListFilesQuery, 'offset' | 'cursor'> = {},
    options?: CallOptions,
  ): AsyncGenerator<ExportedFile, void> {
    return byCursor(page => this.list({ ...query, ...page }, options))
  }

  /**
   * Read a file.
   *
   * The progress and, when it is `Done`, the download address.
   *
   * `GET /files/{fileId}`. Refused with `FileNotFound`.
   */
  async read(fileId: string, options?: CallOptions): Promise<ExportedFile> {
    return this.#call({ method: 'GET', path: pathOf`/files/${fileId}`, repeat: 'safe', answer: 'data' }, options)
  }
}

export class PaymentLinks {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * Create a payment link.
   *
   * A reusable address where anybody can pay by Pix: a fixed amount or one that the payer chooses, with or without
   * a limit on the number of payments and an end date. Every payment is a separate transaction.
   *
   * `POST /payment-links`. Refused with `OrderIdConflict`, `WebhookAddressNotAllowed`, `AmountNotAllowed`.
   */
  async create(body: CreatePaymentLink, options?: CallOptions): Promise<PaymentLink> {
    return this.#call(
      {
        method: 'POST',
        path: '/payment-links',
        body,
        amounts: ['amount', 'minAmount', 'maxAmount'],
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /**
   * List payment links, newest first.
   *
   * Filter by state.
   *
   * `GET /payment-links`.
   */
  async list(query: ListPaymentLinksQuery = {}, options?: CallOptions): Promise<PaymentLinkPage> {
    return this.#call(
      {
        method: 'GET',
        path: '/payment-links',
        query: queryOf({ state: undefined, 'dataset.limit': undefined, cursor: undefined }, query),
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /** List payment links, newest first: one after the other, over all pages. */
  each(
    query: Omit<ListPaymentLinksQuery, 'offset' | 'cursor'> = {},
    options?: CallOptions,
  ): AsyncGenerator<PaymentLink, void> {
    return byCursor(page => this.list({ ...query, ...page }, options))
  }

  /**
   * Create a static QR code.
   *
   * A code to print, for any number of payments. Every payment is a separate transaction and is notified by
   * webhook. Read, list and close it like a payment link. A payment to a closed code is still credited.
   *
   * `POST /static-qrs`. Refused with `OrderIdConflict`, `WebhookAddressNotAllowed`, `AmountNotAllowed`.
   */
  async createStatic(body: CreateStaticQrCode, options?: CallOptions): Promise<PaymentLink> {
    return this.#call(
      { method: 'POST', path: '/static-qrs', body, amounts: ['amount'], repeat: 'safe', answer: 'data' },
      options,
    )
  }

  /**
   * Read a payment link.
   *
   * Includes the number of payments and of open charges.
   *
   * `GET /payment-links/{linkId}`. Refused with `PaymentLinkNotFound`.
   */
  async read(linkId: string, options?: CallOptions): Promise<PaymentLink> {
    return this.#call(
      { method: 'GET', path: pathOf`/payment-links/${linkId}`, repeat: 'safe', answer: 'data' },
      options,
    )
  }

  /**
   * Change, close or reopen a payment link.
   *
   * Omitted fields do not change. A greater stock or a later end reopens a link that is sold out or expired. The
   * amount of a link cannot change: create another link.
   *
   * `PUT /payment-links/{linkId}`. Refused with `PaymentLinkNotFound`, `PaymentLinkStateNotAllowed`,
   * `PaymentLinkStockTaken`.
   */
  async change(linkId: string, body: ChangePaymentLink, options?: CallOptions): Promise<PaymentLink> {
    return this.#call(
      { method: 'PUT', path: pathOf`/payment-links/${linkId}`, body, repeat: 'unsafe', answer: 'data' },
      options,
    )
  }

  /**
   * List the transactions of a payment link, newest first.
   *
   * All charges of the link, paid or not. A page can have fewer items than `limit`: continue with `nextCursor`
   * until it is null.
   *
   * `GET /payment-links/{linkId}/transactions`. Refused with `PaymentLinkNotFound`.
   */
  async listTransactions(
    linkId: string,
    query: ListPaymentLinkTransactionsQuery = {},
    options?: CallOptions,
  ): Promise<PaymentLinkTransactions> {
    return this.#call(
      {
        method: 'GET',
        path: pathOf`/payment-links/${linkId}/transactions`,
        query: queryOf({ 'dataset.limit': undefined, cursor: undefined }, query),
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /** List the transactions of a payment link, newest first: one after the other, over all pages. */
  eachTransaction(
    linkId: string,
    query: Omit<ListPaymentLinkTransactionsQuery, 'offset' | 'cursor'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Transaction, void> {
    return byCursor(page => this.listTransactions(linkId, { ...query, ...page }, options))
  }
}

export class Reminders {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * Read the plan of reminders.
   *
   * When payers of open bills are reminded, how, and with which texts. One plan for all your bills.
   *
   * `GET /reminder-plan`.
   */
  async readPlan(options?: CallOptions): Promise<ReminderPlan> {
    return this.#call({ method: 'GET', path: '/reminder-plan', repeat: 'safe', answer: 'data' }, options)
  }

  /**
   * Change the plan of reminders.
   *
   * Omitted fields do not change; `words` is replaced as a whole. What is due today is sent today, what was due
   * before is not sent. Reminders stop when a bill is paid, cancelled or expired, or when the payer wants none.
   *
   * `PUT /reminder-plan`.
   */
  async changePlan(body: ChangeReminderPlan, options?: CallOptions): Promise<ReminderPlan> {
    return this.#call({ method: 'PUT', path: '/reminder-plan', body, repeat: 'unsafe', answer: 'data' }, options)
  }

  /**
   * List the reminders of all bills, newest first.
   *
   * What was sent to payers and when, and what was not sent and why.
   *
   * `GET /reminders`.
   */
  async list(query: ListRemindersQuery = {}, options?: CallOptions): Promise<ReminderPage> {
    return this.#call(
      {
        method: 'GET',
        path: '/reminders',
        query: queryOf({ 'dataset.limit': undefined, cursor: undefined }, query),
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /** List the reminders of all bills, newest first: one after the other, over all pages. */
  each(
    query: Omit<ListRemindersQuery, 'offset' | 'cursor'> = {},
    options?: CallOptions,
  ): AsyncGenerator<ListedBillReminder, void> {
    return byCursor(page => this.list({ ...query, ...page }, options))
  }
}

export class Bills {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * Preview a spreadsheet of bills.
   *
   * How many rows are valid, and what is wrong with the others. Nothing is stored. CSV or XLSX, up to 10,000 rows,
   * with the columns of the portal’s template; only the amount and the due date are required, and a payer (name and
   * CPF or CNPJ) or the external id of a customer.
   *
   * `POST /bills/imports/preview`. Refused with `SpreadsheetUnreadable`.
   */
  async previewImport(body: PreviewBillImport, options?: CallOptions): Promise<BillImportPreview> {
    return this.#call({ method: 'POST', path: '/bills/imports/preview', body, repeat: 'safe', answer: 'data' }, options)
  }

  /**
   * Create bills from a spreadsheet.
   *
   * Every row is validated like a single bill. If a row is invalid, the 400 lists the invalid rows in `details` and
   * nothing is created, unless `skipInvalid` is true. The bills are then created one group after the other; a row
   * that is refused does not stop the others. CSV or XLSX, up to 10,000 rows, with the columns of the portal’s
   * template; only the amount and the due date are required, and a payer (name and CPF or CNPJ) or the external id
   * of a customer.
   *
   * `POST /bills/imports`. Refused with `SpreadsheetUnreadable`, `OrderIdConflict`.
   */
  async import(body: CreateBillImport, options?: CallOptions): Promise<BillImport> {
    return this.#call({ method: 'POST', path: '/bills/imports', body, repeat: 'safe', answer: 'data' }, options)
  }

  /**
   * List imports of bills, newest first.
   *
   * Filter by state.
   *
   * `GET /bills/imports`.
   */
  async listImports(query: ListBillImportsQuery = {}, options?: CallOptions): Promise<BillImportPage> {
    return this.#call(
      {
        method: 'GET',
        path: '/bills/imports',
        query: queryOf({ state: undefined, 'dataset.limit': undefined, cursor: undefined }, query),
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /** List imports of bills, newest first: one after the other, over all pages. */
  eachImport(
    query: Omit<ListBillImportsQuery, 'offset' | 'cursor'> = {},
    options?: CallOptions,
  ): AsyncGenerator<BillImport, void> {
    return byCursor(page => this.listImports({ ...query, ...page }, options))
  }

  /**
   * Read an import of bills.
   *
   * Includes the number and total of rows that are created, refused and waiting.
   *
   * `GET /bills/imports/{importId}`. Refused with `BillImportNotFound`.
   */
  async readImport(importId: string, options?: CallOptions): Promise<BillImport> {
    return this.#call(
      { method: 'GET', path: pathOf`/bills/imports/${importId}`, repeat: 'safe', answer: 'data' },
      options,
    )
  }

  /**
   * List the rows of an import, in the order of the file.
   *
   * Each row has its bill, or the reason it was refused.
   *
   * `GET /bills/imports/{importId}/rows`. Refused with `BillImportNotFound`.
   */
  async listImportRows(
    importId: string,
    query: ListBillImportRowsQuery = {},
    options?: CallOptions,
  ): Promise<BillImportRowPage> {
    return this.#call(
      {
        method: 'GET',
        path: pathOf`/bills/imports/${importId}/rows`,
        query: queryOf({ state: undefined, 'dataset.limit': undefined, cursor: undefined }, query),
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /** List the rows of an import, in the order of the file: one after the other, over all pages. */
  eachImportRow(
    importId: string,
    query: Omit<ListBillImportRowsQuery, 'offset' | 'cursor'> = {},
    options?: CallOptions,
  ): AsyncGenerator<BillImportRow, void> {
    return byCursor(page => this.listImportRows(importId, { ...query, ...page }, options))
  }

  /**
   * Read the result file of an import.
   *
   * CSV with one line per row: its bill, page and copy-and-paste code, or the reason it was refused.
   *
   * `GET /bills/imports/{importId}/result`. Refused with `BillImportNotFound`.
   */
  async downloadImportResult(importId: string, options?: CallOptions): Promise<Response> {
    return this.#call(
      { method: 'GET', path: pathOf`/bills/imports/${importId}/result`, repeat: 'safe', answer: 'file' },
      options,
    )
  }

  /**
   * Stop an import of bills.
   *
   * Only while it is `Running`. Rows that are still waiting are refused with `BillImportStopped`. Bills that are
   * created stay.
   *
   * `PUT /bills/imports/{importId}/stop`. Refused with `BillImportNotFound`, `BillImportStateNotAllowed`.
   */
  async stopImport(importId: string, options?: CallOptions): Promise<BillImport> {
    return this.#call(
      { method: 'PUT', path: pathOf`/bills/imports/${importId}/stop`, repeat: 'unsafe', answer: 'data' },
      options,
    )
  }

  /**
   * Read what is open by how late it is.
   *
   * Count and sum of all open bills by days after their due date, and of those that expired unpaid.
   *
   * `GET /bills/ageing`.
   */
  async readAgeing(options?: CallOptions): Promise<BillAgeing> {
    return this.#call({ method: 'GET', path: '/bills/ageing', repeat: 'safe', answer: 'data' }, options)
  }

  /**
   * Export open bills with how late they are.
   *
   * CSV, one row for each open bill with what is owed today, earliest due date first, at most 50,000. Expired bills
   * are not in it: list bills with the state `Expired`.
   *
   * `GET /bills/ageing/export`.
   */
  async exportAgeing(query: ExportBillAgeingQuery = {}, options?: CallOptions): Promise<Response> {
    return this.#call(
      {
        method: 'GET',
        path: '/bills/ageing/export',
        query: queryOf({ language: undefined }, query),
        repeat: 'safe',
        answer: 'file',
      },
      options,
    )
  }

  /**
   * Create a bill.
   *
   * A Pix charge with a due date: it can be paid early with a discount, and late with a fine and interest, until
   * its last payable day. The payer is named with a document, or by `customerId`. The bank decides the amount on
   * the day of the payment.
   *
   * `POST /bills`. Refused with `CustomerNotFound`, `CounterpartyTaxNumberInvalid`, `CounterpartyServiceError`,
   * `AmountNotAllowed`, `PayerNotReported`, `OrderIdConflict`, `WebhookAddressNotAllowed`, `RefusedByBank`.
   */
  async create(body: CreateBill, options?: CallOptions): Promise<Bill> {
    return this.#call(
      {
        method: 'POST',
        path: '/bills',
        body,
        amounts: ['amount', 'fine.amount', 'interest.amount', 'rebate.amount', 'discount.amount'],
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /**
   * List bills, newest first.
   *
   * Filter by state, due date, customer, order id or text.
   *
   * `GET /bills`.
   */
  async list(query: ListBillsQuery = {}, options?: CallOptions): Promise<BillPage> {
    return this.#call(
      {
        method: 'GET',
        path: '/bills',
        query: queryOf(
          {
            state: undefined,
            dueFrom: undefined,
            dueUntil: undefined,
            customerId: undefined,
            orderId: undefined,
            text: undefined,
            'dataset.limit': undefined,
            cursor: undefined,
          },
          query,
        ),
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /** List bills, newest first: one after the other, over all pages. */
  each(query: Omit<ListBillsQuery, 'offset' | 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Bill, void> {
    return byCursor(page => this.list({ ...query, ...page }, options))
  }

  /**
   * Create an instalment plan.
   *
   * From 2 to 60 bills, one a month, created together: if one cannot be created, none is. The amounts add up to
   * `amount`. Each is a bill of its own: read, change and cancel it like any other.
   *
   * `POST /bills/plans`. Refused with `CustomerNotFound`, `CounterpartyTaxNumberInvalid`,
   * `CounterpartyServiceError`, `AmountNotAllowed`, `PayerNotReported`, `OrderIdConflict`,
   * `WebhookAddressNotAllowed`, `RefusedByBank`.
   */
  async createPlan(body: CreateBillPlan, options?: CallOptions): Promise<BillPlan> {
    return this.#call(
      {
        method: 'POST',
        path: '/bills/plans',
        body,
        amounts: [
          'amount',
          'firstAmount',
          'lastAmount',
          'fine.amount',
          'interest.amount',
          'rebate.amount',
          'discount.amount',
        ],
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /**
   * Read a bill.
   *
   * Includes what is owed today, and how the paid amount is made up.
   *
   * `GET /bills/{billId}`. Refused with `BillNotFound`.
   */
  async read(billId: string, options?: CallOptions): Promise<Bill> {
    return this.#call({ method: 'GET', path: pathOf`/bills/${billId}`, repeat: 'safe', answer: 'data' }, options)
  }

  /**
   * Change a bill that nobody has paid.
   *
   * Omitted fields do not change; null removes a field. `fine`, `interest`, `rebate`, `discount` and `lines` are
   * replaced as a whole; a new amount without lines removes them. The payer cannot change: cancel the bill and
   * create another. `503` with the reason `BankUnavailable`: the bank has not confirmed the change yet, and is
   * asked until it has; repeat the call to see the result. Until then another change is refused with `409`.
   *
   * `PATCH /bills/{billId}`. Refused with `BillNotFound`, `TransactionStateNotAllowed`, `RefusedByBank`.
   */
  async change(billId: string, body: ChangeBill, options?: CallOptions): Promise<Bill> {
    return this.#call(
      { method: 'PATCH', path: pathOf`/bills/${billId}`, body, amounts: ['amount'], repeat: 'unsafe', answer: 'data' },
      options,
    )
  }

  /**
   * Read a bill as a PDF.
   *
   * One sheet of A4 to print: what is owed today, the QR code and, where there is one, the boleto. The payer's own
   * is at `url` with `.pdf` added, with the payer's document masked.
   *
   * `GET /bills/{billId}/pdf`. Refused with `BillNotFound`.
   */
  async downloadPdf(billId: string, query: ReadBillPdfQuery = {}, options?: CallOptions): Promise<Response> {
    return this.#call(
      {
        method: 'GET',
        path: pathOf`/bills/${billId}/pdf`,
        query: queryOf({ lang: undefined }, query),
        repeat: 'safe',
        answer: 'file',
      },
      options,
    )
  }

  /**
   * Read what is owed on a day.
   *
   * The amount of a bill and how it is made up, if it were paid on that day.
   *
   * `GET /bills/{billId}/amount-due`. Refused with `BillNotFound`.
   */
  async readAmountDue(
    billId: string,
    query: ReadBillAmountDueQuery = {},
    options?: CallOptions,
  ): Promise<BillAmountDue> {
    return this.#call(
      {
        method: 'GET',
        path: pathOf`/bills/${billId}/amount-due`,
        query: queryOf({ on: undefined }, query),
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /**
   * Cancel a bill that nobody has paid.
   *
   * If it was paid first, the response is 409. `Open` or `Overdue` in the response: the bank has not confirmed yet,
   * and a webhook reports the result. Repeating the call has no further effect.
   *
   * `POST /bills/{billId}/cancel`. Refused with `BillNotFound`, `TransactionStateNotAllowed`.
   */
  async cancel(billId: string, options?: CallOptions): Promise<Bill> {
    return this.#call(
      { method: 'POST', path: pathOf`/bills/${billId}/cancel`, repeat: 'unsafe', answer: 'data' },
      options,
    )
  }

  /**
   * List the reminders of a bill, newest first.
   *
   * What was sent to the payer and when, what was not sent and why, and a text with the link that a person can send
   * now.
   *
   * `GET /bills/{billId}/reminders`. Refused with `BillNotFound`.
   */
  async listReminders(billId: string, options?: CallOptions): Promise<BillReminders> {
    return this.#call(
      { method: 'GET', path: pathOf`/bills/${billId}/reminders`, repeat: 'safe', answer: 'data' },
      options,
    )
  }

  /**
   * Record a reminder that a person sends.
   *
   * Nothing is sent: the response has the text with the link, and the address that opens WhatsApp with it. The
   * reminder is listed with the others.
   *
   * `POST /bills/{billId}/reminders`. Refused with `BillNotFound`, `TransactionStateNotAllowed`.
   */
  async recordReminder(billId: string, options?: CallOptions): Promise<RecordedBillReminder> {
    return this.#call(
      { method: 'POST', path: pathOf`/bills/${billId}/reminders`, repeat: 'unsafe', answer: 'data' },
      options,
    )
  }

  /**
   * Stop or resume reminders to the payer of a bill.
   *
   * The payer is known by the document: it applies to all bills of this payer, and to the customer with the same
   * document.
   *
   * `PUT /bills/{billId}/reminders`. Refused with `BillNotFound`.
   */
  async setReminders(billId: string, body: SetReminderWish, options?: CallOptions): Promise<ReminderWish> {
    return this.#call(
      { method: 'PUT', path: pathOf`/bills/${billId}/reminders`, body, repeat: 'unsafe', answer: 'data' },
      options,
    )
  }

  /**
   * Preview the texts of a bill in both languages.
   *
   * Each text as the payer of this bill would get it, with what is owed on its day. `words` are texts to try
   * instead of those of the plan. Nothing is sent or stored.
   *
   * `POST /bills/{billId}/reminders/preview`. Refused with `BillNotFound`.
   */
  async previewReminders(billId: string, body: PreviewReminders = {}, options?: CallOptions): Promise<ReminderPreview> {
    return this.#call(
      { method: 'POST', path: pathOf`/bills/${billId}/reminders/preview`, body, repeat: 'safe', answer: 'data' },
      options,
    )
  }
}

export class Customers {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * List the transactions of a customer, newest first.
   *
   * All charges that name the customer, paid or not.
   *
   * `GET /customers/{customerId}/transactions`. Refused with `CustomerNotFound`.
   */
  async listTransactions(
    customerId: string,
    query: ListCustomerTransactionsQuery = {},
    options?: CallOptions,
  ): Promise<CustomerTransactions> {
    return this.#call(
      {
        method: 'GET',
        path: pathOf`/customers/${customerId}/transactions`,
        query: queryOf({ 'dataset.limit': undefined, cursor: undefined }, query),
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /** List the transactions of a customer, newest first: one after the other, over all pages. */
  eachTransaction(
    customerId: string,
    query: Omit<ListCustomerTransactionsQuery, 'offset' | 'cursor'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Transaction, void> {
    return byCursor(page => this.listTransactions(customerId, { ...query, ...page }, options))
  }

  /**
   * Preview a spreadsheet of customers.
   *
   * What an import would do with each row, and what is wrong with it. Nothing is stored. CSV or XLSX with the
   * columns of `GET /customers/export`; only the name is required. A row changes the customer with its external id,
   * or the only customer with its document, and otherwise adds one. Empty cells change nothing.
   *
   * `POST /customers/import/preview`. Refused with `SpreadsheetUnreadable`.
   */
  async previewImport(body: PreviewCustomerImport, options?: CallOptions): Promise<CustomerImport> {
    return this.#call(
      { method: 'POST', path: '/customers/import/preview', body, repeat: 'safe', answer: 'data' },
      options,
    )
  }

  /**
   * Import customers from a spreadsheet.
   *
   * Up to 5,000 rows, stored together. If a row is invalid, the 400 lists the invalid rows in `details` and nothing
   * is stored, unless `skipInvalid` is true. CSV or XLSX with the columns of `GET /customers/export`; only the name
   * is required. A row changes the customer with its external id, or the only customer with its document, and
   * otherwise adds one. Empty cells change nothing.
   *
   * `POST /customers/import`. Refused with `SpreadsheetUnreadable`, `ExternalIdTaken`, `OrderIdConflict`.
   */
  async import(body: ImportCustomers, options?: CallOptions): Promise<CustomerImport> {
    return this.#call({ method: 'POST', path: '/customers/import', body, repeat: 'safe', answer: 'data' }, options)
  }

  /**
   * Export customers as a spreadsheet.
   *
   * CSV, newest first, at most 50,000 customers. An import reads the same columns.
   *
   * `GET /customers/export`.
   */
  async export(query: ExportCustomersQuery = {}, options?: CallOptions): Promise<Response> {
    return this.#call(
      {
        method: 'GET',
        path: '/customers/export',
        query: queryOf({ text: undefined, language: undefined }, query),
        repeat: 'safe',
        answer: 'file',
      },
      options,
    )
  }

  /**
   * Create a customer.
   *
   * Somebody whom you charge: name, CPF or CNPJ, contact and address. Only the name is required. A charge can name
   * the customer instead of repeating the payer.
   *
   * `POST /customers`. Refused with `ExternalIdTaken`, `CounterpartyTaxNumberInvalid`, `OrderIdConflict`.
   */
  async create(body: CreateCustomer, options?: CallOptions): Promise<Customer> {
    return this.#call({ method: 'POST', path: '/customers', body, repeat: 'safe', answer: 'data' }, options)
  }

  /**
   * List customers, newest first.
   *
   * Filter by external id, document or text.
   *
   * `GET /customers`.
   */
  async list(query: ListCustomersQuery = {}, options?: CallOptions): Promise<CustomerPage> {
    return this.#call(
      {
        method: 'GET',
        path: '/customers',
        query: queryOf(
          {
            externalId: undefined,
            document: undefined,
            text: undefined,
            'dataset.limit': undefined,
            cursor: undefined,
          },
          query,
        ),
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /** List customers, newest first: one after the other, over all pages. */
  each(
    query: Omit<ListCustomersQuery, 'offset' | 'cursor'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Customer, void> {
    return byCursor(page => this.list({ ...query, ...page }, options))
  }

  /**
   * Read a customer.
   *
   * All fields of one customer.
   *
   * `GET /customers/{customerId}`. Refused with `CustomerNotFound`.
   */
  async read(customerId: string, options?: CallOptions): Promise<Customer> {
    return this.#call(
      { method: 'GET', path: pathOf`/customers/${customerId}`, repeat: 'safe', answer: 'data' },
      options,
    )
  }

  /**
   * Change a customer.
   *
   * Omitted fields do not change; null removes a field. `address` and `metadata` are replaced as a whole. Charges
   * that exist keep the payer they were created with.
   *
   * `PUT /customers/{customerId}`. Refused with `CustomerNotFound`, `ExternalIdTaken`,
   * `CounterpartyTaxNumberInvalid`.
   */
  async change(customerId: string, body: ChangeCustomer, options?: CallOptions): Promise<Customer> {
    return this.#call(
      { method: 'PUT', path: pathOf`/customers/${customerId}`, body, repeat: 'unsafe', answer: 'data' },
      options,
    )
  }

  /**
   * Delete a customer.
   *
   * Charges of the customer stay, with the payer they were created with.
   *
   * `DELETE /customers/{customerId}`. Refused with `CustomerNotFound`.
   */
  async delete(customerId: string, options?: CallOptions): Promise<void> {
    return this.#call(
      { method: 'DELETE', path: pathOf`/customers/${customerId}`, repeat: 'unsafe', answer: 'nothing' },
      options,
    )
  }

  /**
   * Read whether a customer wants reminders.
   *
   * The payer is known by the document: it applies to all bills of this payer, and to the customer with the same
   * document.
   *
   * `GET /customers/{customerId}/reminders`. Refused with `CustomerNotFound`.
   */
  async readReminders(customerId: string, options?: CallOptions): Promise<ReminderWish> {
    return this.#call(
      { method: 'GET', path: pathOf`/customers/${customerId}/reminders`, repeat: 'safe', answer: 'data' },
      options,
    )
  }

  /**
   * Stop or resume reminders to a customer.
   *
   * The payer is known by the document: it applies to all bills of this payer, and to the customer with the same
   * document. A customer without a document has no bills, and is refused.
   *
   * `PUT /customers/{customerId}/reminders`. Refused with `CustomerNotFound`, `TransactionStateNotAllowed`.
   */
  async setReminders(customerId: string, body: SetReminderWish, options?: CallOptions): Promise<ReminderWish> {
    return this.#call(
      { method: 'PUT', path: pathOf`/customers/${customerId}/reminders`, body, repeat: 'unsafe', answer: 'data' },
      options,
    )
  }
}

export class Pix {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * Create a PIX cash-in.
   *
   * Creates a charge and returns its QR code. Omit `payment.payer` for an anonymous payer; set
   * `payment.value.editable` to let the payer choose the amount.
   *
   * `POST /accounts/pix/cashin`. Refused with `CustomerNotFound`, `CounterpartyTaxNumberInvalid`,
   * `CounterpartyServiceError`, `AmountNotAllowed`, `PayerNotReported`, `OrderIdConflict`,
   * `WebhookAddressNotAllowed`, `RefusedByBank`.
   */
  async createCashIn(body: CashInRequest, options?: CallOptions): Promise<CashIn> {
    return this.#call(
      {
        method: 'POST',
        path: '/accounts/pix/cashin',
        body,
        amounts: ['payment.value.original'],
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /**
   * Create a PIX cash-out.
   *
   * Holds amount and charges and pays them out to a PIX key of the recipient. Above an amount that the merchant has
   * set in the portal it waits for approval first: `waitsForApproval` is true, and nothing is held yet.
   *
   * `POST /accounts/pix/cashout`. Refused with `InsufficientBalance`, `LimitExceeded`, `AmountNotAllowed`,
   * `CounterpartyTaxNumberInvalid`, `CounterpartyServiceError`, `PixKeyTypeNotAllowed`, `PixKeyInvalid`,
   * `PixKeyNotFound`, `PixKeyOwnerMismatch`, `PixKeyOwnerUnknown`, `RecipientNotAllowed`, `CheckExpired`,
   * `CheckMismatch`, `OrderIdConflict`, `WebhookAddressNotAllowed`.
   */
  async createCashOut(body: CashOutRequest, options?: CallOptions): Promise<CashOut> {
    return this.#call(
      {
        method: 'POST',
        path: '/accounts/pix/cashout',
        body,
        amounts: ['payment.value'],
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /**
   * Check a PIX cash-out.
   *
   * Returns what would happen to a cash-out: the owner of the key, charges, limits, the balance after it, and the
   * reason if it would be refused. Holds and sends nothing. Send `token` as `payment.checkToken` within five
   * minutes to make exactly the cash-out that was checked. Without `orderId` and `Idempotency-Key`, repeating it
   * with the same token returns the first cash-out.
   *
   * `POST /accounts/pix/cashout/check`. Refused with `CounterpartyTaxNumberInvalid`, `PixKeyTypeNotAllowed`,
   * `PixKeyInvalid`.
   */
  async checkCashOut(body: CashOutCheckRequest, options?: CallOptions): Promise<CashOutCheck> {
    return this.#call(
      {
        method: 'POST',
        path: '/accounts/pix/cashout/check',
        body,
        amounts: ['payment.value'],
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /**
   * The image of a QR code.
   *
   * A PNG in base64, as text. For the image itself add `.png` or `.svg` to the address, or send `Accept: image/png`
   * or `image/svg+xml`. Browsers get the image.
   *
   * `GET /qr/{token}`. Refused with `AddressNotFound`.
   */
  async showQrCode(token: string, options?: CallOptions): Promise<Response> {
    return this.#call(
      { method: 'GET', path: pathOf`/qr/${token}`, isPublic: true, repeat: 'safe', answer: 'file' },
      options,
    )
  }

  /**
   * Read the charge of a QR code.
   *
   * The address inside a BR Code: amount, receiver and state of the charge, as the payer's bank reads them.
   *
   * `GET /pix/{token}`. Refused with `AddressNotFound`.
   */
  async readCharge(token: string, options?: CallOptions): Promise<Charge> {
    return this.#call(
      { method: 'GET', path: pathOf`/pix/${token}`, isPublic: true, repeat: 'safe', answer: 'data' },
      options,
    )
  }
}

export class Deliveries {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * List webhook deliveries, newest first.
   *
   * Every event with its last response and its next attempt.
   *
   * `GET /webhooks/deliveries`.
   */
  async list(query: ListDeliveriesQuery = {}, options?: CallOptions): Promise<DeliveryPage> {
    return this.#call(
      {
        method: 'GET',
        path: '/webhooks/deliveries',
        query: queryOf(
          {
            state: undefined,
            transactionId: undefined,
            startDate: undefined,
            endDate: undefined,
            'dataset.limit': undefined,
            cursor: undefined,
          },
          query,
        ),
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /** List webhook deliveries, newest first: one after the other, over all pages. */
  each(
    query: Omit<ListDeliveriesQuery, 'offset' | 'cursor'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Delivery, void> {
    return byCursor(page => this.list({ ...query, ...page }, options))
  }

  /**
   * Read a webhook delivery with every attempt.
   *
   * The body, and the response to every attempt.
   *
   * `GET /webhooks/deliveries/{deliveryId}`. Refused with `DeliveryNotFound`.
   */
  async read(deliveryId: string, options?: CallOptions): Promise<DeliveryDetail> {
    return this.#call(
      { method: 'GET', path: pathOf`/webhooks/deliveries/${deliveryId}`, repeat: 'safe', answer: 'data' },
      options,
    )
  }

  /**
   * Send an event again.
   *
   * With the same `webhook-id`; the retry schedule starts again. Refused if a newer state of the transaction was
   * already delivered.
   *
   * `POST /webhooks/deliveries/{deliveryId}/resend`. Refused with `DeliveryNotFound`, `DeliverySuperseded`.
   */
  async resend(deliveryId: string, options?: CallOptions): Promise<Delivery> {
    return this.#call(
      { method: 'POST', path: pathOf`/webhooks/deliveries/${deliveryId}/resend`, repeat: 'safe', answer: 'data' },
      options,
    )
  }

  /**
   * Resend all undelivered events.
   *
   * Filter by time, by address, or both. The events of a transaction are sent in order. An event is skipped if a
   * newer state was already delivered.
   *
   * `POST /webhooks/resend`.
   */
  async resendUndelivered(body: ResendRequest, options?: CallOptions): Promise<ResendResult> {
    return this.#call({ method: 'POST', path: '/webhooks/resend', body, repeat: 'safe', answer: 'data' }, options)
  }
}

export class Transactions {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * Read a transaction.
   *
   * PIX, OpenFinance and company payments: the transaction, what was requested, and the status of its webhook.
   *
   * `GET /accounts/transactions/pix/{transactionId}`. Refused with `TransactionNotFound`.
   */
  async read(transactionId: string, options?: CallOptions): Promise<TransactionDetail> {
    return this.#call(
      { method: 'GET', path: pathOf`/accounts/transactions/pix/${transactionId}`, repeat: 'safe', answer: 'data' },
      options,
    )
  }

  /**
   * List transactions, newest first.
   *
   * Filtered by order id, state, type and time, in pages.
   *
   * `GET /accounts/transactions/pix`.
   */
  async list(query: ListTransactionsQuery = {}, options?: CallOptions): Promise<TransactionPage> {
    return this.#call(
      {
        method: 'GET',
        path: '/accounts/transactions/pix',
        query: queryOf(
          {
            orderId: undefined,
            state: undefined,
            status: undefined,
            type: undefined,
            startDate: undefined,
            endDate: undefined,
            'dataset.limit': undefined,
            'dataset.offset': undefined,
            cursor: undefined,
          },
          query,
        ),
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /** List transactions, newest first: one after the other, over all pages. */
  each(
    query: Omit<ListTransactionsQuery, 'offset' | 'cursor'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Transaction, void> {
    return byCursor(page => this.list({ ...query, ...page }, options))
  }

  /**
   * Refund a completed cash-in, in full or in part.
   *
   * The amount is held at once. A webhook reports when the bank has returned it, or that it failed.
   *
   * `POST /accounts/transactions/pix/{transactionId}/refund`. Refused with `TransactionNotFound`,
   * `TransactionStateNotAllowed`, `RefundNotAllowed`, `AmountNotAllowed`, `InsufficientBalance`, `OrderIdConflict`.
   */
  async refund(transactionId: string, body: RefundRequest = {}, options?: CallOptions): Promise<CreatedRefund> {
    return this.#call(
      {
        method: 'POST',
        path: pathOf`/accounts/transactions/pix/${transactionId}/refund`,
        body,
        amounts: ['amount'],
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /**
   * List the refunds of a transaction, oldest first.
   *
   * Requested by you or returned by the bank, with their states.
   *
   * `GET /accounts/transactions/pix/{transactionId}/refunds`. Refused with `TransactionNotFound`.
   */
  async listRefunds(transactionId: string, options?: CallOptions): Promise<RefundList> {
    return this.#call(
      {
        method: 'GET',
        path: pathOf`/accounts/transactions/pix/${transactionId}/refunds`,
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /**
   * The receipt of a completed payment.
   *
   * A page for payer and receiver. Add `.pdf` to the address for a PDF.
   *
   * `GET /receipts/{token}`. Refused with `AddressNotFound`.
   */
  async showReceipt(token: string, query: ShowReceiptQuery = {}, options?: CallOptions): Promise<Response> {
    return this.#call(
      {
        method: 'GET',
        path: pathOf`/receipts/${token}`,
        isPublic: true,
        query: queryOf({ lang: undefined }, query),
        repeat: 'safe',
        answer: 'file',
      },
      options,
    )
  }

  /**
   * Cancel a cash-in that nobody has paid.
   *
   * If it was paid first, the response is 409. `Registered` in the response: the bank has not confirmed yet, and a
   * webhook reports the result. Repeating the call has no further effect.
   *
   * `PUT /accounts/transactions/pix/{transactionId}/cancel`. Refused with `TransactionNotFound`,
   * `TransactionStateNotAllowed`.
   */
  async cancel(transactionId: string, options?: CallOptions): Promise<Cancellation> {
    return this.#call(
      {
        method: 'PUT',
        path: pathOf`/accounts/transactions/pix/${transactionId}/cancel`,
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }
}

export class Account {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * Read the account balance.
   *
   * The available balance, what is held for payments and refunds in progress, what is blocked by disputes, what is
   * held in reserve, and the total.
   *
   * `GET /accounts/balance`.
   */
  async readBalance(options?: CallOptions): Promise<Balance> {
    return this.#call({ method: 'GET', path: '/accounts/balance', repeat: 'safe', answer: 'data' }, options)
  }

  /**
   * Read the limits of the account.
   *
   * The most you may send per payment, day, night and recipient, and what you have sent today. Beyond a limit a
   * payment is refused with `LimitExceeded`.
   *
   * `GET /accounts/limits`.
   */
  async readLimits(options?: CallOptions): Promise<Limits> {
    return this.#call({ method: 'GET', path: '/accounts/limits', repeat: 'safe', answer: 'data' }, options)
  }

  /**
   * Read the account statement.
   *
   * Every posting, oldest first, with the running balance: in pages as JSON, or the whole period as CSV.
   *
   * `GET /accounts/statement`.
   */
  async readStatement(query: ReadStatementQuery = {}, options?: CallOptions): Promise<StatementPage> {
    return this.#call(
      {
        method: 'GET',
        path: '/accounts/statement',
        query: queryOf(
          {
            startDate: undefined,
            endDate: undefined,
            'dataset.limit': undefined,
            'dataset.offset': undefined,
            cursor: undefined,
          },
          query,
        ),
        repeat: 'safe',
        answer: 'data',
      },
      options,
    )
  }

  /** Read the account statement: one after the other, over all pages. */
  eachStatementEntry(
    query: Omit<ReadStatementQuery, 'offset' | 'cursor'> = {},
    options?: CallOptions,
  ): AsyncGenerator<StatementEntry, void> {
    return byCursor(page => this.readStatement({ ...query, ...page }, options))
  }

  /**
   * Read the account statement.
   *
   * Every posting, oldest first, with the running balance: in pages as JSON, or the whole period as CSV.
   *
   * `GET /accounts/statement`.
   *
   * As a file, the whole of it.
   */
  async downloadStatement(
    query: Omit<ReadStatementQuery, 'limit' | 'offset' | 'cursor'> = {},
    options?: CallOptions,
  ): Promise<Response> {
    return this.#call(
      {
        method: 'GET',
        path: '/accounts/statement',
        query: queryOf(
          {
            startDate: undefined,
            endDate: undefined,
            'dataset.limit': undefined,
            'dataset.offset': undefined,
            cursor: undefined,
          },
          query,
        ),
        repeat: 'safe',
        answer: 'file',
        accept: 'text/csv',
      },
      options,
    )
  }
}

export class Auth {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * Log in with access key and secret.
   *
   * Returns the access token as plain text. Send it as `Authorization: Bearer <token>` with every other call.
   *
   * `POST /login`.
   */
  async logIn(body: LoginRequest, options?: CallOptions): Promise<string> {
    return this.#call({ method: 'POST', path: '/login', isPublic: true, body, repeat: 'safe', answer: 'text' }, options)
  }

  /**
   * OAuth 2.0 client credentials.
   *
   * The same key and secret as for `/login`, for OAuth 2.0 clients: by HTTP basic authentication or in the form.
   *
   * `POST /oauth/token`.
   */
  async createOAuthToken(body: OAuthTokenRequest, options?: CallOptions): Promise<OAuthToken> {
    return this.#call(
      { method: 'POST', path: '/oauth/token', isPublic: true, body, isForm: true, repeat: 'safe', answer: 'json' },
      options,
    )
  }
}

export class Resources {
  readonly auth: Auth
  readonly account: Account
  readonly transactions: Transactions
  readonly deliveries: Deliveries
  readonly pix: Pix
  readonly customers: Customers
  readonly bills: Bills
  readonly reminders: Reminders
  readonly paymentLinks: PaymentLinks
  readonly files: Files
  readonly fileSchedules: FileSchedules
  readonly disputes: Disputes
  readonly openFinance: OpenFinance
  readonly receivers: Receivers
  readonly paymentRequests: PaymentRequests
  readonly payoutBatches: PayoutBatches
  readonly documents: Documents
  readonly sandbox: Sandbox

  constructor(call: Call) {
    this.auth = new Auth(call)
    this.account = new Account(call)
    this.transactions = new Transactions(call)
    this.deliveries = new Deliveries(call)
    this.pix = new Pix(call)
    this.customers = new Customers(call)
    this.bills = new Bills(call)
    this.reminders = new Reminders(call)
    this.paymentLinks = new PaymentLinks(call)
    this.files = new Files(call)
    this.fileSchedules = new FileSchedules(call)
    this.disputes = new Disputes(call)
    this.openFinance = new OpenFinance(call)
    this.receivers = new Receivers(call)
    this.paymentRequests = new PaymentRequests(call)
    this.payoutBatches = new PayoutBatches(call)
    this.documents = new Documents(call)
    this.sandbox = new Sandbox(call)
  }
}
