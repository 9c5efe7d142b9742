import { type Operation, birthsOf, operations } from '../../src/money/transactions/operations.ts'
import {
  type EventKind,
  type State,
  type Transition,
  eventKinds,
  transitions,
} from '../../src/money/transactions/states.ts'

/** Completing a refund needs one in progress, closing a dispute an open one; a full forced return needs that there is none. */
const endsRefund = new Set<string>(['refundFailed', 'partlyRefunded', 'refunded'])

const endsDispute = new Set<string>(['disputeReleased', 'disputeReturned'])

type Place = { state: State; refunding: boolean; disputed: boolean; path: Transition[] }

const rowsOf = (operation: Operation) => transitions.filter(row => row.type === operations[operation].type)

function next({ refunding, disputed, path }: Place, { event, to, ...row }: Transition): Place {
  const isOnItsWay = event === 'refundRequested' || event === 'disputeReturned' || (refunding && !endsRefund.has(event))
  const isOpen = (event === 'disputed' && row.posting !== null) || (disputed && !endsDispute.has(event))
  return { state: to, refunding: isOnItsWay, disputed: isOpen, path: [...path, { event, to, ...row } as Transition] }
}

/** Every reachable state, by the shortest path through the table. */
export function placesOf(operation: Operation): Place[] {
  const places: Place[] = birthsOf(operation)
    .filter(({ event }) => event !== 'requested' || operations[operation].birth === event)
    .map(birth => ({ state: birth.to, refunding: false, disputed: false, path: [birth] }))
  for (const place of places)
    for (const row of rowsOf(operation).filter(one => isPossible(place, one))) {
      const reached = next(place, row)
      const isKnown = places.some(one => placeOf(one) === placeOf(reached))
      if (!isKnown) places.push(reached)
    }
  return places
}

const placeOf = ({ state, refunding, disputed }: Place) => [state, refunding, disputed].join(' ')

/** While money is blocked no state is final; if nothing could be blocked, a release moves nothing. */
const isPossible = ({ state, refunding, disputed }: Place, { from, to, event, posting }: Transition) =>
  from === state &&
  (refunding ? event !== 'forcedReturn' : !endsRefund.has(event)) &&
  (disputed ? to === 'Completed' : !endsDispute.has(event) || posting === null)

/** The rows from creation to this one, inclusive; null: such a transaction never reaches it. */
export function pathTo(operation: Operation, row: Transition): Transition[] | null {
  if (row.from === null)
    return placesOf(operation).find(({ path }) => path[0] === row && path.length === 1)?.path ?? null
  if (row.type !== operations[operation].type) return null
  const place = placesOf(operation).find(one => isPossible(one, row))
  return place === undefined ? null : [...place.path, row]
}

/** Every event, except a creation, that the table does not list for this state. */
export function unlisted(operation: Operation, state: State): EventKind[] {
  const isListed = (event: EventKind) => rowsOf(operation).some(row => row.from === state && row.event === event)
  const isBirth = (event: EventKind) => transitions.some(row => row.from === null && row.event === event)
  return eventKinds.filter(event => !isListed(event) && !isBirth(event))
}
