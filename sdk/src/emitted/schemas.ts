// Emitted from openapi.json by "npm run sdk": change the routes or names.json instead.
import type { Amount, Moment } from '../values.ts'

export type Adjustment = {
  /** The adjustment id */
  id: string
  /** Signed, 6 decimals */
  amount: string
  /** Why the balance was adjusted */
  reason: string
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  date: string
}

/** The operator has corrected the available balance */
export type AdjustmentEvent = {
  event: AdjustmentEventName
  adjustment: Adjustment
}

export type AdjustmentEventName = 'BalanceAdjusted'

export type AgeingBucket = {
  name: BillAge
  /** How many bills */
  count: number
  /** Their sum, without fine, interest and discount, 6 decimals */
  amount: string
  /** Of the amount of all open bills, in whole percent */
  share: number
}

/** original + fine + interest − rebate − discount */
export type AmountComponents = {
  /** The amount of the bill, 6 decimals */
  original: string
  /** Added, 6 decimals */
  fine: string
  /** Added, 6 decimals */
  interest: string
  /** Taken off, 6 decimals */
  rebate: string
  /** Taken off, 6 decimals */
  discount: string
}

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
  /** What you can pay out or refund now, 6 decimals */
  available: string
  /** Held for payments and refunds in progress, 6 decimals */
  held: string
  /** Blocked by open disputes, 6 decimals */
  blocked: string
  /** Held back in reserve, and released by itself after the agreed days, 6 decimals */
  reserved: string
  /** Paid by boleto and not settled yet. Not in the total, 6 decimals */
  toSettle: string
  /** available plus held plus blocked plus reserved, 6 decimals */
  total: string
  currency: 'BRL'
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  date: string
}

/**
 * Only an `Approved` account can be paid. An account that is added later is `Pending` until the operator approves
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

export type Bill = {
  /** Also the id of its transaction */
  id: string
  state: BillState
  transactionState: TransactionState
  /** 6 decimals */
  amount: string
  dueDate: string
  payableDaysAfterDue: number
  /** The last day on which it can be paid: a business day */
  payableUntil: string
  fine: BillFine | null
  interest: BillInterest | null
  rebate: BillRebate | null
  discount: BillDiscount | null
  description: string | null
  lines: BillLine[] | null
  orderId: string | null
  /** Your own fields */
  metadata: Record<string, string>
  customerId: string | null
  payer: Counterparty | null
  /** True: money from another document than the payer’s is returned */
  onlyThisPayer: boolean
  /** The payer's page of the bill. Add `.pdf` for a sheet to print */
  url: string
  /** Copy-and-paste code (BR Code). Null: it cannot be paid any more */
  qrCode: string | null
  /** Address of the QR code image */
  qrCodeLocation: string | null
  /** How it can be paid */
  methods: ('pix' | 'boleto')[]
  boleto: BillBoleto | null
  amountDue: BillAmountDue | null
  payment: BillPayment | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  creationDate: string
}

/** How late: `NotDue` is on time, `To30` is 1 to 30 days late, `Over90` more than 90 */
export type BillAge = 'NotDue' | 'To30' | 'To60' | 'To90' | 'Over90'

export type BillAgeing = {
  today: string
  /** All open bills, by how late they are */
  buckets: AgeingBucket[]
  expired: ExpiredBills
  /** False: only the 50,000 bills due first are summed up */
  isExact: boolean
}

/** Calculated by Trilho. What is charged is decided by the bank on the day of the payment */
export type BillAmountDue = {
  /** The day of the payment */
  date: string
  /** What is owed on that day, 6 decimals */
  amount: string
  components: AmountComponents
  /** False: the day is after the last on which the bill can be paid */
  isPayable: boolean
}

/** Null: it is paid by Pix only. Its fields are null until the bank has registered it */
export type BillBoleto = {
  /** The bank's number of the boleto (nosso número) */
  bankNumber: string | null
  /** 44 digits */
  barcode: string | null
  /** 47 digits that a payer can type (linha digitável) */
  typedLine: string | null
}

/** Taken off when the bill is paid early */
export type BillDiscount = {
  /**
   * `Fixed` and `Percent` with `until`; the others take `amount` or `rate` off for each day that the payment is
   * early
   */
  kind: 'Fixed' | 'Percent' | 'AmountPerDay' | 'AmountPerBusinessDay' | 'PercentPerDay' | 'PercentPerBusinessDay'
  /** In BRL, whole centavos, for the kinds of amounts */
  amount?: Amount | undefined
  /** Percent, up to 2 decimals, for the kinds of percentages */
  rate?: string | undefined
  /** For `Fixed` and `Percent`: up to three days, none after the due date */
  until?: BillDiscountDay[] | undefined
}

export type BillDiscountDay = {
  /** The discount counts up to and including this day */
  date: string
  /** In BRL, whole centavos, for the kinds of amounts */
  amount?: Amount | undefined
  /** Percent, up to 2 decimals, for the kinds of percentages */
  rate?: string | undefined
}

/** Added once when the bill is paid late */
export type BillFine = {
  /** `Fixed` with `amount`, `Percent` with `rate` */
  kind: 'Fixed' | 'Percent'
  /** In BRL, whole centavos, for the kinds of amounts */
  amount?: Amount | undefined
  /** Percent, up to 2 decimals, for the kinds of percentages */
  rate?: string | undefined
}

export type BillImport = {
  id: string
  name: string
  state: BillImportState
  rows: BillImportSum
  made: BillImportSum
  refused: BillImportSum
  waiting: BillImportSum
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  creationDate: string
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  completionDate: string | null
}

export type BillImportFault = {
  /** The column */
  field:
    | 'customer'
    | 'name'
    | 'document'
    | 'email'
    | 'amount'
    | 'dueDate'
    | 'payableDays'
    | 'fine'
    | 'interest'
    | 'rebate'
    | 'discount'
    | 'description'
    | 'orderId'
    | 'onlyThisPayer'
    | 'methods'
    | 'street'
    | 'district'
    | 'city'
    | 'state'
    | 'postalCode'
    | 'metadata'
  /** What is wrong, for programs */
  code: string
  /** What is wrong */
  message: string
}

export type BillImportPage = {
  limit: number
  items: BillImport[]
  /** Null on the last page */
  nextCursor: string | null
}

export type BillImportPreview = {
  /** Rows that make a bill */
  valid: number
  /** Rows that are left out */
  invalid: number
  /** Sum of the valid rows, 6 decimals */
  amount: string
  /** Up to 500 rows, invalid ones first */
  rows: BillImportPreviewRow[]
}

export type BillImportPreviewRow = {
  /** Row number in the file */
  line: number
  /** The payer, or the external id of the customer */
  name: string | null
  /** As in the file, where it cannot be read */
  amount: string | null
  /** As in the file, where it cannot be read */
  dueDate: string | null
  orderId: string | null
  /** How it can be paid */
  methods: ('pix' | 'boleto')[]
  /** What is wrong with the row. Empty: it is valid */
  faults: BillImportFault[]
}

