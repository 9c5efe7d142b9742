import { Skeleton } from '@mantine/core'
import { type ComponentProps, Suspense, lazy } from 'react'

// In a file of its own: calendars are heavy, and what is listed must not wait for them.
const Calendar = lazy(() => import('./calendar.tsx'))

/** From one São Paulo day to another, both included. */
export const DayRange = (props: ComponentProps<typeof Calendar>) => (
  <Suspense fallback={<Skeleton width={190} height={36} />}>
    <Calendar {...props} />
  </Suspense>
)
