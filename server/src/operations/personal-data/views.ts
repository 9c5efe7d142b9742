import type { Key } from '../../platform/lib/seal.ts'
import { openPerson } from './kept-data.ts'
import { maskPerson } from './person.ts'
import type { DataRequestView, RegisterView } from './portal-schemas.ts'
import { type KindOfPerson, columnsOfTheirOwn, rowOf, tableNames } from './register.ts'
import type { DataRequest } from './states.ts'

export function dataRequestView(needs: { storageKey: Key }, request: DataRequest): DataRequestView {
  const person = openPerson(needs, request)
  return {
    id: request.id,
    kind: request.kind,
    state: request.state,
    person: person === null ? null : maskPerson(person),
    requestedBy: request.requestedBy,
    createdAt: request.createdAt.toISOString(),
    doneAt: request.doneAt?.toISOString() ?? null,
    endsAt: request.endsAt?.toISOString() ?? null,
    found: counts(request.found),
    kept: counts(request.kept),
    waiting: request.waiting,
    fault: request.fault,
  }
}

const counts = (byTable: Record<string, number>) => Object.entries(byTable).map(([table, rows]) => ({ table, rows }))

/** Tables that their own capability erases: whose data it is, and whether the law requires it. */
const own = {
  people: { whose: ['member', 'operator'], isKept: true, isDeleted: false },
  audit_entries: { whose: ['member', 'operator', 'payer', 'recipient'], isKept: true, isDeleted: false },
  search_terms: { whose: ['payer', 'recipient'], isKept: false, isDeleted: true },
  mails: { whose: ['member', 'operator'], isKept: false, isDeleted: true },
} as const satisfies Record<
  keyof typeof columnsOfTheirOwn,
  { whose: KindOfPerson[]; isKept: boolean; isDeleted: boolean }
>

export const registerView = (keepPaymentsDays: number): RegisterView => ({
  keepPaymentsDays,
  tables: [
    ...(Object.keys(own) as (keyof typeof own)[]).map(table => ({
      table,
      columns: [...columnsOfTheirOwn[table]],
      ...own[table],
      whose: [...own[table].whose],
    })),
    ...tableNames.map(table => {
      const { columns, whose, keptFrom, deletes = false } = rowOf(table)
      return {
        table,
        columns: Object.keys(columns),
        whose: [...whose],
        isKept: keptFrom !== undefined,
        isDeleted: deletes,
      }
    }),
  ],
})