export type BillImportRow = {
  /** Row number in the file */
  line: number
  state: BillImportRowState
  /** The payer */
  name: string | null
  /** 6 decimals */
  amount: string
  dueDate: string
  orderId: string | null
  /** The bill. Null: there is none */
  billId: string | null
  /** The payer's page of the bill */
  url: string | null
  /** Copy-and-paste code. Null: it cannot be paid */
  qrCode: string | null
  /** How it can be paid */
  methods: ('pix' | 'boleto')[]
  /** What the payer types to pay the boleto. Null: it has none, or not yet */
  typedLine: string | null
  /** The reason it was refused, as for a single bill. `BillImportStopped`: the import was stopped before this row */
  reason: string | null
  message: string | null
}

export type BillImportRowPage = {
  limit: number
  items: BillImportRow[]
  /** Null on the last page */
  nextCursor: string | null
}

/** `Made`: its bill was created */
export type BillImportRowState = 'Waiting' | 'Made' | 'Refused'

/** `Running`: bills are being created. `Completed`: each row is created or refused */
export type BillImportState = 'Running' | 'Completed' | 'Stopped'

/** Number of rows and their sum */
export type BillImportSum = {
  count: number
  /** 6 decimals */
  amount: string
}

/** Added for each day that the bill is late: simple interest, a month has 30 days */
export type BillInterest = {
  /** `Amount…` with `amount`, `Percent…` with `rate`. Counted in days of the calendar, or in business days */
  kind:
    | 'AmountPerDay'
    | 'PercentPerDay'
    | 'PercentPerMonth'
    | 'PercentPerYear'
    | 'AmountPerBusinessDay'
    | 'PercentPerDayInBusinessDays'
    | 'PercentPerMonthInBusinessDays'
    | 'PercentPerYearInBusinessDays'
  /** In BRL, whole centavos, for the kinds of amounts */
  amount?: Amount | undefined
  /** Percent, up to 2 decimals, for the kinds of percentages */
  rate?: string | undefined
}

export type BillLine = {
  /** What is billed */
  description: string
  /** Amount of the line */
  amount: Amount
}

export type BillPage = {
  limit: number
  items: Bill[]
  /** Null on the last page */
  nextCursor: string | null
}

/** Who is to pay, with `cpf` or `cnpj`. Or send `customerId` */
export type BillPayer = {
  /** Name of the payer */
  name: string
  email?: string | undefined
  address?: BillPayerAddress | undefined
  /** CPF, with or without punctuation */
  cpf?: string | undefined
  /** CNPJ of a company, numeric or alphanumeric, with or without punctuation. Instead of `cpf` */
  cnpj?: string | undefined
}

export type BillPayerAddress = {
  /** Street and number */
  street: string
  /** District (bairro). Some banks register no boleto without it */
  district?: string | undefined
  /** City */
  city: string
  /** State, two letters */
  state: string
  /** Postal code (CEP) */
  postalCode: string
}

/** Null: not paid */
export type BillPayment = {
  /** The day of the payment, as the bank reports it */
  date: string
  /** What was paid, 6 decimals */
  amount: string
  components: AmountComponents | null
  /** What Trilho's own calculation gives for that day, 6 decimals */
  expectedAmount: string
  /** What was paid, less what was expected, signed, 6 decimals */
  difference: string
  /** How it was paid */
  method: 'pix' | 'boleto'
  /** False: paid by boleto, and the money arrives in one to three business days */
  isSettled: boolean
  /** Null: not settled yet */
  receiptUrl: string | null
}

export type BillPlan = {
  /** Your id of the plan */
  orderId: string
  /** Sum of all bills, 6 decimals */
  amount: string
  /** In the order of their due dates */
  bills: Bill[]
}

/** Taken off when a bill is paid early */
export type BillPlanDiscount = {
  /** `Fixed` and `Percent` until a day before each due date; the others for each day early */
  kind: 'Fixed' | 'Percent' | 'AmountPerDay' | 'AmountPerBusinessDay' | 'PercentPerDay' | 'PercentPerBusinessDay'
  /** In BRL, whole centavos, for the kinds of amounts */
  amount?: Amount | undefined
  /** Percent, up to 2 decimals, for the kinds of percentages */
  rate?: string | undefined
  /** For `Fixed` and `Percent`: the discount ends this many days before the due date of each bill. Default: 0 */
  daysBeforeDue?: number | undefined
}

/** Taken off whenever the bill is paid */
export type BillRebate = {
  /** `Fixed` with `amount`, `Percent` with `rate` */
  kind: 'Fixed' | 'Percent'
  /** In BRL, whole centavos, for the kinds of amounts */
  amount?: Amount | undefined
  /** Percent, up to 2 decimals, for the kinds of percentages */
  rate?: string | undefined
}

export type BillReminder = {
  /** The reminder id */
  id: string
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  date: string
  dueDate: string
  /**
   * The step of the plan: days from the due date, negative before it, positive after the last day on which the bill
   * is not late. Null: a person sent it
   */
  days: number | null
  moment: ReminderMoment
  /** How it was sent. Empty: it was not */
  channels: ReminderChannel[]
  mail: ReminderMailState | null
  withheld: ReminderWithheld | null
}

/** A payer is to be reminded of an open bill */
export type BillReminderEvent = {
  event: BillReminderEventName
  reminder: SentBillReminder
  bill: RemindedBill
}

export type BillReminderEventName = 'BillReminder'

/** What a person can send now. Null: the bill is not open, or the payer wants no reminders */
export type BillReminderMessage = {
  moment: ReminderMoment
  /** The text of today, in the language of the plan, with the link to the payer's page */
  text: string
  /** The customer's phone */
  phone: string | null
  /** Opens WhatsApp with the text, to the phone if there is one. Then record it: `POST /bills/{billId}/reminders` */
  whatsAppUrl: string
}

export type BillReminders = {
  /** True: the payer wants no reminders, and gets none */
  isRefused: boolean
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  refusedAt: string | null
  /** True: the payer asked for none, in a mail. False: you stopped them. Null: not stopped */
  byPayer: boolean | null
  /** Newest first, the last 100 */
  items: BillReminder[]
  message: BillReminderMessage | null
  /** The day on which the plan reminds of it next. Null: it does not */
  nextOn: string | null
}

/** `Overdue` bills can still be paid; `Expired` ones cannot */
export type BillState = 'Open' | 'Overdue' | 'Paid' | 'Cancelled' | 'Expired'

export type Cancellation = {
  transactionId: string
  transactionState: TransactionState
}

export type CashIn = {
  transaction: CreatedTransaction
  payment?: CashInPayment
}

/** Absent if a repeated order can no longer be paid */
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
  /** The customer who is to pay, instead of `payer`. A customer without a document: anybody may pay */
  customerId?: string | undefined
  value: CashInRequestPaymentValue
  /** Seconds until the charge expires. Default: 24 hours */
  expiresIn?: number | undefined
  /**
   * True: a payment from another document than the payer’s is returned, and the transaction is `Error` with
   * `PayerMismatch`. Requires `payer`, and a bank that reports who paid. Default: false
   */
  onlyThisPayer?: boolean | undefined
}

