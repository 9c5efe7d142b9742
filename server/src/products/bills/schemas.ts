import { type Static, Type } from 'typebox'
import { languages } from '../../platform/http/languages.ts'
import { Cursor, NextCursor } from '../../platform/http/paging.ts'
import {
  Amount,
  Day,
  Metadata,
  Money,
  MoneyOf,
  Named,
  Nullable,
  OneOf,
  Party,
  SignedMoneyOf,
  Text,
  Timestamp,
  Words,
} from '../../platform/http/schemas.ts'
import {
  AmountComponents,
  Counterparty,
  StoredMetadata,
  TransactionState,
  WebhookRequest,
} from '../../money/transactions/schemas.ts'
import { billMethods, billStates, discountKinds, interestKinds } from './bill.ts'
import { differencePlaces } from './plan.ts'

const DayOf = (description: string) => ({ ...Day, description })

const Rate = Type.String({
  pattern: '^\\d{1,3}(\\.\\d{1,2})?$',
  description: 'Percent, with up to 2 decimals, for example "2" or "0.33"',
  examples: ['2'],
})

/** Which of the two is needed depends on `kind`. */
const value = {
  amount: Type.Optional(Amount('In BRL, whole centavos, for the kinds of amounts')),
  rate: Type.Optional({ ...Rate, description: 'Percent, up to 2 decimals, for the kinds of percentages' }),
}

const Share = (title: string, description: string) =>
  Type.Object(
    { kind: OneOf(['Fixed', 'Percent'], '`Fixed` with `amount`, `Percent` with `rate`'), ...value },
    { title, description },
  )

const Fine = Share('BillFine', 'Added once when the bill is paid late')
const Rebate = Share('BillRebate', 'Taken off whenever the bill is paid')

const Interest = Type.Object(
  {
    kind: OneOf(
      interestKinds,
      '`Amount…` with `amount`, `Percent…` with `rate`. Counted in days of the calendar, or in business days',
    ),
    ...value,
  },
  {
    title: 'BillInterest',
    description: 'Added for each day that the bill is late: simple interest, a month has 30 days',
  },
)

const Discount = Type.Object(
  {
    kind: OneOf(
      discountKinds,
      '`Fixed` and `Percent` with `until`; the others take `amount` or `rate` off for each day that the payment is early',
    ),
    ...value,
    until: Type.Optional(
      Type.Array(
        Type.Object(
          { date: DayOf('The discount counts up to and including this day'), ...value },
          { title: 'BillDiscountDay' },
        ),
        {
          minItems: 1,
          maxItems: 3,
          description: 'For `Fixed` and `Percent`: up to three days, none after the due date',
        },
      ),
    ),
  },
  { title: 'BillDiscount', description: 'Taken off when the bill is paid early' },
)

const Line = Type.Object(
  { description: Words(200, 'What is billed'), amount: Amount('Amount of the line') },
  { title: 'BillLine' },
)

const Payer = Party(
  {
    name: Words(200, 'Name of the payer'),
    email: Type.Optional(Type.String({ format: 'email', maxLength: 254, examples: ['maria@example.com'] })),
    address: Type.Optional(
      Type.Object(
        {
          street: Words(200, 'Street and number'),
          district: Type.Optional(Words(100, 'District (bairro). Some banks register no boleto without it')),
          city: Words(200, 'City'),
          state: Type.String({ pattern: '^[A-Za-z]{2}$', description: 'State, two letters', examples: ['SP'] }),
          postalCode: Type.String({
            pattern: '^\\d{5}-?\\d{3}$',
            description: 'Postal code (CEP)',
            examples: ['01310-100'],
          }),
        },
        { title: 'BillPayerAddress' },
      ),
    ),
  },
  { title: 'BillPayer', description: 'Who is to pay, with `cpf` or `cnpj`. Or send `customerId`' },
)

const terms = {
  fine: Type.Optional(Fine),
  interest: Type.Optional(Interest),
  rebate: Type.Optional(Rebate),
  discount: Type.Optional(Discount),
}

const payableDays = Type.Integer({
  minimum: 0,
  maximum: 365,
  description: 'Days after the due date on which it can still be paid. Default: 30',
})
const description = Text(140, { description: 'What the payer reads beside the amount' })
const lines = Type.Array(Line, {
  minItems: 1,
  maxItems: 50,
  description: 'What is billed. The lines add up to `amount`',
})
const onlyThisPayer = Type.Boolean({
  default: false,
  description:
    'True: a payment from another document than the payer’s is returned, and the bill is closed. Requires a bank that reports who paid. Default: false',
})
const dueDate = DayOf('The day until which it is to be paid, in São Paulo')

