import { formatDetails, kindWords } from '../../../../server/src/tenancy/notifications/words.ts'
import { formatMoney } from '../../kit/format-money.ts'
import { formatWhen } from '../../kit/format-when.ts'
import type { Language } from '../../kit/language.ts'
import type { NotificationView } from './api.ts'

/** What a notification says: the words of its mail. */
export function sayNotification({ kind, details }: NotificationView, language: Language) {
  const values = formatDetails(details, {
    money: amount => formatMoney(amount, language),
    date: at => formatWhen(at, language),
  })
  const { title, text } = kindWords[kind]
  const say = (words: readonly [string, string]) =>
    words[language === 'pt' ? 0 : 1].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  return { title: say(title), text: say(text) }
}
