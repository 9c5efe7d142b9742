import { Input, Popover, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ComponentProps, Suspense, lazy } from 'react'
import { IconCalendar } from './icons.tsx'
import { kitTexts } from './kit-texts.ts'
import { useTexts } from './texts.ts'

const loadCalendar = () => import('./calendar.tsx')
// In a file of its own: calendars are heavy, and most lists are read without one.
const Calendar = lazy(loadCalendar)

type Props = Pick<ComponentProps<typeof Calendar>, 'from' | 'to' | 'onChange'> & { label?: string }

const shownDays = (from: string, to: string | null): string =>
  [from, to].map(day => day?.split('-').toReversed().join('/') ?? '').join(' – ')

/** From one São Paulo day to another, both included. */
export function DayRange({ from, to, onChange, label }: Props) {
  const words = useTexts(kitTexts)
  const [opened, { toggle, close }] = useDisclosure(false)
  const name = label ?? words.period
  const days = from === null ? '' : shownDays(from, to)
  const clear = () => onChange({ from: null, to: null })

  /** Half a period is none. */
  function leave() {
    if (from !== null && to === null) clear()
    close()
  }

  return (
    <Popover
      opened={opened}
      onChange={isOpened => !isOpened && leave()}
      position="bottom-start"
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <Input
          component="button"
          type="button"
          pointer
          // Its name must say what is seen in it.
          aria-label={days === '' ? name : `${name}: ${days}`}
          leftSection={<IconCalendar size={16} aria-hidden />}
          rightSection={from === null ? null : <Input.ClearButton onClick={clear} />}
          rightSectionPointerEvents="auto"
          onClick={toggle}
          onPointerEnter={() => void loadCalendar()}
          miw={190}
        >
          {days === '' ? <Input.Placeholder>{name}</Input.Placeholder> : days}
        </Input>
      </Popover.Target>
      <Popover.Dropdown aria-label={name}>
        <Suspense fallback={<Skeleton width={264} height={264} />}>
          <Calendar from={from} to={to} onChange={onChange} onDone={close} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
