import '@mantine/dates/styles.layer.css'
import { DatePickerInput, DatesProvider } from '@mantine/dates'
import 'dayjs/locale/pt-br'
import classes from './calendar.module.css'
import { IconCalendar } from './icons.tsx'
import { kitTexts } from './kit-texts.ts'
import { useLanguage } from './language.ts'
import { daysOf, periods } from './periods.ts'
import { useToday } from './sandbox.ts'
import { useTexts } from './texts.ts'

type Props = {
  from: string | null
  to: string | null
  onChange: (days: { from: string | null; to: string | null }) => void
  label?: string
}

/** As the field shows them: its name must say what is seen in it. */
const shownDays = (from: string | null, to: string | null): string =>
  from === null ? '' : [from, to].map(day => day?.split('-').toReversed().join('/') ?? '').join(' – ')

/** The calendar behind `DayRange`. */
export default function Calendar({ from, to, onChange, label }: Props) {
  const words = useTexts(kitTexts)
  const language = useLanguage()
  const today = useToday()
  return (
    <DatesProvider settings={{ locale: language === 'pt' ? 'pt-br' : 'en', firstDayOfWeek: 0 }}>
      <DatePickerInput
        type="range"
        aria-label={[label ?? words.period, shownDays(from, to)].filter(Boolean).join(': ')}
        placeholder={label ?? words.period}
        leftSection={<IconCalendar size={16} aria-hidden />}
        valueFormat="DD/MM/YYYY"
        maxDate={today}
        allowSingleDateInRange
        presets={periods.map(period => {
          const days = daysOf(period, today)
          return { value: [days.from, days.to] as [string, string], label: words[period] }
        })}
        classNames={{ datePickerRoot: classes.picker, presetsList: classes.presets }}
        clearable
        value={[from, to]}
        onChange={([from, to]) => onChange({ from, to })}
        miw={190}
      />
    </DatesProvider>
  )
}