/** Who is to pay, with `cpf` or `cnpj`. Omit it for an anonymous payer: anybody may pay */
export type CashInRequestPaymentPayer = {
  /** Name of the payer */
  name?: string | undefined
  /** CPF, with or without punctuation */
  cpf?: string | undefined
  /** CNPJ of a company, numeric or alphanumeric, with or without punctuation. Instead of `cpf` */
  cnpj?: string | undefined
}

export type CashInRequestPaymentValue = {
  /** Decimal amount in BRL, for example "10.50" */
  original: Amount
  /** Whether the payer may change the amount. Default: false */
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

/** Who is paid, with `cpf` or `cnpj` */
export type CashOutCheckRequestPaymentRecipient = {
  /** Name of the recipient */
  name: string
  /** CPF, with or without punctuation */
  cpf?: string | undefined
  /** CNPJ of a company, numeric or alphanumeric, with or without punctuation. Instead of `cpf` */
  cnpj?: string | undefined
}

/** The reason the payout would be refused now. Null: it would be accepted */
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
  /** The token of a check: the payout is refused if it differs from what was checked */
  checkToken?: string | undefined
}

export type CashOutRequestPaymentKey = {
  type?: PixKeyType | undefined
  /** The PIX key */
  value: string
}

/** Who is paid, with `cpf` or `cnpj` */
export type CashOutRequestPaymentRecipient = {
  /** Name of the recipient */
  name: string
  /** CPF, with or without punctuation */
  cpf?: string | undefined
  /** CNPJ of a company, numeric or alphanumeric, with or without punctuation. Instead of `cpf` */
  cnpj?: string | undefined
}

export type ChangeBill = {
  /** Decimal amount in BRL, for example "10.50" */
  amount?: Amount | undefined
  /** The day until which it is to be paid, in São Paulo */
  dueDate?: string | undefined
  /** Days after the due date on which it can still be paid. Default: 30 */
  payableDaysAfterDue?: number | undefined
  fine?: BillFine | null | undefined
  interest?: BillInterest | null | undefined
  rebate?: BillRebate | null | undefined
  discount?: BillDiscount | null | undefined
  /** What the payer reads beside the amount */
  description?: string | null | undefined
  /** What is billed. The lines add up to `amount` */
  lines?: BillLine[] | null | undefined
}

export type ChangeCustomer = {
  /** Name of the person or company */
  name?: string | undefined
  /** CPF or CNPJ, with or without punctuation */
  document?: string | null | undefined
  /** E-mail */
  email?: string | null | undefined
  /** Phone number with the country code */
  phone?: string | null | undefined
  address?: CustomerAddress | null | undefined
  /** Notes that only you see */
  notes?: string | null | undefined
  metadata?: Metadata | null | undefined
  /** Your own id of the customer, unique among your customers */
  externalId?: string | null | undefined
}

export type ChangePaymentLink = {
  /** Title that payers see */
  title?: string | undefined
  /** Description that payers see */
  description?: string | null | undefined
  /** Maximum number of payments. Default: no limit */
  stock?: number | null | undefined
  /** New end date. Null: no end */
  endsAt?: Moment | null | undefined
  /** `Closed` accepts no new payers, `Active` reopens the link */
  state?: 'Active' | 'Closed' | undefined
}

export type ChangeReminderPlan = {
  /** Whether reminders are sent */
  isOn?: boolean | undefined
  /**
   * Days from the due date: -3 is three days before it, 5 is five days after the last day on which the bill is not
   * late
   */
  days?: number[] | undefined
  /** Whether payers get mails */
  byMail?: boolean | undefined
  /** Language of the texts */
  language?: 'pt' | 'en' | undefined
  /** The hour in São Paulo from which reminders are sent */
  hour?: number | undefined
  words?: SetReminderWords | undefined
}

export type Charge = {
  state: TransactionState
  /** What is owed now; of a bill with fine, interest, discount and rebate of today, 6 decimals */
  amount: string
  editable: boolean
  receiverName: string
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  expiresAt: string
  /** True: somebody has paid it. Paid by boleto, its state is `Registered` until the money has arrived */
  isPaid: boolean
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
  /** The time of the merchant's clock */
  time: string
  /** Seconds ahead of the real time */
  aheadSeconds: number
}

export type ClockMove = {
  /** Number of seconds. Send either this or `to` */
  forward?: number | undefined
  /** The new time. It must be later than the current time of the clock */
  to?: Moment | undefined
}

/** How the bank decided */
export type ContestOutcome = 'Accepted' | 'Refused'

/** Why you contest the return */
export type ContestReason = 'NoFraud' | 'AlreadyRefunded' | 'WrongAmount' | 'Other'

export type ContestRequest = {
  reason: ContestReason
  /** Your explanation */
  text: string
  /** Ids of files that were uploaded */
  files?: string[] | undefined
}

export type Counterparty = {
  name: string | null
  cpf: string | null
  cnpj: string | null
}

export type CreateBill = {
  /** The customer who is to pay, instead of `payer` */
  customerId?: string | undefined
  payer?: BillPayer | undefined
  /** Decimal amount in BRL, for example "10.50" */
  amount: Amount
  /** The day until which it is to be paid, in São Paulo */
  dueDate: string
  /** Days after the due date on which it can still be paid. Default: 30 */
  payableDaysAfterDue?: number | undefined
  fine?: BillFine | undefined
  interest?: BillInterest | undefined
  rebate?: BillRebate | undefined
  discount?: BillDiscount | undefined
  /** What the payer reads beside the amount */
  description?: string | undefined
  /** What is billed. The lines add up to `amount` */
  lines?: BillLine[] | undefined
  /**
   * How it can be paid. `["pix", "boleto"]`: by Pix or by boleto, at a bank that registers both; `payer.address` is
   * required, at some banks with its `district`. `pix` is always included. Default: `["pix"]`
   */
  methods?: ('pix' | 'boleto')[] | undefined
  /**
   * True: a payment from another document than the payer’s is returned, and the bill is closed. Requires a bank
   * that reports who paid. Default: false
   */
  onlyThisPayer?: boolean | undefined
  /** Your order id. Repeating it with the same body returns the first bill */
  orderId?: string | undefined
  metadata?: Metadata | undefined
  webhook?: Webhook | undefined
}

export type CreateBillImport = {
  /** The file in base64: CSV or XLSX */
  file: string
  /** Your name for the import, for example of the file */
  name: string
  /** True: leave out invalid rows. Default: false */
  skipInvalid?: boolean | undefined
}

