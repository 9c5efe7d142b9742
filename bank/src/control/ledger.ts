import type { Bank } from '../open-bank.ts'
import { shown } from './amounts.ts'
import { chargeRow } from './payments.ts'
import type { ControlRoute } from './route.ts'

const rowsShown = 100

/** The last of a table, newest first; all of it with `?all`. */
function rowsOf<Row>(rows: Iterable<Row>, query: URLSearchParams): Row[] {
  const newest = [...rows].toReversed()
  return query.has('all') ? newest : newest.slice(0, rowsShown)
}

const chargesOf = ({ truth }: Bank, query: URLSearchParams) =>
  rowsOf(truth.book.all('charges').values(), query).map(charge => chargeRow(truth, charge))

export const ledgerControl: ControlRoute[] = [
  {
    method: 'GET',
    path: '/ledger',
    act: ({ truth }) =>
      shown({
        accounts: [...truth.book.all('accounts').values()],
        movements: [...truth.book.all('movements').values()],
      }),
  },
  { method: 'GET', path: '/charges', act: (bank, { query }) => chargesOf(bank, query) },
  { method: 'GET', path: '/pix', act: ({ truth }, { query }) => shown(rowsOf(truth.book.all('pix').values(), query)) },
  {
    method: 'GET',
    path: '/infractions',
    act: ({ truth }, { query }) => shown(rowsOf(truth.book.all('infractions').values(), query)),
  },
  {
    method: 'GET',
    path: '/payouts',
    act: ({ truth }, { query }) => shown(rowsOf(truth.book.all('payouts').values(), query)),
  },
  {
    method: 'GET',
    path: '/initiations',
    act: ({ truth }, { query }) => shown(rowsOf(truth.book.all('initiations').values(), query)),
  },
  {
    method: 'GET',
    path: '/callbacks',
    act: ({ truth }, { query }) => rowsOf(truth.book.all('callbacks').values(), query),
  },
  {
    method: 'GET',
    path: '/initiation-configs',
    act: ({ truth }) => Object.fromEntries(truth.book.all('initiationConfigs')),
  },
  { method: 'GET', path: '/webhooks', act: ({ truth }) => [...truth.book.all('webhooks').values()] },
  { method: 'GET', path: '/calls', act: ({ wire }) => wire.seen.toReversed() },
]
