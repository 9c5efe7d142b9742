import { alarmWords, fillIn } from '../../../../server/src/operations/alarms/words.ts'
import { formatMoney } from '../../kit/format-money.ts'
import { formatWhen } from '../../kit/format-when.ts'
import { useLanguage } from '../../kit/language.ts'
import type { AlarmItem } from './api.ts'

/** Title and text of an alarm, as its mail has them. */
export function useAlarmWords() {
  const language = useLanguage()
  const index = language === 'pt' ? 0 : 1
  return ({ rule, details }: Pick<AlarmItem, 'rule' | 'details'>) => {
    const say = (of: 'title' | 'text') =>
      fillIn(alarmWords[rule][of][index], details, {
        money: amount => formatMoney(amount, language),
        date: at => formatWhen(at, language),
      })
    return { title: say('title'), text: say('text') }
  }
}