export const BillRequest = Type.Object(
  {
    customerId: Type.Optional(
      Type.String({ format: 'uuid', description: 'The customer who is to pay, instead of `payer`' }),
    ),
    payer: Type.Optional(Payer),
    amount: Amount(),
    dueDate,
    payableDaysAfterDue: Type.Optional(payableDays),
    ...terms,
    description: Type.Optional(description),
    lines: Type.Optional(lines),
    methods: Type.Optional(
      Type.Array(OneOf(billMethods), {
        minItems: 1,
        maxItems: 2,
        uniqueItems: true,
        description:
          'How it can be paid. `["pix", "boleto"]`: by Pix or by boleto, at a bank that registers both; `payer.address` is required, at some banks with its `district`. `pix` is always included. Default: `["pix"]`',
        examples: [['pix', 'boleto']],
      }),
    ),
    onlyThisPayer: Type.Optional(onlyThisPayer),
    orderId: Type.Optional(
      Text(255, { minLength: 1, description: 'Your order id. Repeating it with the same body returns the first bill' }),
    ),
    metadata: Type.Optional(Metadata),
    webhook: Type.Optional(WebhookRequest),
  },
  { title: 'CreateBill' },
)
export type BillRequest = Static<typeof BillRequest>

const PlanDiscount = Type.Object(
  {
    kind: OneOf(discountKinds, '`Fixed` and `Percent` until a day before each due date; the others for each day early'),
    ...value,
    daysBeforeDue: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 365,
        description:
          'For `Fixed` and `Percent`: the discount ends this many days before the due date of each bill. Default: 0',
      }),
    ),
  },
  { title: 'BillPlanDiscount', description: 'Taken off when a bill is paid early' },
)

export const PlanRequest = Type.Object(
  {
    orderId: Text(250, {
      minLength: 1,
      description:
        'Your id of the plan. Its bills have the order ids `{orderId}-1`, `{orderId}-2` and so on. Repeating it with the same body returns the first plan',
    }),
    customerId: BillRequest.properties.customerId,
    payer: Type.Optional(Payer),
    count: Type.Integer({ minimum: 2, maximum: 60, description: 'Number of bills' }),
    amount: Amount('Sum of all bills in BRL, whole centavos'),
    firstAmount: Type.Optional(
      Amount('Amount of the first bill, if it differs. The others share the rest, and the last has the difference'),
    ),
    lastAmount: Type.Optional(
      Amount('Amount of the last bill, if it differs. The others share the rest, and the first has the difference'),
    ),
    differenceOn: Type.Optional(
      OneOf(differencePlaces, 'Which bill has the centavos left over by equal amounts. Default: last'),
    ),
    firstDueDate: DayOf('The due date of the first bill, in São Paulo'),
    dayOfMonth: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 31,
        description:
          'The day on which the other bills are due, one a month; the last day in shorter months. Default: the day of `firstDueDate`',
      }),
    ),
    payableDaysAfterDue: Type.Optional(payableDays),
    fine: Type.Optional(Fine),
    interest: Type.Optional(Interest),
    rebate: Type.Optional(Rebate),
    discount: Type.Optional(PlanDiscount),
    description: Type.Optional(
      Text(130, {
        description: 'What the payer reads beside the amount, followed by the number of the bill: `(1/12)`',
      }),
    ),
    methods: BillRequest.properties.methods,
    onlyThisPayer: Type.Optional(onlyThisPayer),
    metadata: Type.Optional(Metadata),
    webhook: Type.Optional(WebhookRequest),
  },
  { title: 'CreateBillPlan' },
)
export type PlanRequest = Static<typeof PlanRequest>

export const BillChanges = Type.Object(
  {
    amount: Type.Optional(Amount()),
    dueDate: Type.Optional(dueDate),
    payableDaysAfterDue: Type.Optional(payableDays),
    fine: Type.Optional(Nullable(Fine)),
    interest: Type.Optional(Nullable(Interest)),
    rebate: Type.Optional(Nullable(Rebate)),
    discount: Type.Optional(Nullable(Discount)),
    description: Type.Optional(Nullable(description)),
    lines: Type.Optional(Nullable(lines)),
  },
  { title: 'ChangeBill', minProperties: 1 },
)
export type BillChanges = Static<typeof BillChanges>

