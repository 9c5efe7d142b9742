// Emitted from openapi.json by "npm run sdk": change the routes or names.json instead.
import { pathOf, queryOf } from '../address.ts'
import type { Call, CallOptions } from '../operation.ts'
import { byCursor, byOffset } from '../pages.ts'
import type { Moment } from '../values.ts'
import type {
  Balance,
  BankAccount,
  BankAccountList,
  Cancellation,
  CashIn,
  CashInRequest,
  CashOut,
  CashOutCheck,
  CashOutCheckRequest,
  CashOutRequest,
  ChangePaymentLink,
  Charge,
  Clock,
  ClockMove,
  CreateFile,
  CreateFileSchedule,
  CreatePaymentLink,
  CreatePaymentRequest,
  CreatePayoutBatch,
  CreateStaticQrCode,
  CreatedPaymentRequest,
  CreatedRefund,
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
  File,
  FilePage,
  FileSchedule,
  FileScheduleList,
  LoginRequest,
  NewTrouble,
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
  ReadPayoutSpreadsheet,
  Receiver,
  ReceiverPage,
  RefundList,
  RefundRequest,
  ResendRequest,
  ResendResult,
  ReviewStatusFilter,
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
  /** From this moment on */
  startDate?: Moment | undefined
  /** Up to this moment */
  endDate?: Moment | undefined
  /** Entries a page; 20 when not said */
  limit?: 5 | 10 | 20 | undefined
  /** Entries to skip */
  offset?: number | undefined
  /** `nextCursor` of the page before */
  cursor?: string | undefined
}

export type ListTransactionsQuery = {
  /** Transactions of this order id of yours */
  orderId?: string | undefined
  /** `Canceled` and `Cancelled` are one state */
  state?: TransactionStateFilter | undefined
  /** `Credit`: money in; `Debit`: money out */
  type?: TransactionType | undefined
  /** Created at or after */
  startDate?: Moment | undefined
  /** Created at or before */
  endDate?: Moment | undefined
  /** Items a page; 20 when not said */
  limit?: 5 | 10 | 20 | undefined
  /** Items to skip; 0 when not said */
  offset?: number | undefined
  /** `nextCursor` of the page before: pages deep lists at constant cost */
  cursor?: string | undefined
}

export type ShowReceiptQuery = {
  /** When not said, `Accept-Language` decides; Portuguese unless it prefers English */
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
  /** Items a page; 20 when not said */
  limit?: 5 | 10 | 20 | undefined
  /** `nextCursor` of the page before */
  cursor?: string | undefined
}

export type ListPaymentLinksQuery = {
  /** Only an `Active` link takes new payers */
  state?: PaymentLinkState | undefined
  /** Items a page; 20 when not said */
  limit?: 5 | 10 | 20 | undefined
  /** `nextCursor` of the page before */
  cursor?: string | undefined
}

export type ListPaymentLinkTransactionsQuery = {
  /** Items a page; 20 when not said */
  limit?: 5 | 10 | 20 | undefined
  /** `nextCursor` of the page before */
  cursor?: string | undefined
}

export type ListFilesQuery = {
  /** Items a page; 20 when not said */
  limit?: 5 | 10 | 20 | undefined
  /** `nextCursor` of the page before */
  cursor?: string | undefined
}

export type ListDisputesQuery = {
  /** An `Open` one can be answered; `Returned` and `Released` are ends */
  state?: DisputeState | undefined
  /** Only those of this transaction */
  transactionId?: string | undefined
  /** Items a page; 20 when not said */
  limit?: 5 | 10 | 20 | undefined
  /** `nextCursor` of the page before */
  cursor?: string | undefined
}

export type ListReceiversQuery = {
  /** Items a page */
  limit?: 5 | 10 | 20 | undefined
  /** Items to skip, from 0 */
  offset?: number | undefined
  /** `Denied` is another word for `Rejected` */
  receiverStatus?: ReviewStatusFilter | undefined
}

export type ListReceiverAccountsQuery = {
  /** 50 when not said */
  limit?: number | undefined
  /** 0 when not said */
  offset?: number | undefined
}