export type CreateBillPlan = {
  /**
   * Your id of the plan. Its bills have the order ids `{orderId}-1`, `{orderId}-2` and so on. Repeating it with the
   * same body returns the first plan
   */
  orderId: string
  /** The customer who is to pay, instead of `payer` */
  customerId?: string | undefined
  payer?: BillPayer | undefined
  /** Number of bills */
  count: number
  /** Sum of all bills in BRL, whole centavos */
  amount: Amount
  /** Amount of the first bill, if it differs. The others share the rest, and the last has the difference */
  firstAmount?: Amount | undefined
  /** Amount of the last bill, if it differs. The others share the rest, and the first has the difference */
  lastAmount?: Amount | undefined
  /** Which bill has the centavos left over by equal amounts. Default: last */
  differenceOn?: 'first' | 'last' | undefined
  /** The due date of the first bill, in São Paulo */
  firstDueDate: string
  /**
   * The day on which the other bills are due, one a month; the last day in shorter months. Default: the day of
   * `firstDueDate`
   */
  dayOfMonth?: number | undefined
  /** Days after the due date on which it can still be paid. Default: 30 */
  payableDaysAfterDue?: number | undefined
  fine?: BillFine | undefined
  interest?: BillInterest | undefined
  rebate?: BillRebate | undefined
  discount?: BillPlanDiscount | undefined
  /** What the payer reads beside the amount, followed by the number of the bill: `(1/12)` */
  description?: string | undefined
  /**
   * How it can be paid. `["pix", "boleto"]`: by Pix or by boleto, at a bank that registers both; `payer.address` is
   * required, at some banks with its `district`. `pix` is always included. Default: `["pix"]`
   */
  methods?: ('pix' | 'boleto')[] | undefined
  /**
   * True: a payment from another document than the payer’s is returned, and the bill is closed. Requires a bank
   * that reports who paid. Default: false
   */
  onlyThisPayer?: boolean | undefined
  metadata?: Metadata | undefined
  webhook?: Webhook | undefined
}

export type CreateCustomer = {
  /** Name of the person or company */
  name: string
  /** CPF or CNPJ, with or without punctuation */
  document?: string | undefined
  /** E-mail */
  email?: string | undefined
  /** Phone number with the country code */
  phone?: string | undefined
  address?: CustomerAddress | undefined
  /** Notes that only you see */
  notes?: string | undefined
  metadata?: Metadata | undefined
  /** Your own id of the customer, unique among your customers */
  externalId?: string | undefined
}

export type CreateFile = {
  kind: FileKind
  format: FileFormat
  /** First day, in São Paulo time. For a monthlyStatement: the first day of the month */
  firstDay: string
  /** Last day, inclusive. Not needed for a monthlyStatement */
  lastDay?: string | undefined
  /** Language of headings and texts. Default: `pt` */
  language?: 'pt' | 'en' | undefined
  /** Your own list, for a reconciliation */
  rows?: ListedPayment[] | undefined
}

export type CreateFileSchedule = {
  kind: FileScheduleKind
  format: FileFormat
  every: FileSchedulePeriod
  /** Language of headings and texts. Default: `pt` */
  language?: 'pt' | 'en' | undefined
  bucket: FileBucket
}

export type CreatePaymentLink = {
  /** Title that payers see */
  title: string
  /** Description that payers see */
  description?: string | undefined
  /** Amount. Omit it to let the payer choose */
  amount?: Amount | undefined
  /** Minimum amount that the payer may choose */
  minAmount?: Amount | undefined
  /** Maximum amount that the payer may choose */
  maxAmount?: Amount | undefined
  /** Maximum number of payments. Default: no limit */
  stock?: number | undefined
  /** When the link stops accepting payments. Default: never */
  endsAt?: Moment | undefined
  /** Whether payers must give their name and CPF or CNPJ. Default: false */
  asksPayer?: boolean | undefined
  /** Address that the payer can continue to after payment */
  redirectUrl?: string | undefined
  metadata?: Metadata | undefined
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
  /** Display name */
  name: string
  kind: PayoutBatchKind
  rows: PayoutBatchRowRequest[]
  /** Your batch id. Repeating it with the same body returns the first batch */
  orderId?: string | undefined
  webhook?: Webhook | undefined
}

export type CreateStaticQrCode = {
  /** Title that payers see */
  title: string
  /** Description that payers see */
  description?: string | undefined
  /** Amount. Omit it to let the payer choose */
  amount?: Amount | undefined
  metadata?: Metadata | undefined
  webhook?: Webhook | undefined
}

export type CreateTrouble = {
  kind: TroubleKind
  /** How often the fault happens */
  times?: number | undefined
  /**
   * Only for `webhookDelay` (default: 60), `slowBank` (default: 5, maximum: 15) and `slowBoleto` (default: 10,
   * maximum: 600)
   */
  seconds?: number | undefined
}

export type CreatedPaymentRequest = {
  id: string
  /** 2 decimals in the response to the creation (more only if needed), 6 when read */
  amount: string
  status: PaymentRequestStatus
  pixKey: string
  pixKeyType: 'CNPJ'
  description: string
  refReceiver: string
  refBankAccount: string
  /** The transaction that pays it */
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
  /** True: it waits for approval in the portal. Not there: it does not */
  waitsForApproval?: boolean
}

export type Customer = {
  id: string
  name: string
  /** CPF or CNPJ, without punctuation */
  document: string | null
  email: string | null
  phone: string | null
  address: CustomerAddress | null
  notes: string | null
  metadata: Metadata
  externalId: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  creationDate: string
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  changeDate: string
}

/** Postal address */
export type CustomerAddress = {
  /** Street or avenue */
  street?: string | undefined
  /** Number of the house */
  number?: string | undefined
  /** Flat, floor or block */
  complement?: string | undefined
  /** District (bairro) */
  district?: string | undefined
  /** City */
  city?: string | undefined
  /** State, two letters */
  state?: string | undefined
  /** Postal code (CEP) */
  postalCode?: string | undefined
}

export type CustomerImport = {
  /** Rows that add a customer */
  created: number
  /** Rows that change a customer */
  changed: number
  /** Rows that are left out */
  invalid: number
  rows: CustomerImportRow[]
}

export type CustomerImportFault = {
  /** The column */
  field:
    | 'name'
    | 'document'
    | 'email'
    | 'phone'
    | 'postalCode'
    | 'street'
    | 'number'
    | 'complement'
    | 'district'
    | 'city'
    | 'state'
    | 'notes'
    | 'externalId'
    | 'metadata'
  /** What is wrong, for programs */
  code: string
  /** What is wrong */
  message: string
}

export type CustomerImportRow = {
  /** Row number in the file */
  line: number
  /** What is done with the row. `none`: it is invalid */
  action: 'create' | 'change' | 'none'
  /** Name of the customer */
  name: string | null
  /** The customer. Null in a preview of a new one */
  customerId: string | null
  /** What is wrong with the row */
  faults: CustomerImportFault[]
}

export type CustomerPage = {
  limit: number
  items: Customer[]
  /** Null on the last page */
  nextCursor: string | null
}

export type CustomerTransactions = {
  limit: number
  items: Transaction[]
  /** Null on the last page */
  nextCursor: string | null
}

export type DecisionRequest = {
  /** A comment for the merchant */
  comment?: string | undefined
}

export type DefenceFile = {
  /** The file id to send with a defence */
  id: string
  /** PUT the file to this address, once, within 300 seconds. No token is needed */
  uploadUrl: string
}

export type DefenceFileRequest = {
  /** Name of the file to upload */
  fileName: string
}

