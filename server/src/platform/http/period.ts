import { InvalidRequest } from './errors.ts'
import type { Place } from './say-problems.ts'

type Given = { startDate?: string | undefined; endDate?: string | undefined }
type Closed = { startDate: string; endDate: string }
type Period = { startDate: Date | undefined; endDate: Date | undefined }

/** The period that is asked for, open where nothing was said. One that ends before it starts is a mistake, not empty. */
export function periodOf(given: Closed, place?: Place): { startDate: Date; endDate: Date }
export function periodOf(given: Given, place?: Place): Period
export function periodOf({ startDate, endDate }: Given, place: Place = 'query'): Period {
  const period = { startDate: momentOf(startDate), endDate: momentOf(endDate) }
  if (period.startDate !== undefined && period.endDate !== undefined && period.endDate < period.startDate) {
    const info = { comparison: '>=', limit: startDate }
    throw new InvalidRequest(
      [{ path: '/endDate', code: 'formatMinimum', message: `must be >= ${startDate}, the startDate`, info }],
      place,
    )
  }
  return period
}

const momentOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))