export type ListPaymentRequestsQuery = {
  /** Items a page */
  limit?: 5 | 10 | 20 | undefined
  /** Items to skip, from 0 */
  offset?: number | undefined
  /** `Denied` is another word for `Rejected` */
  status: PaymentRequestStatusFilter
  /** Created at or after */
  startDate: Moment
  /** Created at or before */
  endDate: Moment
}

export type ListPayoutBatchesQuery = {
  /** `payouts` go to Pix keys, `companyPayments` to receivers */
  kind?: PayoutBatchKind | undefined
  /** `Running`: approved, and its rows are being paid. `Stopped`: the rest of them is not paid */
  state?: PayoutBatchState | undefined
  /** Items a page; 20 when not said */
  limit?: 5 | 10 | 20 | undefined
  /** `nextCursor` of the page before */
  cursor?: string | undefined
}

export type ListPayoutBatchRowsQuery = {
  /** `Made`: its transaction was opened */
  state?: PayoutBatchRowState | undefined
  /** Items a page; 20 when not said */
  limit?: 5 | 10 | 20 | undefined
  /** `nextCursor` of the page before */
  cursor?: string | undefined
}

export type ListDocumentsQuery = {
  /** What the document belongs to */
  ownerType?: 'Transaction' | undefined
  /** The payment request's id */
  owner: string
  /** What kind of document it is */
  type?: 'Invoice' | undefined
  /** 50 when not said */
  limit?: number | undefined
  /** 0 when not said */
  offset?: number | undefined
}