export const AmountDueData = Type.Object(
  {
    date: DayOf('The day of the payment'),
    amount: MoneyOf('What is owed on that day'),
    components: AmountComponents,
    isPayable: Type.Boolean({ description: 'False: the day is after the last on which the bill can be paid' }),
  },
  {
    title: 'BillAmountDue',
    description: 'Calculated by Trilho. What is charged is decided by the bank on the day of the payment',
  },
)

export const BillState = Named(
  'BillState',
  OneOf(billStates, '`Overdue` bills can still be paid; `Expired` ones cannot'),
)

export const BillData = Type.Object(
  {
    id: Type.String({ description: 'Also the id of its transaction' }),
    state: BillState,
    transactionState: TransactionState,
    amount: Money,
    dueDate: Day,
    payableDaysAfterDue: Type.Integer(),
    payableUntil: DayOf('The last day on which it can be paid: a business day'),
    fine: Nullable(Fine),
    interest: Nullable(Interest),
    rebate: Nullable(Rebate),
    discount: Nullable(Discount),
    description: Nullable(Type.String()),
    lines: Nullable(Type.Array(Line)),
    orderId: Nullable(Type.String()),
    metadata: StoredMetadata,
    customerId: Nullable(Type.String()),
    payer: Nullable(Counterparty),
    onlyThisPayer: Type.Boolean({ description: 'True: money from another document than the payer’s is returned' }),
    url: Type.String({ description: "The payer's page of the bill. Add `.pdf` for a sheet to print" }),
    qrCode: Nullable(Type.String({ description: 'Copy-and-paste code (BR Code). Null: it cannot be paid any more' })),
    qrCodeLocation: Nullable(Type.String({ description: 'Address of the QR code image' })),
    methods: Type.Array(OneOf(billMethods), { description: 'How it can be paid' }),
    boleto: Nullable(
      Type.Object(
        {
          bankNumber: Nullable(Type.String({ description: "The bank's number of the boleto (nosso número)" })),
          barcode: Nullable(Type.String({ description: '44 digits' })),
          typedLine: Nullable(Type.String({ description: '47 digits that a payer can type (linha digitável)' })),
        },
        {
          title: 'BillBoleto',
          description: 'Null: it is paid by Pix only. Its fields are null until the bank has registered it',
        },
      ),
    ),
    amountDue: Nullable(AmountDueData),
    payment: Nullable(
      Type.Object(
        {
          date: DayOf('The day of the payment, as the bank reports it'),
          amount: MoneyOf('What was paid'),
          components: Nullable(AmountComponents),
          expectedAmount: MoneyOf("What Trilho's own calculation gives for that day"),
          difference: SignedMoneyOf('What was paid, less what was expected'),
          method: OneOf(billMethods, 'How it was paid'),
          isSettled: Type.Boolean({
            description: 'False: paid by boleto, and the money arrives in one to three business days',
          }),
          receiptUrl: Nullable(Type.String({ description: 'Null: not settled yet' })),
        },
        { title: 'BillPayment', description: 'Null: not paid' },
      ),
    ),
    creationDate: Timestamp,
  },
  { title: 'Bill' },
)

export const BillParams = Type.Object({ billId: Type.String({ description: "The bill's id" }) })
export const AmountDueQuery = Type.Object({ on: Type.Optional(DayOf('The day of the payment. Default: today')) })

export const PdfQuery = Type.Object({
  lang: Type.Optional(OneOf(languages, 'Default: by `Accept-Language`, otherwise Portuguese')),
})

export const BillsQuery = Type.Object({
  state: Type.Optional(BillState),
  dueFrom: Type.Optional(DayOf('Due on this day or later')),
  dueUntil: Type.Optional(DayOf('Due on this day or before')),
  customerId: Type.Optional(Type.String({ format: 'uuid', description: 'Bills of this customer' })),
  orderId: Type.Optional(Text(255, { description: 'The bill of this order id' })),
  text: Type.Optional(
    Text(255, {
      description:
        "Beginnings of words of the payer's name, of the order id, of values of metadata or of the amount; or the typed line or barcode of a boleto",
    }),
  ),
  'dataset.limit': Type.Optional(OneOf([5, 10, 20], 'Items per page. Default: 20')),
  cursor: Cursor,
})

export const BillPage = Type.Object(
  { limit: Type.Integer(), items: Type.Array(BillData), nextCursor: NextCursor },
  { title: 'BillPage' },
)

export const PlanData = Type.Object(
  {
    orderId: Type.String({ description: 'Your id of the plan' }),
    amount: MoneyOf('Sum of all bills'),
    bills: Type.Array(BillData, { description: 'In the order of their due dates' }),
  },
  { title: 'BillPlan' },
)