export type DefenceRequest = {
  /** Your explanation */
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
  /** Number of attempts */
  attemptCount: number
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  lastAttemptDate: string | null
  /** The HTTP status, or why there was no response */
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
  /** answered: the address returned an HTTP status */
  outcome: 'answered' | 'noConnection' | 'noAnswer'
  httpStatus: number | null
  latencyMs: number
  /** The beginning of the response body, up to 1 KiB */
  answer: string | null
  /** Why there was no response */
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
  /** Number of attempts */
  attemptCount: number
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  lastAttemptDate: string | null
  /** The HTTP status, or why there was no response */
  lastAnswer: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  nextAttemptDate: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  creationDate: string
  payload: DeliveryDetailPayload
  attempts: DeliveryAttempt[]
}

/** The body that is sent */
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
  /** The bank's id of the case */
  bankReference: string
  state: DisputeState
  reason: DisputeReason
  /** The bank's description */
  details: string | null
  /** The amount the bank demands back, 6 decimals */
  askedAmount: string
  /** The amount blocked when the case was opened, 6 decimals */
  blockedAmount: string
  /** 6 decimals */
  returnedAmount: string
  /** Deadline to answer */
  answerUntil: string
  /** Your answer */
  defence: string | null
  /** The ids of its files */
  defenceFiles: string[]
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  defenceDate: string | null
  /** Why it was released, if it was not decided */
  cause: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  date: string
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  endDate: string | null
  contest?: DisputeContest | null
  /** Deadline to contest the return */
  contestUntil?: string | null
}

/** What you say against the return that was made */
export type DisputeContest = {
  reason: ContestReason
  /** Your explanation */
  text: string
  /** The ids of its files */
  files: string[]
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  date: string
  outcome: ContestOutcome | null
  /** What the bank said */
  note: string | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  endDate: string | null
}

/** The dispute after a change of state */
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

/** Why the bank demands the money back */
export type DisputeReason = 'Fraud' | 'OperationalFault'

/** Only an `Open` dispute can be answered. `Returned` and `Released` are final */
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
  /** False: there are more than `total`. Counting stops at 10,000 */
  totalIsExact: boolean
}

export type DocumentProperties = {
  name: string
  extension: string
}

/** `Pending` until the file is uploaded */
export type DocumentState = 'Pending' | 'Uploaded'

/** The refund the event is about */
export type EventRefund = {
  id: string
  /** 6 decimals */
  amount: string
  state: string
}

/**
 * Bills that expired unpaid. Not in `buckets`: they cannot be paid any more, and a bill made instead would count
 * twice
 */
export type ExpiredBills = {
  /** How many bills */
  count: number
  /** Their sum, 6 decimals */
  amount: string
  /** The first due date that is included: one year ago */
  since: string
}

export type ExportedFile = {
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
  /** Download address, without a token. Null: not ready yet, or expired */
  url: string | null
  /** When `url` expires */
  expirationDate: string | null
  result: ReconciliationResult | null
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  creationDate: string
}

/** The bucket that files are stored in */
export type FileBucket = {
  /** Only for services other than Amazon S3 */
  endpoint?: string | undefined
  region: string
  bucket: string
  /** Folder in the bucket. Default: none */
  prefix?: string | undefined
  accessKey: string
  /** Stored encrypted and never returned */
  secret: string
}

/** Lists are `csv`, `xlsx` or `ofx`, a month is a `pdf` */
export type FileFormat = 'csv' | 'xlsx' | 'ofx' | 'pdf'

/**
 * Content of the file. `transactions` as `csv` or `xlsx`: the transactions created in the period, in their
 * current state. As `ofx`: the statement, by the day the money moved
 */
export type FileKind = 'statement' | 'transactions' | 'monthlyStatement' | 'reconciliation'

export type FilePage = {
  limit: number
  items: ExportedFile[]
  /** Null on the last page */
  nextCursor: string | null
}

export type FileSchedule = {
  id: string
  kind: FileScheduleKind
  format: FileFormat
  every: FileSchedulePeriod
  /** The bucket that files are stored in. Null: a link is sent by e-mail */
  bucket: string | null
  /** When the next file is created */
  nextDate: string
  /**
   * Why the last file failed. `NotWritten`: it could not be written; `TooManyRows`: the period has too many rows;
   * `BucketRefused`: the bucket refused it; `NoReader`: the e-mail's recipient no longer has access; `KeyEnded`:
   * the key that created the schedule was revoked or has expired; `PersonNotAllowed`: the person who created the
   * schedule no longer has permission
   */
  fault: string | null
}

/**
 * Content of the file. `transactions` as `csv` or `xlsx`: the transactions created in the period, in their
 * current state. As `ofx`: the statement, by the day the money moved
 */
export type FileScheduleKind = 'statement' | 'transactions' | 'monthlyStatement'

export type FileScheduleList = {
  items: FileSchedule[]
}

/** For a monthlyStatement: always `month` */
export type FileSchedulePeriod = 'day' | 'month'

/** Only a `Done` file can be downloaded */
export type FileState = 'Waiting' | 'Running' | 'Done' | 'Failed' | 'Expired'

export type ImportCustomers = {
  /** The file in base64: CSV or XLSX */
  file: string
  /** True: leave out invalid rows. Default: false */
  skipInvalid?: boolean | undefined
}

export type InvalidRequestError = {
  name: string
  code: string
  message: string
  details: Problem[]
}

/** `raisedAt`: when higher limits that were decided take effect */
export type Limits = {
  cashOuts: SendingLimits
  companyPayments: SendingLimits
  /** The most that may leave in a night, of all kinds together, 6 decimals */
  perNight: string | null
  /** The most that one recipient may get in a day, 6 decimals */
  perRecipient: string | null
  /** The most that a new recipient may get in the first hours, 6 decimals */
  newRecipient: string | null
  /** The most that one access key may pay out in a day without approval, 6 decimals */
  perKey: string | null
  /** The hour of São Paulo at which the night starts */
  nightFrom: number
  /** The hour of São Paulo at which the night ends */
  nightUntil: number
  /** For how many hours after the first payment a recipient is new */
  newRecipientHours: number
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  raisedAt: string | null
}

export type ListedBillReminder = {
  /** The reminder id */
  id: string
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  date: string
  dueDate: string
  /**
   * The step of the plan: days from the due date, negative before it, positive after the last day on which the bill
   * is not late. Null: a person sent it
   */
  days: number | null
  moment: ReminderMoment
  /** How it was sent. Empty: it was not */
  channels: ReminderChannel[]
  mail: ReminderMailState | null
  withheld: ReminderWithheld | null
  billId: string
  payerName: string | null
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

/** Your own data: up to 20 keys of 40 characters, with values of up to 500 characters */
export type Metadata = Record<string, string>

/** Refused, in the form of OAuth 2.0 (RFC 6749, 5.2) */
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
  /** Your order id. Repeating it with the same body returns the first transaction */
  orderId?: string | undefined
  /** Your description */
  orderDescription?: string | undefined
  metadata?: Metadata | undefined
}

export type OwnReminderTexts = {
  Before: ReminderText | null
  DueDay: ReminderText | null
  After: ReminderText | null
}

