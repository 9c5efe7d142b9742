import '@mantine/dates/styles.layer.css'
import { DatePicker, DatesProvider } from '@mantine/dates'
import 'dayjs/locale/pt-br'
import classes from './calendar.module.css'
import { calendarTexts, kitTexts } from './kit-texts.ts'
import { useLanguage } from './language.ts'
import { daysOf, periods } from './periods.ts'
import { useToday } from './sandbox.ts'
import { useTexts } from './texts.ts'

type Days = { from: string | null; to: string | null }
type Props = Days & { onChange: (days: Days) => void; onDone: () => void }

/** The calendar behind `DayRange`, with the periods that have names. */
export default function Calendar({ from, to, onChange, onDone }: Props) {
  const words = useTexts(kitTexts)
  const language = useLanguage()
  const today = useToday()
  return (
    <DatesProvider settings={{ locale: language === 'pt' ? 'pt-br' : 'en', firstDayOfWeek: 0 }}>
      <DatePicker
        type="range"
        maxDate={today}
        defaultDate={from ?? today}
        allowSingleDateInRange
        presets={periods.map(period => {
          const days = daysOf(period, today)
          return { value: [days.from, days.to] as [string, string], label: words[period] }
        })}
        classNames={{ datePickerRoot: classes.picker, presetsList: classes.presets, day: classes.day }}
        ariaLabels={useTexts(calendarTexts)}
        value={[from, to]}
        onChange={([from, to]) => {
          onChange({ from, to })
          if (from !== null && to !== null) onDone()
        }}
      />
    </DatesProvider>
  )
}
