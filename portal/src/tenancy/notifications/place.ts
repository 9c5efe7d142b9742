import { type OpenMerchant } from '../../kit/merchant.ts'
import type { SessionView } from '../../kit/session.ts'
import type { Place } from './api.ts'

/** Whose bell it is where this merchant is shown: of one's own merchant, else of the platform for operators; null: none. */
export function placeOf(merchant: OpenMerchant | null, { person }: SessionView): Place | null {
  if (merchant !== null && !merchant.isVisited) return `/merchants/${merchant.id}`
  return person.isOperator ? '/operator' : null
}

/** The screen that lists a person's notifications there. */
export const screenOf = (place: Place): string =>
  place === '/operator' ? '/operator/notifications' : place.replace('/merchants/', '/m/').concat('/notifications')