/** Your own texts. Null: ours is sent */
export type OwnReminderWords = {
  pt: OwnReminderTexts
  en: OwnReminderTexts
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
  /** Send the end user to this address to pay */
  checkoutUrl: string
  transactionState: TransactionState
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
   * The address the end user returns to after the checkout, with `transactionId` and `transactionState` added to
   * the query: http(s), or the scheme of an app (`myapp://paid`)
   */
  redirectUrl: string
  /** Seconds until it expires. Default: 24 hours */
  expiresIn?: number | undefined
}

/** Who will pay: a person (CPF) or a company (CNPJ), whose representative enters their own CPF in the checkout */
export type PaymentInitiationRequestPaymentPayer = {
  /** CPF or CNPJ, with or without punctuation */
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
  /** The static code to copy or print. Null: the link has a page instead */
  qrCode: string | null
  /** Open charges. Each reserves one unit of the stock for 30 minutes */
  openCount: number
  paidCount: number
  /** 6 decimals */
  paidAmount: string
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  creationDate: string
  /** Your own fields */
  metadata?: Record<string, string>
}

/** The payment link after a change of state */
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

/** Only an `Active` link accepts new payers */
export type PaymentLinkState = 'Active' | 'SoldOut' | 'Ended' | 'Closed'

export type PaymentLinkTransactions = {
  limit: number
  items: Transaction[]
  /** Null on the last page */
  nextCursor: string | null
}

export type PaymentRequest = {
  id: string
  /** 2 decimals in the response to the creation (more only if needed), 6 when read */
  amount: string
  status: PaymentRequestStatus
  pixKey: string
  pixKeyType: 'CNPJ'
  description: string
  refReceiver: string
  refBankAccount: string
  /** The transaction that pays it */
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

/** A decision on a payment request, and the request after it */
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
  /** False: there are more than `total`. Counting stops at 10,000 */
  totalIsExact: boolean
}

export type PaymentRequestStatus = 'Pending' | 'Approved' | 'Rejected' | 'Cancelled'

/** `Denied` is the same as `Rejected` */
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

/** The batch after a decision, or after its last row */
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
  /** Position in the batch, from 1 */
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
  /** Null if there is no transaction */
  transactionState: TransactionState | null
  /** The reason it was refused, as for a single payment. `BatchStopped`: the batch was stopped before this row */
  reason: string | null
  message: string | null
  /** Why its transaction failed */
  stateErrorCause: string | null
  /** Your own fields */
  metadata?: Record<string, string>
}

export type PayoutBatchRowPage = {
  limit: number
  items: PayoutBatchRow[]
  /** Null on the last page */
  nextCursor: string | null
}

export type PayoutBatchRowRequest = {
  /** Decimal amount in BRL, for example "10.50". Required */
  amount?: string | undefined
  /** Description. Required for companyPayments */
  description?: string | undefined
  /** Payouts: name of the recipient */
  name?: string | undefined
  /** Payouts: CPF or CNPJ of the recipient. The key must belong to it */
  taxNumber?: string | undefined
  /** Payouts: CPF, CNPJ, EMAIL, PHONE or EVP */
  keyType?: string | undefined
  /** Payouts: the PIX key */
  key?: string | undefined
  /** Payouts: your order id, unique among your payouts. Optional */
  orderId?: string | undefined
  /** companyPayments: id or CNPJ of the receiver */
  receiver?: string | undefined
  /** companyPayments: id or number of the account. Default: the receiver's only approved account */
  account?: string | undefined
  metadata?: Metadata | undefined
}

/** `Made`: its transaction was created */
export type PayoutBatchRowState = 'Waiting' | 'Made' | 'Refused'

/** `Running`: approved, rows are being paid. `Stopped`: the remaining rows are not paid */
export type PayoutBatchState = 'Pending' | 'Running' | 'Completed' | 'Stopped' | 'Rejected' | 'Cancelled'

/** Number of rows and their sum */
export type PayoutBatchSum = {
  count: number
  /** 6 decimals */
  amount: string
}

export type PayoutSpreadsheet = {
  rows: PayoutSpreadsheetRow[]
}

export type PayoutSpreadsheetRow = {
  /** Row number in the file */
  line: number
  row: PayoutBatchRowRequest
}

/** The owner of the key, masked, as the bank reports it. Null: the bank reports it only after payment */
export type PixKeyOwner = {
  name: string | null
  taxNumber: string
}

/** Type of the PIX key. Required: without it the response is 409 `PixKeyTypeNotAllowed` */
export type PixKeyType = 'CPF' | 'EMAIL' | 'PHONE' | 'EVP' | 'CNPJ'

export type PreviewBillImport = {
  /** The file in base64: CSV or XLSX */
  file: string
}

export type PreviewCustomerImport = {
  /** The file in base64: CSV or XLSX */
  file: string
}

export type PreviewReminders = {
  words?: SetReminderWords | undefined
}

export type PreviewedReminder = {
  /** The day of the amount */
  date: string
  subject: string
  text: string
}

export type PreviewedReminders = {
  Before: PreviewedReminder
  DueDay: PreviewedReminder
  After: PreviewedReminder
}

/** One error in the request */
export type Problem = {
  /** Path of the field, separated by slashes. Empty for the root */
  path: string
  code: string
  message: string
  info: ProblemInfo
}

export type ProblemInfo = Record<string, unknown>

export type ReadPayoutSpreadsheet = {
  kind: PayoutBatchKind
  /** The file in base64: CSV or XLSX */
  file: string
}

/** Why a request was refused */
export type Reason =
  | 'AuthenticationTokenInvalid'
  | 'AccessKeyUnauthorized'
  | 'MerchantSuspended'
  | 'ScopeNotAllowed'
  | 'NetworkNotAllowed'
  | 'UploadAddressInvalid'
  | 'RouteNotFound'
  | 'TransactionNotFound'
  | 'ReceiverNotFound'
  | 'BankAccountNotFound'
  | 'PaymentRequestNotFound'
  | 'DocumentNotFound'
  | 'PaymentLinkNotFound'
  | 'BillNotFound'
  | 'BillImportNotFound'
  | 'CustomerNotFound'
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
  | 'PixKeyOwnerUnknown'
  | 'RecipientNotAllowed'
  | 'CheckExpired'
  | 'CheckMismatch'
  | 'InsufficientBalance'
  | 'AmountNotAllowed'
  | 'PayerNotReported'
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
  | 'BillImportStateNotAllowed'
  | 'SpreadsheetUnreadable'
  | 'PaymentLinkStockTaken'
  | 'ExternalIdTaken'
  | 'DocumentAlreadyUploaded'
  | 'DocumentNotUploaded'
  | 'ApproverNotAllowed'
  | 'ClockTooFarAhead'
  | 'DisputeStateNotAllowed'
  | 'DisputeAnswerTimeOver'
  | 'WebhookUnreachable'
  | 'WebhookAddressNotAllowed'
  | 'DeliverySuperseded'
  | 'RefusedByBank'
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
  /** False: there are more than `total`. Counting stops at 10,000 */
  totalIsExact: boolean
}

/** Only for a finished reconciliation */
export type ReconciliationResult = {
  /** Lines that match */
  matches: number
  /** Lines with a different amount, not paid, or returned */
  differs: number
  /** Lines without a payment */
  missingHere: number
  /** Payments of the period that are not in your list */
  missingInList: number
}

