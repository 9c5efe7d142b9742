import { z } from 'zod'
import * as inputs from './inputs.ts'
import { shown } from './shown.ts'
import { tool } from './tool.ts'

export const readReminderPlan = tool({
  name: 'read_reminder_plan',
  title: 'Read the plan of reminders',
  says: 'When payers of open bills are reminded, how, and with which texts.',
  input: {},
  isIdempotent: true,
  run: async ({ trilho }) => {
    const plan = await trilho.reminders.readPlan()
    return { says: plan.isOn ? `On, ${plan.days.join(', ')} days from the due date.` : 'Off.', data: shown(plan) }
  },
})

export const listReminders = tool({
  name: 'list_reminders',
  title: 'List reminders',
  says: 'What was sent to payers of bills, newest first. With billId: of one bill, with the text that a person can send now.',
  input: {
    billId: inputs.id("The bill's id").optional(),
    limit: inputs.limit,
    cursor: inputs.cursor,
  },
  isIdempotent: true,
  run: async ({ trilho }, { billId, ...query }) => {
    if (billId !== undefined) {
      const list = await trilho.bills.listReminders(billId)
      return { says: `${list.items.length} reminders of the bill.`, data: shown(list) }
    }
    const { items, nextCursor } = await trilho.reminders.list(query)
    const says = `${items.length} reminders${nextCursor === null ? '' : '; there are more'}.`
    return { says, data: shown({ items, nextCursor }) }
  },
})

export const recordReminder = tool({
  name: 'record_reminder',
  title: 'Record a reminder',
  says: 'Records that the merchant reminds the payer of an open bill now, and returns the text and the address that opens WhatsApp with it. Nothing is sent: a person does that. Refused if the payer wants no reminders.',
  input: { billId: inputs.id("The bill's id") },
  isIdempotent: false,
  run: async ({ trilho }, { billId }) => {
    const recorded = await trilho.bills.recordReminder(billId)
    return { says: `Recorded. Send it at ${recorded.message.whatsAppUrl}`, data: shown(recorded) }
  },
})

const text = z.object({ subject: z.string(), body: z.string() }).optional()
const texts = z.object({ Before: text, DueDay: text, After: text }).optional()

export const previewReminders = tool({
  name: 'preview_reminders',
  title: 'Preview the texts of reminders',
  says: 'Every text about a bill in both languages, as its payer would get it. Nothing is sent or stored.',
  input: {
    billId: inputs.id("The bill's id"),
    words: z
      .object({ pt: texts, en: texts })
      .optional()
      .describe('Texts to try, with {name}, {amount}, {dueDate}, {link}. Default: those of the plan'),
  },
  isIdempotent: true,
  run: async ({ trilho }, { billId, words }) => {
    const preview = await trilho.bills.previewReminders(billId, words === undefined ? {} : { words })
    return { says: 'Six texts, three in each language.', data: shown(preview) }
  },
})
