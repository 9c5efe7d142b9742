import { parseAmount } from '../../platform/brazil/money.ts'
import { addDays } from '../../platform/brazil/sao-paulo.ts'
import { forReports } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { type Language, languages } from '../../platform/http/languages.ts'
import { auditOf } from '../../tenancy/people/portal-edge.ts'
import { BillParams } from '../bills/portal-schemas.ts'
import { nowFor } from '../bills/read-bill.ts'
import { type Moment, type OwnWords, moments } from './plan.ts'
import {
  BillRemindersView,
  CustomerParams,
  PlanForm,
  PlanPreview,
  PlanView,
  PreviewForm,
  ReminderList,
  RemindersQuery,
  Wish,
  WishForm,
} from './portal-schemas.ts'
import { listReminders, prepareReminder, readBillReminders } from './read-reminders.ts'
import { recordByHand } from './record-by-hand.ts'
import { readRefusalOfCustomer, setRefusalOfBill, setRefusalOfCustomer } from './refuse-reminders.ts'
import { checkWords, reminderMail, renderText } from './reminder-texts.ts'
import type { Needs } from './run-reminders.ts'
import { readPlan, setPlan } from './set-plan.ts'
import { each, listedReminderView, planView, reminderView, wishView } from './views.ts'

const path = '/merchants/:merchantId'

/** Reminders for a merchant's people: the plan with its texts, what was sent, and who does not want any. */
export async function reminderPortalRoutes(app: App, needs: Needs) {
  await planRoutes(app, needs)
  await wishRoutes(app, needs)

  app.get(`${path}/reminders`, {
    config: { may: 'transactions.read' },
    schema: { querystring: RemindersQuery, response: { 200: Done(ReminderList) } },
    handler: async ({ merchantId, query: { limit = 20, cursor } }) => {
      const page = await listReminders(forReports(needs, merchantId), { merchantId, limit, cursor })
      return done({ ...page, items: page.items.map(listedReminderView) })
    },
  })

  app.get(`${path}/bills/:billId/reminders`, {
    config: { may: 'transactions.read' },
    schema: { params: BillParams, response: { 200: Done(BillRemindersView) } },
    handler: async ({ merchantId, params }) => {
      const { bill, refusal, reminders } = await readBillReminders(needs, merchantId, params.billId)
      const prepared = refusal === null ? await prepareReminder(needs, bill) : null
      return done({
        items: reminders.map(one => reminderView(one, one.mail)),
        wish: wishView(refusal),
        message: prepared?.message ?? null,
        nextOn: prepared?.nextOn ?? null,
      })
    },
  })

  app.post(`${path}/bills/:billId/reminders`, {
    config: { may: 'charges.make', act: 'bill.remind', optionalBody: true },
    schema: { params: BillParams, response: { 201: Done(Wish) } },
    handler: async (request, reply) => {
      const { merchantId, params } = request
      const audit = auditOf(request, { subject: params.billId, details: { channel: 'WhatsApp' } })
      await recordByHand(needs, { merchantId, billId: params.billId, audit })
      return reply.code(201).send(done(wishView(null)))
    },
  })
}

async function planRoutes(app: App, needs: Needs) {
  const viewOf = async (merchantId: string, plan: Awaited<ReturnType<typeof readPlan>>) =>
    planView(plan, { merchant: await needs.readMerchant(merchantId), sendsMails: needs.mailer.isOn })

  app.get(`${path}/reminder-plan`, {
    config: { may: 'transactions.read' },
    schema: { response: { 200: Done(PlanView) } },
    handler: async ({ merchantId }) => done(await viewOf(merchantId, await readPlan(needs, merchantId))),
  })

  app.put(`${path}/reminder-plan`, {
    config: { may: 'charges.make', act: 'reminders.set' },
    schema: { body: PlanForm, response: { 200: Done(PlanView) } },
    handler: async request => {
      const { merchantId, body: settings } = request
      const { isOn, days, byMail, language, hour } = settings
      const details = { isOn, days: days.join(', '), byMail, language, hour, ownTexts: ownTextsOf(settings.words) }
      const audit = auditOf(request, { subject: merchantId, details })
      const plan = await setPlan(needs, { merchantId, settings, audit })
      return done(await viewOf(merchantId, plan))
    },
  })

  app.post(`${path}/reminder-plan/preview`, {
    config: { may: 'charges.make', act: null },
    schema: { body: PreviewForm, response: { 200: Done(PlanPreview) } },
    handler: async ({ merchantId, body: { words } }) => {
      checkWords(words)
      const merchant = await needs.readMerchant(merchantId)
      const { today } = await nowFor(needs, merchantId)
      const dueDates = { Before: addDays(today, 3), DueDay: today, After: addDays(today, -3) }
      const preview = (moment: Moment, language: Language) => {
        const rendering = {
          words,
          language,
          moment,
          isSandbox: needs.isSandbox,
          values: {
            ...example[language],
            dueDate: dueDates[moment],
            link: linkOfExample(needs),
            merchant: merchant.name,
          },
        }
        const { subject, body } = renderText(rendering)
        return { subject, text: body, html: reminderMail('', stopOfExample(needs), rendering).html }
      }
      return done(each(preview))
    },
  })
}

const ownTextsOf = (words: OwnWords): string =>
  languages
    .flatMap(language => moments.flatMap(moment => (words[language][moment] === null ? [] : `${moment} (${language})`)))
    .join(', ')

const example = {
  pt: { name: 'Maria da Silva', amount: parseAmount('150'), description: 'Mensalidade' },
  en: { name: 'Maria da Silva', amount: parseAmount('150'), description: 'Monthly fee' },
}
const noBill = '00000000-0000-7000-8000-000000000000'
const linkOfExample = ({ addresses }: Pick<Needs, 'addresses'>) => addresses.payerPage(noBill, noBill)
const stopOfExample = ({ addresses }: Pick<Needs, 'addresses'>) => addresses.stopReminders(noBill, noBill)

/** Whether payers want reminders. They are known by their documents, wherever their bills come from. */
async function wishRoutes(app: App, needs: Needs) {
  const config = { may: 'charges.make', act: ['reminders.refuse', 'reminders.resume'] } as const
  const actOf = (isRefused: boolean) => (isRefused ? 'reminders.refuse' : 'reminders.resume')

  app.put(`${path}/bills/:billId/reminders/wish`, {
    config,
    schema: { params: BillParams, body: WishForm, response: { 200: Done(Wish) } },
    handler: async request => {
      const { merchantId, params, body } = request
      const audit = auditOf(request, { act: actOf(body.isRefused), subject: params.billId })
      return done(wishView(await setRefusalOfBill(needs, { merchantId, billId: params.billId, ...body, audit })))
    },
  })

  app.get(`${path}/customers/:customerId/reminders`, {
    config: { may: 'transactions.read' },
    schema: { params: CustomerParams, response: { 200: Done(Wish) } },
    handler: async ({ merchantId, params: { customerId } }) =>
      done(wishView(await readRefusalOfCustomer(needs, merchantId, customerId))),
  })

  app.put(`${path}/customers/:customerId/reminders`, {
    config,
    schema: { params: CustomerParams, body: WishForm, response: { 200: Done(Wish) } },
    handler: async request => {
      const { merchantId, params, body } = request
      const audit = auditOf(request, { act: actOf(body.isRefused), subject: params.customerId })
      return done(
        wishView(await setRefusalOfCustomer(needs, { merchantId, customerId: params.customerId, ...body, audit })),
      )
    },
  })
}
