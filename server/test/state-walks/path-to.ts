import {
  type EventKind,
  type Operation,
  type State,
  type Transition,
  birthOf,
  eventKinds,
  operations,
  transitions,
} from '../../src/transactions/states.ts'

/** What ends a refund needs one that is on its way; and all is taken back only while none is. */
const endsRefund = new Set<string>(['refundFailed', 'partlyRefunded', 'refunded'])

type Place = { state: State; refunding: boolean; path: Transition[] }

const rowsOf = (operation: Operation) => transitions.filter(row => row.type === operations[operation].type)

function next({ refunding, path }: Place, row: Transition): Place {
  const isOnItsWay = row.event === 'refundAsked' || (refunding && !endsRefund.has(row.event))
  return { state: row.to, refunding: isOnItsWay, path: [...path, row] }
}

/** Every place a life can come to, by the shortest way through the table. */
export function placesOf(operation: Operation): Place[] {
  const birth = birthOf(operation)
  const places: Place[] = [{ state: birth.to, refunding: false, path: [birth] }]
  for (const place of places)
    for (const row of rowsOf(operation).filter(one => isPossible(place, one))) {
      const reached = next(place, row)
      const isKnown = places.some(one => one.state === reached.state && one.refunding === reached.refunding)
      if (!isKnown) places.push(reached)
    }
  return places
}

const isPossible = ({ state, refunding }: Place, { from, event }: Transition) =>
  from === state && (refunding ? event !== 'takenBack' : !endsRefund.has(event))

/** The rows from birth to this one, itself included; null: such a transaction never comes to it. */
export function pathTo(operation: Operation, row: Transition): Transition[] | null {
  if (row.from === null) return birthOf(operation) === row ? [row] : null
  if (row.type !== operations[operation].type) return null
  const place = placesOf(operation).find(one => isPossible(one, row))
  return place === undefined ? null : [...place.path, row]
}

/** Every event but a birth that the table does not list for a life in this state. */
export function unlisted(operation: Operation, state: State): EventKind[] {
  const isListed = (event: EventKind) => rowsOf(operation).some(row => row.from === state && row.event === event)
  const isBirth = (event: EventKind) => transitions.some(row => row.from === null && row.event === event)
  return eventKinds.filter(event => !isListed(event) && !isBirth(event))
}
