import { type Static, type TSchema, Type } from 'typebox'
import { languages } from '../../platform/http/languages.ts'
import { Cursor, NextCursor } from '../../platform/http/paging.ts'
import { Day, Money, MoneyOf, Named, Nullable, OneOf, Timestamp, Words } from '../../platform/http/schemas.ts'
import { mailOutcomes } from '../../platform/mails/outbox.ts'
import { Counterparty, StoredMetadata } from '../../money/transactions/schemas.ts'
import { BillState } from '../bills/schemas.ts'
import { channels, daysRange, firstHour, moments, mostDays, nightFrom, withheldReasons } from './plan.ts'
import { textFields } from './reminder-texts.ts'

export const ReminderChannel = Named(
  'ReminderChannel',
  OneOf(channels, '`WhatsApp`: a person sent the text, which was recorded in the portal or by the API'),
)
const ReminderMoment = Named(
  'ReminderMoment',
  OneOf(moments, 'Which text it was: `DueDay` until the last day on which the bill is not late'),
)
const days = Nullable(
  Type.Integer({
    description:
      'The step of the plan: days from the due date, negative before it, positive after the last day on which the bill is not late. Null: a person sent it',
  }),
)

export const ReminderData = Type.Object(
  {
    id: Type.String({ description: 'The reminder id' }),
    date: Timestamp,
    dueDate: Day,
    days,
    moment: ReminderMoment,
    channels: Type.Array(ReminderChannel, { description: 'How it was sent. Empty: it was not' }),
    mail: Nullable(
      Named(
        'ReminderMailState',
        OneOf(
          mailOutcomes,
          '`Failed`: the mail server refused it, or did not take it for hours. `Withdrawn`: not sent, because meanwhile the bill was paid or closed or the payer refused. Null: no mail, or its record is deleted',
        ),
      ),
    ),
    withheld: Nullable(
      Named(
        'ReminderWithheld',
        OneOf(
          withheldReasons,
          'Why no mail was sent. `Refused`: the payer wants no reminders. `NoChannel`: the plan sends nothing by itself',
        ),
      ),
    ),
  },
  { title: 'BillReminder' },
)
export type ReminderData = Static<typeof ReminderData>

/** What can be sent by hand. */
const ReminderMessage = Type.Object(
  {
    moment: ReminderMoment,
    text: Type.String({
      description: "The text of today, in the language of the plan, with the link to the payer's page",
    }),
    phone: Nullable(Type.String({ description: "The customer's phone" })),
    whatsAppUrl: Type.String({
      description:
        'Opens WhatsApp with the text, to the phone if there is one. Then record it: `POST /bills/{billId}/reminders`',
    }),
  },
  {
    title: 'BillReminderMessage',
    description: 'What a person can send now. Null: the bill is not open, or the payer wants no reminders',
  },
)

const wish = {
  isRefused: Type.Boolean({ description: 'True: the payer wants no reminders, and gets none' }),
  refusedAt: Nullable(Timestamp),
  byPayer: Nullable(
    Type.Boolean({
      description: 'True: the payer asked for none, in a mail. False: you stopped them. Null: not stopped',
    }),
  ),
}
/** Whether a payer wants reminders. */
export const ReminderWish = Type.Object(wish, { title: 'ReminderWish' })
export type ReminderWish = Static<typeof ReminderWish>
export const ReminderWishRequest = Type.Object(
  { isRefused: Type.Boolean({ description: 'True: stop reminders to the payer. False: resume them' }) },
  { title: 'SetReminderWish' },
)

export const ReminderListData = Type.Object(
  {
    ...wish,
    items: Type.Array(ReminderData, { description: 'Newest first, the last 100' }),
    message: Nullable(ReminderMessage),
    nextOn: Nullable({ ...Day, description: 'The day on which the plan reminds of it next. Null: it does not' }),
  },
  { title: 'BillReminders' },
)

export const RecordedReminder = Type.Object(
  { reminder: ReminderData, message: ReminderMessage },
  { title: 'RecordedBillReminder' },
)

const ListedReminder = Type.Object(
  { ...ReminderData.properties, billId: Type.String(), payerName: Nullable(Type.String()) },
  { title: 'ListedBillReminder' },
)
export const RemindersQuery = Type.Object({
  'dataset.limit': Type.Optional(OneOf([5, 10, 20], 'Items per page. Default: 20')),
  cursor: Cursor,
})
export const ReminderPage = Type.Object(
  { limit: Type.Integer(), items: Type.Array(ListedReminder), nextCursor: NextCursor },
  { title: 'ReminderPage' },
)

export const ofMoments = <Schema extends TSchema>(schema: Schema, title?: string) =>
  Type.Object({ Before: schema, DueDay: schema, After: schema }, title === undefined ? {} : { title })