export type RecordedBillReminder = {
  reminder: BillReminder
  message: BillReminderMessage
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
  /** The reason you gave, if any */
  reason: string | null
}

export type RefundList = {
  items: Refund[]
}

export type RefundRequest = {
  /** Amount to refund. Default: all that is left */
  amount?: Amount | undefined
  /** Your refund id. Repeating it does not refund twice */
  refundId?: string | undefined
  /** The reason, for your team. The portal shows it */
  reason?: string | undefined
}

/** `Processing` until the bank reports the result. After `Failed` you can request it again */
export type RefundState = 'Processing' | 'Completed' | 'Failed'

/** Why the request was refused */
export type RefusalDetails = {
  reason: Reason
  /** Details, for example `TaxNumber:52998224725` */
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

export type RemindedBill = {
  /** The bill id */
  id: string
  state: BillState
  orderId: string | null
  customerId: string | null
  /** Your own fields */
  metadata: Record<string, string>
  /** 6 decimals */
  amount: string
  /** What is owed on the day of the reminder, 6 decimals */
  amountDue: string
  dueDate: string
  payer: Counterparty | null
  /** The payer's page of the bill */
  url: string
}

/** `WhatsApp`: a person sent the text, which was recorded in the portal or by the API */
export type ReminderChannel = 'Mail' | 'Webhook' | 'WhatsApp'

/**
 * `Failed`: the mail server refused it, or did not take it for hours. `Withdrawn`: not sent, because meanwhile
 * the bill was paid or closed or the payer refused. Null: no mail, or its record is deleted
 */
export type ReminderMailState = 'Waiting' | 'Sent' | 'Failed' | 'Withdrawn'

/** Which text it was: `DueDay` until the last day on which the bill is not late */
export type ReminderMoment = 'Before' | 'DueDay' | 'After'

export type ReminderPage = {
  limit: number
  items: ListedBillReminder[]
  /** Null on the last page */
  nextCursor: string | null
}

export type ReminderPlan = {
  /** Whether reminders are sent */
  isOn: boolean
  /**
   * Days from the due date: -3 is three days before it, 5 is five days after the last day on which the bill is not
   * late
   */
  days: number[]
  /** Whether payers get mails */
  byMail: boolean
  /** Language of the texts */
  language: 'pt' | 'en'
  /** The hour in São Paulo from which reminders are sent */
  hour: number
  words: OwnReminderWords
  usual: ReminderWords
  /** What a text can have in braces */
  fields: ('name' | 'amount' | 'dueDate' | 'link' | 'merchant' | 'description')[]
  /** Whether your account's webhook address gets the event `BillReminder` */
  byWebhook: boolean
  /** Whether this server sends mails */
  sendsMails: boolean
  /** When reminders are sent next. Null: the plan is off */
  nextRunAt: string | null
}

export type ReminderPreview = {
  pt: PreviewedReminders
  en: PreviewedReminders
}

/**
 * With the fields `{name}`, `{amount}`, `{dueDate}`, `{link}`, `{merchant}`, `{description}`. A text without
 * `{link}` gets the link at its end
 */
export type ReminderText = {
  /** The subject of the mail */
  subject: string
  /** The text */
  body: string
}

export type ReminderTexts = {
  Before: ReminderText
  DueDay: ReminderText
  After: ReminderText
}

export type ReminderWish = {
  /** True: the payer wants no reminders, and gets none */
  isRefused: boolean
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  refusedAt: string | null
  /** True: the payer asked for none, in a mail. False: you stopped them. Null: not stopped */
  byPayer: boolean | null
}

/** Why no mail was sent. `Refused`: the payer wants no reminders. `NoChannel`: the plan sends nothing by itself */
export type ReminderWithheld = 'Refused' | 'NoAddress' | 'NoMailServer' | 'NoChannel'

/** Our texts */
export type ReminderWords = {
  pt: ReminderTexts
  en: ReminderTexts
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
  /** False: there are more than `resent`. Counting stops at 10,000 */
  resentIsExact: boolean
}

export type ReviewStatus = 'Pending' | 'Approved' | 'Rejected'

/** `Denied` is the same as `Rejected` */
export type ReviewStatusFilter = 'Pending' | 'Approved' | 'Denied' | 'Rejected'

export type SendingLimits = {
  /** The most a payment may be. `null`: no limit but the balance, 6 decimals */
  perTransaction: string | null
  /** The most all payments of a day may be together. `null`: no limit, 6 decimals */
  perDay: string | null
  /** What was sent on this day of São Paulo, 6 decimals */
  sentToday: string
}

export type SentBillReminder = {
  /** The reminder id */
  id: string
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  date: string
  /**
   * The step of the plan: days from the due date, negative before it, positive after the last day on which the bill
   * is not late. Null: a person sent it
   */
  days: number | null
  moment: ReminderMoment
  /** True: it also goes to the payer by mail */
  isMailed: boolean
  /** The text with the link, ready to be sent to the payer */
  text: string
}

export type SetReminderTexts = {
  Before?: ReminderText | null | undefined
  DueDay?: ReminderText | null | undefined
  After?: ReminderText | null | undefined
}

export type SetReminderWish = {
  /** True: stop reminders to the payer. False: resume them */
  isRefused: boolean
}

/** Your own texts. One that is omitted or null is ours */
export type SetReminderWords = {
  pt?: SetReminderTexts | undefined
  en?: SetReminderTexts | undefined
}

export type SimulatedDispute = {
  /** The completed cash-in that is disputed */
  transactionId: string
  /** The amount the bank demands back. Default: all that was paid */
  amount?: Amount | undefined
  reason?: DisputeReason | undefined
  /** The bank's description */
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
  /** Simulates that this amount was paid instead of the requested amount */
  amount?: Amount | undefined
  /** Bills only: the day of the payment. Default: today */
  on?: string | undefined
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
  /** What the posting adds to the available balance, signed, 6 decimals */
  available: string
  /** What the posting adds to the held balance, signed, 6 decimals */
  held: string
  /** What the posting adds to the balance blocked by disputes, signed, 6 decimals */
  blocked: string
  /** What the posting adds to the balance held in reserve, signed, 6 decimals */
  reserved: string
  /** Signed, 6 decimals */
  charges: string
  /** Available balance after this posting */
  availableBalance: string
  /** Held balance after this posting */
  heldBalance: string
  /** Blocked balance after this posting */
  blockedBalance: string
  /** Balance held in reserve after this posting */
  reservedBalance: string
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
  /** Amount paid. Required if the code has no amount */
  amount?: Amount | undefined
}

/** What `data` of every event of the stream says, as JSON in one line */
export type StreamedEvent = {
  /** The event's id, the same as `webhook-id` */
  id: string
  /** The address the event is for */
  url: string
  /** The headers of a delivery: content type, your custom header, `webhook-signature` and others */
  headers: Record<string, string>
  /** The body as it is sent: the signature is of exactly this text */
  body: string
  /** ISO 8601, YYYY-MM-DDTHH:mm:ss.SSSZ */
  creationDate: string
}

/** A test event, without content */
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
  /** The customer that was charged. Absent: none was named */
  customerId?: string
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
  /** Of a charge. True: money from another document than the payer’s is returned */
  onlyThisPayer?: boolean
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

/** The transaction after a change of state */
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
  /** The amount paid; before payment, the amount requested, 6 decimals */
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
  /** The payment link */
  paymentLinkId?: string
  /** The customer that was charged. Absent: none was named */
  customerId?: string
  /** Your own fields */
  metadata?: Record<string, string>
  transactionAmountComponents?: AmountComponents
  /** The wrong amount that was paid, if that is the cause of an `Error`, 6 decimals */
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
  | 'PaidByBoleto'
  | 'Error'

/** Your own fields */
export type TransactionMetadata = {
  /** The payment link */
  paymentLinkId?: string
}

export type TransactionPage = {
  limit: number
  offset: number
  /**
   * Number of matches. Counted up to 10,000; beyond, more than the items so far while more follow. Null on pages by
   * cursor
   */
  total: number | null
  items: Transaction[]
  /** Null on the last page */
  nextCursor: string | null
  /**
   * False: there may be more than `total`. Counting stops at 10,000; with a filter by state or type, only the
   * newest 100,000 are counted
   */
  totalIsExact: boolean | null
}

/** The state as it is spelled when you read a transaction: `Canceled` */
export type TransactionReadState =
  | 'Created'
  | 'Registered'
  | 'Completed'
  | 'Canceled'
  | 'Reversed'
  | 'Refunded'
  | 'Error'

export type TransactionState = 'Created' | 'Registered' | 'Completed' | 'Cancelled' | 'Reversed' | 'Refunded' | 'Error'

/** `status` is another name of it. `Canceled` and `Cancelled` are the same state */
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
  /** How often the fault will still happen */
  timesLeft: number
  /** Null if the fault has no duration */
  seconds: number | null
  /** The person who scripted it, or `API` */
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
 * refuses a refund: it fails with the cause `RefundRefusedByBank`. `slowBoleto`: the bank is busy when a boleto
 * is to be registered, and is asked again after `seconds`: until then its bill is `Created`. `boletoRefused`: the
 * bank refuses to register a boleto: its bill fails with the cause `BoletoNotRegistered`
 */
export type TroubleKind =
  | 'webhookDrop'
  | 'webhookDelay'
  | 'webhookReorder'
  | 'webhookDuplicate'
  | 'slowBank'
  | 'refundRefused'
  | 'slowBoleto'
  | 'boletoRefused'

export type TroubleList = {
  items: Trouble[]
}

/** PUT the file to this address, once, within 300 seconds. No token is needed */
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
  /** Absolute http(s) address that is notified of every state change */
  url: string
  /** A custom header that is sent with every event */
  customHeaderName?: string | undefined
  /** The value of the custom header, in ASCII. Requires a name */
  customHeaderValue?: string | undefined
}

