import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Page, type Paging, byId, readPage } from '../../platform/http/paging.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import type { Dispute, DisputeState } from './states.ts'
import {
  type Clocked,
  type NamedDispute,
  countUndecided,
  selectByReference,
  selectContested,
  selectContestsWaiting,
  selectDispute,
  selectDisputes,
  selectEndingBy,
  selectFirstUndecided,
  selectOldestReported,
  selectOver,
  selectUnderWay,
} from './sql.ts'

export type { NamedDispute } from './sql.ts'

type Needs = { sql: Sql }

export async function readDispute(needs: Needs, merchantId: string, id: string): Promise<Dispute> {
  const dispute = isUuid(id) ? await selectDispute(needs.sql, merchantId, id) : undefined
  if (dispute === undefined) throw new ApiError('DisputeNotFound')
  return dispute
}

/** The dispute with the bank's reference; null if it was never opened. */
export const findDispute = async (
  { sql }: Needs,
  known: Pick<Dispute, 'merchantId' | 'connectionId' | 'bankReference'>,
): Promise<Dispute | null> => (await selectByReference(sql, known)) ?? null

/** When the oldest undecided dispute that a bank reported was opened; null if there is none. */
export const oldestReportedBy = async ({ sql }: Needs, connectionId: string): Promise<Date | null> =>
  (await selectOldestReported(sql, connectionId)) ?? null

type ReadDisputeInput = Paging & {
  merchantId: string
  state?: DisputeState | undefined
  transactionId?: string | undefined
}

/** Newest first. */
export async function listDisputes(
  { sql }: Needs,
  { limit, cursor, state, ...of }: ReadDisputeInput,
): Promise<Page<Dispute>> {
  if (of.transactionId !== undefined && !isUuid(of.transactionId)) return { items: [], nextCursor: null }
  const filter = { ...of, states: state && [state], beforeId: cursor }
  return readPage(limit, rows => selectDisputes(sql, filter, rows), byId)
}

const lists = { UnderWay: selectUnderWay, Over: selectOver, Contested: selectContested }

/** Disputes of all merchants: undecided ones by deadline, closed and contested ones newest first. */
export function listAllDisputes({ sql }: Needs, { limit, cursor, state }: Paging & { state: keyof typeof lists }) {
  const after = readCursor(cursor)
  const select = lists[state]
  return readPage<NamedDispute>(
    limit,
    rows => select(sql, after, rows),
    ({ answerUntil, id }) => `${answerUntil.getTime()}_${id}`,
  )
}

function readCursor(cursor: string | undefined): Clocked | undefined {
  if (cursor === undefined) return undefined
  const [ms = '', id = ''] = cursor.split('_')
  return { answerUntil: new Date(Number(ms)), id }
}

const mostCounted = 100_000
const firstShown = 5

/** Undecided disputes of all merchants: how many, how many are past the deadline, and the most urgent. */
export async function readDisputeHealth({ sql, clock }: { sql: Sql; clock: () => Date }) {
  const { undecided, overdue } = await countUndecided(sql, clock(), mostCounted)
  return { undecided, overdue, first: undecided === 0 ? [] : await selectFirstUndecided(sql, firstShown) }
}

/** Undecided disputes of all merchants whose deadline is at a time or before: how many, the first and the last deadline. */
export const readDisputesEndingBy = ({ sql }: { sql: Sql }, by: Date) => selectEndingBy(sql, by, mostCounted)

/** Contests of all merchants since a time or before that no bank has answered: how many, the first and the last. */
export const readContestsWaiting = ({ sql }: { sql: Sql }, since: Date) =>
  selectContestsWaiting(sql, since, mostCounted)