/** What every endpoint returns. */
export type Endpoints = {
  'POST /login': string
  'POST /oauth/token': OAuthToken
  'GET /accounts/balance': Balance
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
  'POST /accounts/pix/cashin': CashIn
  'POST /accounts/pix/cashout': CashOut
  'POST /accounts/pix/cashout/check': CashOutCheck
  'GET /qr/{token}': Response
  'GET /pix/{token}': Charge
  'PUT /accounts/transactions/pix/{transactionId}/cancel': Cancellation
  'POST /payment-links': PaymentLink
  'GET /payment-links': PaymentLinkPage
  'POST /static-qrs': PaymentLink
  'GET /payment-links/{linkId}': PaymentLink
  'PUT /payment-links/{linkId}': PaymentLink
  'GET /payment-links/{linkId}/transactions': PaymentLinkTransactions
  'POST /files': File
  'GET /files': FilePage
  'GET /files/{fileId}': File
  'GET /file-schedules': FileScheduleList
  'POST /file-schedules': FileSchedule
  'DELETE /file-schedules/{scheduleId}': void
  'GET /disputes': DisputePage
  'GET /disputes/{disputeId}': Dispute
  'POST /disputes/{disputeId}/files': DefenceFile
  'POST /disputes/{disputeId}/defence': Dispute
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
   * Blocks as much of the amount as is available, and tells the webhook of the transaction.
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
   * Simulate that a dispute ends with a return.
   *
   * The payer gets back what is blocked.
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
   * What is blocked is available again.
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
   * Simulate that all approvers agree to a batch.
   *
   * Decides as the people of the portal would; the webhook address of the batch is told.
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
   * Decides as the people of the portal would; the webhook address of the batch is told.
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
   * Simulate that all approvers agree to a payment request.
   *
   * Decides as the people of the portal would; the webhook address of the merchant is told.
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
   * Decides as the people of the portal would; the webhook address of the merchant is told.
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
   * List what you have scripted to go wrong.
   *
   * Only what is still to happen.
   *
   * `GET /sandbox/troubles`.
   */
  async list(options?: CallOptions): Promise<TroubleList> {
    return this.#call({ method: 'GET', path: '/sandbox/troubles', repeat: 'safe', answer: 'data' }, options)
  }

  /**
   * Script what goes wrong next.
   *
   * Happens to your next events or calls of the bank, `times` times, and then no more. It takes the place of a
   * trouble of the same kind that you have scripted before.
   *
   * `POST /sandbox/troubles`.
   */
  async create(body: NewTrouble, options?: CallOptions): Promise<Trouble> {
    return this.#call({ method: 'POST', path: '/sandbox/troubles', body, repeat: 'unsafe', answer: 'data' }, options)
  }

  /**
   * Remove what you have scripted.
   *
   * What has happened of it has happened; the rest does not.
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
   * Read what time it is for you.
   *
   * The true time, or later if you have moved your clock forward.
   *
   * `GET /sandbox/clock`.
   */
  async read(options?: CallOptions): Promise<Clock> {
    return this.#call({ method: 'GET', path: '/sandbox/clock', repeat: 'safe', answer: 'data' }, options)
  }

  /**
   * Move your clock forward.
   *
   * Yours alone, by 400 days in all; it never goes back. Charges, consents and payment links whose time is over
   * have ended when this answers, waiting retries of webhooks go out at once, and what you make from now on has the
   * new time. Tokens, signatures and rate limits stay at the true time.
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
   * Moves an OpenFinance payment on as a bank would, tells its webhook and waits for the first attempt.
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
   * Moves an OpenFinance payment on as a bank would, tells its webhook and waits for the first attempt.
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
   * Moves an OpenFinance payment on as a bank would, tells its webhook and waits for the first attempt.
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
   * Moves an OpenFinance payment on as a bank would, tells its webhook and waits for the first attempt.
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
   * Moves an OpenFinance payment on as a bank would, tells its webhook and waits for the first attempt.
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
   * Moves a PIX payment on as a bank would, tells its webhook and waits for the first attempt.
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
   * Simulate that the payment fails.
   *
   * Moves a PIX payment on as a bank would, tells its webhook and waits for the first attempt.
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
   * Moves a PIX payment on as a bank would, tells its webhook and waits for the first attempt.
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
   * Moves a PIX payment on as a bank would, tells its webhook and waits for the first attempt.
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
   * Moves a PIX payment on as a bank would, tells its webhook and waits for the first attempt.
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
   * Moves a PIX payment on as a bank would, tells its webhook and waits for the first attempt.
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
   * Each call is another payment: a transaction of its own, completed at once.
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
   * Ask where to upload an invoice.
   *
   * Answers a pre-authorised address. `PUT` the file to it within 300 seconds: PDF, PNG, JPEG or XML, at most 10
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
   * Also those whose file has not come yet.
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
   * The bytes that were uploaded, as an attachment.
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
   * While the payment request is `Pending`: what was decided keeps the invoices it was decided on.
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
   * Ask for many payments at once.
   *
   * Up to 5,000 payouts to Pix keys, or payments to receivers. Every row is held against the rules of a single
   * payment first: where rows are wrong, the 400 tells of each of them in `details`, and nothing is written. The
   * batch then waits for approval in the portal, by the sum of its rows; no money is held before. Once it is
   * approved each row is paid in its order; one that is refused when its turn comes does not stop the others.
   *
   * `POST /payout-batches`. Refused with `OrderIdConflict`, `WebhookAddressNotAllowed`.
   */
  async create(body: CreatePayoutBatch, options?: CallOptions): Promise<PayoutBatch> {
    return this.#call({ method: 'POST', path: '/payout-batches', body, repeat: 'safe', answer: 'data' }, options)
  }

  /**
   * List batches, newest first.
   *
   * All that the access key may ask for, or those of one kind or in one state.
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
   * CSV or XLSX with the columns of the portal's template. Answers its rows as `POST /payout-batches` takes them,
   * and writes nothing: what is wrong with a row is told when the batch is asked for.
   *
   * `POST /payout-batches/read`. Refused with `SpreadsheetUnreadable`.
   */
  async readSpreadsheet(body: ReadPayoutSpreadsheet, options?: CallOptions): Promise<PayoutSpreadsheet> {
    return this.#call({ method: 'POST', path: '/payout-batches/read', body, repeat: 'safe', answer: 'data' }, options)
  }

  /**
   * Read a batch.
   *
   * With how many of its rows are made, refused and waiting, and their sums.
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
   * List the rows of a batch, in their order.
   *
   * Each with its transaction, or with why it was refused.
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

  /** List the rows of a batch, in their order: one after the other, over all pages. */
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
   * CSV with a line for each row: its state, its transaction, and why it was refused.
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
   * While nobody has decided on it.
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
   * While it is `Running`. Rows that still wait are refused with `BatchStopped`; those that are made stay, and go
   * on at the bank.
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
   * Ask for a payment to a receiver.
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
   * Of one status, created within a time.
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
   * While it is pending, or approved with nothing of it gone to the bank yet.
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
   * The request, how its payment fares, and who decided what.
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
   * Companies that were registered in the portal to be paid.
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
   * One receiver, in the shape of a page with one item.
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
   * Only an `Approved` one can be paid into.
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
   * Answers the address of a checkout in which the end user chooses a bank, authorises the payment there and comes
   * back to `payment.redirectUrl`. The redirect is a hint: what counts is the webhook, or the transaction read.
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
   * Cases in which a bank wants money back that you have received (MED): all, or those in one state.
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
   * With what is blocked by it, and until when it can be answered.
   *
   * `GET /disputes/{disputeId}`. Refused with `DisputeNotFound`.
   */
  async read(disputeId: string, options?: CallOptions): Promise<Dispute> {
    return this.#call({ method: 'GET', path: pathOf`/disputes/${disputeId}`, repeat: 'safe', answer: 'data' }, options)
  }

  /**
   * Ask where to upload a file for the defence.
   *
   * Answers a pre-authorised address. `PUT` the file to it within 300 seconds: PDF, PNG, JPEG or XML, at most 10
   * MB. Then name its id in the defence.
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
   * Says why the money is rightly yours, with files that were uploaded before. Once, before `answerUntil`.
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
}

export class FileSchedules {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * List schedules of files.
   *
   * Those made with a key and in the portal.
   *
   * `GET /file-schedules`.
   */
  async list(options?: CallOptions): Promise<FileScheduleList> {
    return this.#call({ method: 'GET', path: '/file-schedules', repeat: 'safe', answer: 'data' }, options)
  }

  /**
   * Schedule a file.
   *
   * Made at 6 in the morning of São Paulo after each day or month, beginning with the one under way, and put into
   * your bucket. It ends with the key that made it, unless that was replaced by another.
   *
   * `POST /file-schedules`.
   */
  async create(body: CreateFileSchedule, options?: CallOptions): Promise<FileSchedule> {
    return this.#call({ method: 'POST', path: '/file-schedules', body, repeat: 'unsafe', answer: 'data' }, options)
  }

  /**
   * End a schedule of files.
   *
   * It makes no more files. Those that are ready stay.
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
   * Ask for a file.
   *
   * Statement, transactions or a month for the accountant, or your own list compared with what was paid here. It is
   * written in the background: read it until it is `Done`, then download it from its `url` within 7 days.
   *
   * `POST /files`.
   */
  async create(body: CreateFile, options?: CallOptions): Promise<File> {
    return this.#call({ method: 'POST', path: '/files', body, repeat: 'safe', answer: 'data' }, options)
  }

  /**
   * List files, newest first.
   *
   * Those asked for with a key, in the portal and by schedules.
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
  each(query: Omit<ListFilesQuery, 'offset' | 'cursor'> = {}, options?: CallOptions): AsyncGenerator<File, void> {
    return byCursor(page => this.list({ ...query, ...page }, options))
  }

  /**
   * Read a file.
   *
   * How far it is and, when it is `Done`, where it can be downloaded.
   *
   * `GET /files/{fileId}`. Refused with `FileNotFound`.
   */
  async read(fileId: string, options?: CallOptions): Promise<File> {
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
   * An address that stays, at which anybody can pay by Pix: a fixed amount or one the payer chooses, so many times
   * or any number, until a date or for ever. Every payment is a transaction of its own.
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
   * All, or those in one state.
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
   * One code for a counter, to print: any number of payments, each a transaction of its own that is told when it
   * has come. It is read, listed and closed like a payment link; one that was closed and is paid all the same is
   * credited.
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
   * With how often it was paid, and how often it is being paid this moment.
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
   * What is left out stays. A greater stock or a later end opens a link again that was sold out or had ended. The
   * amount of a link never changes: make another one.
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
   * Every charge that somebody has opened by it, paid or not, also long ago. A page may have fewer items than there
   * are: `nextCursor` leads on until it is null.
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

export class Pix {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * Create a PIX cash-in.
   *
   * Registers a charge and answers its QR code. Leave `payment.payer` out for an anonymous payer; set
   * `payment.value.editable` to let the payer choose the amount.
   *
   * `POST /accounts/pix/cashin`. Refused with `CounterpartyTaxNumberInvalid`, `CounterpartyServiceError`,
   * `AmountNotAllowed`, `OrderIdConflict`, `WebhookAddressNotAllowed`.
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
   * Holds amount and charges and pays them out to a PIX key of the recipient.
   *
   * `POST /accounts/pix/cashout`. Refused with `InsufficientBalance`, `LimitExceeded`, `AmountNotAllowed`,
   * `CounterpartyTaxNumberInvalid`, `CounterpartyServiceError`, `PixKeyTypeNotAllowed`, `PixKeyInvalid`,
   * `PixKeyNotFound`, `PixKeyOwnerMismatch`, `CheckExpired`, `CheckMismatch`, `OrderIdConflict`,
   * `WebhookAddressNotAllowed`.
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
   * Tells what would happen to a cash-out: whose the key is, charges, limits, the balance after it, and what it
   * would be refused for. Holds and sends nothing. With `token` as `payment.checkToken` the cash-out is the very
   * one that was checked, within five minutes, and without `orderId` and `Idempotency-Key` it is made once: sent
   * again it answers the first.
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
   * A PNG in base64, as text. Browsers get the picture itself, and so does whoever asks for it: with `.png` or
   * `.svg` at the end of the address, or with `Accept: image/png` or `image/svg+xml`.
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
   * What a QR code asks for.
   *
   * The address inside a BR Code: amount, receiver and state of the charge, as a payer's bank would read them.
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
   * Every event with its last answer and its next attempt.
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
   * What is sent, and what every attempt was answered.
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
   * Under the same `webhook-id`, from the beginning of the retry schedule. Refused when a newer state of the
   * transaction has been delivered.
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
   * Send everything again that was not delivered.
   *
   * In a time, to an address, or both. Events of one transaction go in order; one whose newer state has been
   * delivered is left out.
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
   * PIX, OpenFinance and company payments alike: the transaction, what was asked for, and how its webhook fares.
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
   * Refund a completed cash-in, whole or in part.
   *
   * The amount is held at once; the webhook tells when the bank has given it back, or that it failed.
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
   * Asked for by you or taken back by the bank, with their states.
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
   * A page for payer and receiver. With `.pdf` at the end of the address, the same as a PDF.
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
   * A payment that came first wins: 409. `Registered` in the answer: its bank has yet to confirm, and the webhook
   * tells how it ended. Asking again changes nothing.
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
   * What can be paid out now, what is held for payments and refunds on their way, what is blocked by disputes, and
   * all of it together.
   *
   * `GET /accounts/balance`.
   */
  async readBalance(options?: CallOptions): Promise<Balance> {
    return this.#call({ method: 'GET', path: '/accounts/balance', repeat: 'safe', answer: 'data' }, options)
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
   * Answers the access token as bare text. Send it as `Authorization: Bearer <token>` on every other call.
   *
   * `POST /login`.
   */
  async logIn(body: LoginRequest, options?: CallOptions): Promise<string> {
    return this.#call({ method: 'POST', path: '/login', isPublic: true, body, repeat: 'safe', answer: 'text' }, options)
  }

  /**
   * OAuth 2.0 client credentials.
   *
   * The same key and secret as `/login`, for clients that speak OAuth 2.0: by HTTP basic authentication or in the
   * form.
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
