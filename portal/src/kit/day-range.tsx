import '@mantine/dates/styles.layer.css'
import { DatePickerInput, DatesProvider } from '@mantine/dates'
import 'dayjs/locale/pt-br'
import { useState } from 'react'
import { IconCalendar } from './icons.tsx'
import { kitTexts } from './kit-texts.ts'
import { useLanguage } from './language.ts'
import { useTexts } from './texts.ts'
import { dayOf } from './when.tsx'

type Props = {
  from: string | null
  to: string | null
  onChange: (days: { from: string | null; to: string | null }) => void
  label?: string
}

/** From one São Paulo day to another, both included. In a file of its own: calendars are heavy. */
export function DayRange({ from, to, onChange, label }: Props) {
  const words = useTexts(kitTexts)
  const language = useLanguage()
  const [today] = useState(() => dayOf(new Date()))
  return (
    <DatesProvider settings={{ locale: language === 'pt' ? 'pt-br' : 'en', firstDayOfWeek: 0 }}>
      <DatePickerInput
        type="range"
        aria-label={label ?? words.period}
        placeholder={label ?? words.period}
        leftSection={<IconCalendar size={16} aria-hidden />}
        valueFormat="DD/MM/YYYY"
        maxDate={today}
        allowSingleDateInRange
        clearable
        value={[from, to]}
        onChange={([from, to]) => onChange({ from, to })}
        miw={190}
      />
    </DatesProvider>
  )
}
