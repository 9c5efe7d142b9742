import { readFile } from 'node:fs/promises'
import type { ChangeReminderPlan, ReminderPlan, SetReminderWords } from '@trilho/sdk'
import { command } from '../command-line/command.ts'
import { wrongUsage } from '../command-line/failure.ts'
import { facts } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { plain, showDate } from '../terminal/words.ts'

const languages = ['pt', 'en'] as const
const moments = ['Before', 'DueDay', 'After'] as const
const textsHelp = `The file of texts is JSON: { "pt": { "After": { "subject": "…", "body": "…" } } }, with Before, DueDay and After in pt and en.
A text that is left out is ours. {name}, {amount}, {dueDate}, {link}, {merchant} and {description} are filled in.`

export const remindersPlan = command({
  name: 'reminders plan',
  says: 'show when payers are reminded of bills, or change it',
  more: textsHelp,
  args: {},
  options: {
    state: { value: 'on|off', says: 'whether reminders are sent', choices: ['on', 'off'] },
    days: { value: 'DAYS', says: 'days from the due date: -3,0,5 is three before, the day itself, five after' },
    hour: { value: 'HOUR', says: 'from this hour on, in São Paulo: 8 to 19' },
    mail: { value: 'on|off', says: 'whether payers get mails', choices: ['on', 'off'] },
    language: { value: 'pt|en', says: 'language of the texts', choices: languages },
    texts: { value: 'FILE', says: 'your own texts, all of them; default: they do not change' },
  },
  examples: ['trilho reminders plan', 'trilho reminders plan --state on --days -3,0,5 --hour 10'],
  run: async ({ terminal, connect }, { options }) => {
    const { state, days, hour, mail, language, texts } = options
    const changes: ChangeReminderPlan = {
      ...(state !== undefined && { isOn: state === 'on' }),
      ...(days !== undefined && { days: days.split(',').map(day => readNumber(day, 'a number of days')) }),
      ...(hour !== undefined && { hour: readNumber(hour, 'an hour') }),
      ...(mail !== undefined && { byMail: mail === 'on' }),
      ...(language !== undefined && { language: language as (typeof languages)[number] }),
      ...(texts !== undefined && { words: await readTexts(texts) }),
    }
    const { reminders } = await connect()
    const isRead = Object.keys(changes).length === 0
    show(terminal, isRead ? await reminders.readPlan() : await reminders.changePlan(changes))
  },
})

function readNumber(typed: string, what: string): number {
  if (!/^-?\d{1,2}$/.test(typed.trim())) throw wrongUsage(`"${typed}" is not ${what}.`)
  return Number(typed)
}

/** What is in it is checked by the server. */
async function readTexts(path: string): Promise<SetReminderWords> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw wrongUsage(`"${path}" cannot be read.`)
  })
  try {
    return JSON.parse(text) as SetReminderWords
  } catch {
    throw wrongUsage(`"${path}" is not JSON.`, 'trilho reminders plan --help shows what it has.')
  }
}

function show(terminal: Terminal, plan: ReminderPlan): void {
  const own = languages.flatMap(language =>
    moments.flatMap(moment => (plan.words[language][moment] === null ? [] : `${moment} (${language})`)),
  )
  terminal.answer(plan, () =>
    terminal.line(
      facts(terminal.paint, [
        ['reminders', plan.isOn ? 'on' : 'off'],
        ['days', plan.days.join(', ')],
        ['from hour', `${plan.hour}`],
        ['by mail', plan.byMail ? (plan.sendsMails ? 'yes' : 'yes, but this server sends no mails') : 'no'],
        ['by webhook', plan.byWebhook ? 'yes' : 'no'],
        ['language', plan.language],
        ['own texts', own.join(', ')],
        ['next', plan.nextRunAt && showDate(plan.nextRunAt)],
      ]),
    ),
  )
}

export const remindersPreview = command({
  name: 'reminders preview',
  says: 'show every text of a bill in both languages, as its payer would get it',
  more: textsHelp,
  args: { bill: { says: 'the bill' } },
  options: { texts: { value: 'FILE', says: 'texts to try; default: those of the plan' } },
  examples: ['trilho reminders preview 019a8a3c-… --texts texts.json'],
  run: async ({ terminal, connect }, { args, options: { texts } }) => {
    const { bills } = await connect()
    const preview = await bills.previewReminders(
      args.bill,
      texts === undefined ? {} : { words: await readTexts(texts) },
    )
    terminal.answer(preview, () => {
      for (const language of languages)
        for (const moment of moments) {
          const { date, subject, text } = preview[language][moment]
          terminal.line(terminal.paint('dim', `── ${moment} (${language}), on ${date}`))
          terminal.line(`${terminal.paint('bold', plain(subject))}\n\n${text.split('\n').map(plain).join('\n')}\n`)
        }
    })
  },
})