/** One event. `id` is the same in every attempt: store it to handle the event once. */
export type EventOf<Type extends string, Data> = { id: string; type: Type; date: Date; data: Data }

/** Every event that a webhook address receives, distinguished by `type`. */
export type WebhookEvent =
  /** A bank has registered a PIX cash-out or a company payment */
  | EventOf<'transactionRegistered', TransactionEvent & { transactionState: 'Registered' }>
  /** A PIX or OpenFinance payment was paid */
  | EventOf<'transactionCompleted', TransactionEvent & { transactionState: 'Completed' }>
  /** A PIX or OpenFinance payment was cancelled or expired */
  | EventOf<'transactionCancelled', TransactionEvent & { transactionState: 'Cancelled' }>
  /** A PIX or OpenFinance payment failed */
  | EventOf<'transactionError', TransactionEvent & { transactionState: 'Error' }>
  /** A completed payment was reversed by the bank */
  | EventOf<'transactionReversed', TransactionEvent & { transactionState: 'Reversed' }>
  /** A cash-in was refunded in full */
  | EventOf<'transactionRefunded', TransactionEvent & { transactionState: 'Refunded' }>
  /**
   * A cash-in was refunded, or a payout sent back by its recipient, in part. To the account address, if selected
   * there
   */
  | EventOf<'transactionPartiallyRefunded', TransactionEvent & { transactionState: 'PartiallyRefunded' }>
  /** A refund failed; its money is available again. To the account address, if selected there */
  | EventOf<'transactionRefundFailed', TransactionEvent & { transactionState: 'RefundFailed' }>
  /**
   * The boleto of a bill was paid; its money arrives in one to three business days. To the account address, if
   * selected there
   */
  | EventOf<'transactionPaidByBoleto', TransactionEvent & { transactionState: 'PaidByBoleto' }>
  /** A payment request was approved */
  | EventOf<'paymentRequestApproved', PaymentRequestEvent & { event: 'PaymentRequestApproved' }>
  /** A payment request was rejected */
  | EventOf<'paymentRequestRejected', PaymentRequestEvent & { event: 'PaymentRequestRejected' }>
  /** A payment request was cancelled */
  | EventOf<'paymentRequestCancelled', PaymentRequestEvent & { event: 'PaymentRequestCancelled' }>
  /** A payment link is sold out */
  | EventOf<'paymentLinkSoldOut', PaymentLinkEvent & { event: 'PaymentLinkSoldOut' }>
  /** A payment link has expired */
  | EventOf<'paymentLinkEnded', PaymentLinkEvent & { event: 'PaymentLinkEnded' }>
  /** A bank demands money back. The amount is blocked until a decision. To the account address, if selected there */
  | EventOf<'disputeOpened', DisputeEvent & { event: 'DisputeOpened' }>
  /** A dispute was closed: the money was returned to the payer. To the account address, if selected there */
  | EventOf<'disputeReturned', DisputeEvent & { event: 'DisputeReturned' }>
  /** A dispute was closed: the money is available again. To the account address, if selected there */
  | EventOf<'disputeReleased', DisputeEvent & { event: 'DisputeReleased' }>
  /** The operator has corrected the available balance. To the account address, if selected there */
  | EventOf<'balanceAdjusted', AdjustmentEvent & { event: 'BalanceAdjusted' }>
  /**
   * A payer is to be reminded of an open bill: by mail already, if the plan says so. To the account address, if
   * selected there
   */
  | EventOf<'billReminder', BillReminderEvent & { event: 'BillReminder' }>
  /** A batch of payments was approved: its rows are being paid */
  | EventOf<'payoutBatchApproved', PayoutBatchEvent & { event: 'PayoutBatchApproved' }>
  /** A batch of payments was rejected */
  | EventOf<'payoutBatchRejected', PayoutBatchEvent & { event: 'PayoutBatchRejected' }>
  /** Every row of a batch was made or refused */
  | EventOf<'payoutBatchCompleted', PayoutBatchEvent & { event: 'PayoutBatchCompleted' }>
  /** A running batch was stopped: the waiting rows are refused */
  | EventOf<'payoutBatchStopped', PayoutBatchEvent & { event: 'PayoutBatchStopped' }>
  /** Sent from the portal, to try an address */
  | EventOf<'testEvent', TestEvent & { event: 'Test' }>