export const ofLanguages = <Schema extends TSchema>(schema: Schema, title?: string) =>
  Type.Object({ pt: schema, en: schema }, title === undefined ? {} : { title })

const fields = textFields.map(field => `\`{${field}}\``).join(', ')
const Written = Type.Object(
  { subject: Words(150, 'The subject of the mail'), body: Words(1_000, 'The text') },
  {
    title: 'ReminderText',
    description: `With the fields ${fields}. A text without \`{link}\` gets the link at its end`,
  },
)
/** Null: ours. */
export const OwnWords = ofLanguages(ofMoments(Nullable(Written), 'OwnReminderTexts'), 'OwnReminderWords')

const settings = {
  isOn: Type.Boolean({ description: 'Whether reminders are sent' }),
  days: Type.Array(Type.Integer({ minimum: daysRange.earliest, maximum: daysRange.latest }), {
    minItems: 1,
    maxItems: mostDays,
    uniqueItems: true,
    description:
      'Days from the due date: -3 is three days before it, 5 is five days after the last day on which the bill is not late',
    examples: [[-3, 0, 3, 10]],
  }),
  byMail: Type.Boolean({ description: 'Whether payers get mails' }),
  language: OneOf(languages, 'Language of the texts'),
  hour: Type.Integer({
    minimum: firstHour,
    maximum: nightFrom - 1,
    description: 'The hour in São Paulo from which reminders are sent',
  }),
}
export const planSettings = { ...settings, words: OwnWords }

export const PlanData = Type.Object(
  {
    ...settings,
    words: { ...OwnWords, description: 'Your own texts. Null: ours is sent' },
    usual: { ...ofLanguages(ofMoments(Written, 'ReminderTexts'), 'ReminderWords'), description: 'Our texts' },
    fields: Type.Array(OneOf(textFields), { description: 'What a text can have in braces' }),
    byWebhook: Type.Boolean({ description: "Whether your account's webhook address gets the event `BillReminder`" }),
    sendsMails: Type.Boolean({ description: 'Whether this server sends mails' }),
    nextRunAt: Nullable({ ...Timestamp, description: 'When reminders are sent next. Null: the plan is off' }),
  },
  { title: 'ReminderPlan' },
)
export type PlanData = Static<typeof PlanData>

const texts = Type.Object(
  {
    Before: Type.Optional(Nullable(Written)),
    DueDay: Type.Optional(Nullable(Written)),
    After: Type.Optional(Nullable(Written)),
  },
  { title: 'SetReminderTexts' },
)
const WordsRequest = Type.Object(
  { pt: Type.Optional(texts), en: Type.Optional(texts) },
  { title: 'SetReminderWords', description: 'Your own texts. One that is omitted or null is ours' },
)
export type WordsRequest = Static<typeof WordsRequest>

export const PlanRequest = Type.Object(
  {
    ...Type.Partial(Type.Object(settings)).properties,
    words: Type.Optional(WordsRequest),
  },
  { title: 'ChangeReminderPlan', minProperties: 1 },
)

export const PreviewRequest = Type.Object({ words: Type.Optional(WordsRequest) }, { title: 'PreviewReminders' })
export const ReminderPreview = ofLanguages(
  ofMoments(
    Type.Object(
      {
        date: { ...Day, description: 'The day of the amount' },
        subject: Type.String(),
        text: Type.String(),
      },
      { title: 'PreviewedReminder' },
    ),
    'PreviewedReminders',
  ),
  'ReminderPreview',
)

/** The webhook event of a reminder. */
export const ReminderEvent = Type.Object(
  {
    event: Named('BillReminderEventName', OneOf(['BillReminder'])),
    reminder: Type.Object(
      {
        id: Type.String({ description: 'The reminder id' }),
        date: Timestamp,
        days,
        moment: ReminderMoment,
        isMailed: Type.Boolean({ description: 'True: it also goes to the payer by mail' }),
        text: Type.String({ description: 'The text with the link, ready to be sent to the payer' }),
      },
      { title: 'SentBillReminder' },
    ),
    bill: Type.Object(
      {
        id: Type.String({ description: 'The bill id' }),
        state: BillState,
        orderId: Nullable(Type.String()),
        customerId: Nullable(Type.String()),
        metadata: StoredMetadata,
        amount: Money,
        amountDue: MoneyOf('What is owed on the day of the reminder'),
        dueDate: Day,
        payer: Nullable(Counterparty),
        url: Type.String({ description: "The payer's page of the bill" }),
      },
      { title: 'RemindedBill' },
    ),
  },
  { title: 'BillReminderEvent', description: 'A payer is to be reminded of an open bill' },
)
