import type { App } from '../../platform/http/app-type.ts'
import { forReports } from '../../platform/db/db.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { BillParams } from '../bills/schemas.ts'
import { CustomerParams } from '../customers/schemas.ts'
import { previewReminders } from './preview-reminders.ts'
import { listReminders, prepareReminder, readBillReminders } from './read-reminders.ts'
import { recordByHand } from './record-by-hand.ts'
import { readRefusalOfCustomer, setRefusalOfBill, setRefusalOfCustomer } from './refuse-reminders.ts'
import type { Needs } from './run-reminders.ts'
import {
  PlanData,
  PlanRequest,
  PreviewRequest,
  RecordedReminder,
  ReminderListData,
  ReminderPage,
  ReminderPreview,
  ReminderWish,
  ReminderWishRequest,
  RemindersQuery,
} from './schemas.ts'
import { changePlan, readPlan } from './set-plan.ts'
import { listedReminderView, messageView, planView, reminderView, wishView } from './views.ts'

const tags = ['Bills']

/** Reminders of bills: the plan with its texts, what was sent, and who does not want any. */
export async function reminderRoutes(app: App, needs: Needs) {
  await planRoutes(app, needs)
  await billReminderRoutes(app, needs)
  await wishRoutes(app, needs)

  app.get('/reminders', {
    schema: {
      operationId: 'listReminders',
      tags,
      summary: 'List the reminders of all bills, newest first',
      description: 'What was sent to payers and when, and what was not sent and why.',
      querystring: RemindersQuery,
      response: { 200: Done(ReminderPage) },
    },
    handler: async ({ merchantId, query: { 'dataset.limit': limit = 20, cursor } }) => {
      const page = await listReminders(forReports(needs, merchantId), { merchantId, limit, cursor })
      return done({ limit, items: page.items.map(listedReminderView), nextCursor: page.nextCursor })
    },
  })
}

async function planRoutes(app: App, needs: Needs) {
  const viewOf = async (merchantId: string, plan: Awaited<ReturnType<typeof readPlan>>) =>
    planView(plan, { merchant: await needs.readMerchant(merchantId), sendsMails: needs.mailer.isOn })

  app.get('/reminder-plan', {
    schema: {
      operationId: 'readReminderPlan',
      tags,
      summary: 'Read the plan of reminders',
      description: 'When payers of open bills are reminded, how, and with which texts. One plan for all your bills.',
      response: { 200: Done(PlanData) },
    },
    handler: async ({ merchantId }) => done(await viewOf(merchantId, await readPlan(needs, merchantId))),
  })

  app.put('/reminder-plan', {
    schema: {
      operationId: 'changeReminderPlan',
      tags,
      summary: 'Change the plan of reminders',
      description:
        'Omitted fields do not change; `words` is replaced as a whole. What is due today is sent today, what was due before is not sent. Reminders stop when a bill is paid, cancelled or expired, or when the payer wants none.',
      body: PlanRequest,
      response: { 200: Done(PlanData) },
    },
    handler: async ({ merchantId, body: changes }) =>
      done(await viewOf(merchantId, await changePlan(needs, { merchantId, changes }))),
  })
}

async function billReminderRoutes(app: App, needs: Needs) {
  app.get('/bills/:billId/reminders', {
    schema: {
      operationId: 'listBillReminders',
      tags,
      summary: 'List the reminders of a bill, newest first',
      description:
        'What was sent to the payer and when, what was not sent and why, and a text with the link that a person can send now.',
      params: BillParams,
      response: { 200: Done(ReminderListData), ...refusals('BillNotFound') },
    },
    handler: async ({ merchantId, params }) => {
      const { bill, refusal, reminders } = await readBillReminders(needs, merchantId, params.billId)
      const prepared = refusal === null ? await prepareReminder(needs, bill) : null
      return done({
        ...wishView(refusal),
        items: reminders.map(one => reminderView(one, one.mail)),
        message: prepared && messageView(prepared.message),
        nextOn: prepared && prepared.nextOn,
      })
    },
  })

  app.post('/bills/:billId/reminders', {
    config: { optionalBody: true },
    schema: {
      operationId: 'createBillReminder',
      tags,
      summary: 'Record a reminder that a person sends',
      description:
        'Nothing is sent: the response has the text with the link, and the address that opens WhatsApp with it. The reminder is listed with the others.',
      params: BillParams,
      response: { 201: Done(RecordedReminder), ...refusals('BillNotFound', 'TransactionStateNotAllowed') },
    },
    handler: async ({ merchantId, params: { billId } }, reply) => {
      const { reminder, message } = await recordByHand(needs, { merchantId, billId })
      return reply.code(201).send(done({ reminder: reminderView(reminder, null), message: messageView(message) }))
    },
  })

  app.post('/bills/:billId/reminders/preview', {
    config: { optionalBody: true },
    schema: {
      operationId: 'previewBillReminders',
      tags,
      summary: 'Preview the texts of a bill in both languages',
      description:
        'Each text as the payer of this bill would get it, with what is owed on its day. `words` are texts to try instead of those of the plan. Nothing is sent or stored.',
      params: BillParams,
      body: PreviewRequest,
      response: { 200: Done(ReminderPreview), ...refusals('BillNotFound') },
    },
    handler: async ({ merchantId, params: { billId }, body }) =>
      done(await previewReminders(needs, { merchantId, billId, words: body?.words })),
  })
}

const wishDescription =
  'The payer is known by the document: it applies to all bills of this payer, and to the customer with the same document.'

async function wishRoutes(app: App, needs: Needs) {
  app.put('/bills/:billId/reminders', {
    schema: {
      operationId: 'changeBillReminders',
      tags,
      summary: 'Stop or resume reminders to the payer of a bill',
      description: wishDescription,
      params: BillParams,
      body: ReminderWishRequest,
      response: { 200: Done(ReminderWish), ...refusals('BillNotFound') },
    },
    handler: async ({ merchantId, params: { billId }, body: { isRefused } }) =>
      done(wishView(await setRefusalOfBill(needs, { merchantId, billId, isRefused }))),
  })

  app.get('/customers/:customerId/reminders', {
    schema: {
      operationId: 'readCustomerReminders',
      tags: ['Customers'],
      summary: 'Read whether a customer wants reminders',
      description: wishDescription,
      params: CustomerParams,
      response: { 200: Done(ReminderWish), ...refusals('CustomerNotFound') },
    },
    handler: async ({ merchantId, params: { customerId } }) =>
      done(wishView(await readRefusalOfCustomer(needs, merchantId, customerId))),
  })

  app.put('/customers/:customerId/reminders', {
    schema: {
      operationId: 'changeCustomerReminders',
      tags: ['Customers'],
      summary: 'Stop or resume reminders to a customer',
      description: `${wishDescription} A customer without a document has no bills, and is refused.`,
      params: CustomerParams,
      body: ReminderWishRequest,
      response: { 200: Done(ReminderWish), ...refusals('CustomerNotFound', 'TransactionStateNotAllowed') },
    },
    handler: async ({ merchantId, params: { customerId }, body: { isRefused } }) =>
      done(wishView(await setRefusalOfCustomer(needs, { merchantId, customerId, isRefused }))),
  })
}
