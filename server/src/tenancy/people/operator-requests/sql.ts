import type { Sql, Tx } from '../../../platform/db/db.ts'
import type { OperatorAct } from './second-person.ts'
import type { RequestState } from './states.ts'

/** A row of `operator_requests`. */
export type OperatorRequest = {
  id: string
  act: OperatorAct
  subject: string
  merchantId: string | null
  details: Record<string, unknown>
  sealedInput: string | null
  inputHash: string
  basisHash: string
  state: RequestState
  personId: string
  personName: string
  address: string
  decidedBy: string | null
  note: string | null
  createdAt: Date
  expiresAt: Date
  decidedAt: Date | null
  effectiveAt: Date | null
}

export type ListedRequest = OperatorRequest & { merchantName: string | null }

/** False: the same person has requested the same already. */
export const insertRequest = async (tx: Tx, row: OperatorRequest): Promise<boolean> => {
  const inserted = await tx`
    insert into operator_requests (id, act, subject, merchant_id, details, sealed_input, input_hash, basis_hash, state,
                                   person_id, person_name, address, decided_by, note, created_at, expires_at, decided_at,
                                   effective_at)
    values (${row.id}, ${row.act}, ${row.subject}, ${row.merchantId}, ${JSON.stringify(row.details)}::text::jsonb,
            ${row.sealedInput}, ${row.inputHash}, ${row.basisHash}, ${row.state}, ${row.personId}, ${row.personName},
            ${row.address}, ${row.decidedBy}, ${row.note}, ${row.createdAt}, ${row.expiresAt}, ${row.decidedAt},
            ${row.effectiveAt})
        on conflict (person_id, act, input_hash) where state = 'Requested' do nothing`
  return inserted.count === 1
}

export const selectSame = async (
  sql: Sql | Tx,
  { personId, act, inputHash }: Pick<OperatorRequest, 'personId' | 'act' | 'inputHash'>,
): Promise<OperatorRequest | undefined> => {
  const [same] = await sql<OperatorRequest[]>`
    select * from operator_requests
     where person_id = ${personId} and act = ${act} and input_hash = ${inputHash} and state = 'Requested'`
  return same
}

export const selectRequest = async (sql: Sql, id: string): Promise<ListedRequest | undefined> => {
  const [found] = await sql<ListedRequest[]>`
    select r.*, m.name as merchant_name from operator_requests r left join merchants m on m.id = r.merchant_id
     where r.id = ${id}`
  return found
}

type Page = { states: readonly RequestState[]; before: string | undefined; limit: number }

/** Newest first. */
export const selectRequests = (sql: Sql, { states, before, limit }: Page) => sql<ListedRequest[]>`
  select r.*, m.name as merchant_name from operator_requests r left join merchants m on m.id = r.merchant_id
   where r.state = any(${[...states]}::text[]) ${before === undefined ? sql`` : sql`and r.id < ${before}`}
   order by r.id desc limit ${limit}`

export const selectWaitingOf = (sql: Sql, merchantId: string, most: number) => sql<OperatorRequest[]>`
  select * from operator_requests where state = 'Waiting' and merchant_id = ${merchantId} order by id limit ${most}`

/** Locks it until commit: of two decisions at once the second finds it decided. */
export const lockRequest = async (tx: Tx, id: string): Promise<OperatorRequest | undefined> => {
  const [locked] = await tx<OperatorRequest[]>`select * from operator_requests where id = ${id} for update`
  return locked
}

type Decision = Pick<OperatorRequest, 'state' | 'decidedBy' | 'note' | 'effectiveAt'> & {
  at: Date
  keepsInput: boolean
}

/** What an operator has moved alone on a day. */
export const selectMovedAlone = async (sql: Sql, personId: string, day: string): Promise<bigint> => {
  const [row] = await sql<{ amount: bigint }[]>`
    select amount from operator_days where person_id = ${personId} and day = ${day}`
  return row?.amount ?? 0n
}

/** False: with it the day would have more than `most`. */
export const addMovedAlone = async (
  tx: Tx,
  { personId, day, amount, most }: { personId: string; day: string; amount: bigint; most: bigint },
): Promise<boolean> => {
  if (amount > most) return false
  const added = await tx`
    insert into operator_days (person_id, day, amount) values (${personId}, ${day}, ${amount})
        on conflict (person_id, day) do update set amount = operator_days.amount + excluded.amount
     where operator_days.amount + excluded.amount <= ${most}::bigint`
  return added.count === 1
}

export const deleteOldDays = (sql: Sql, before: Date) => sql`delete from operator_days where day < ${before}::date`

/** What is secret in the input goes with the decision, unless it is still needed. */
export const updateDecided = (
  tx: Tx,
  id: string,
  { state, decidedBy, note, effectiveAt, at, keepsInput }: Decision,
) => tx`
  update operator_requests
     set state = ${state}, decided_by = coalesce(${decidedBy}, decided_by), note = coalesce(${note}, note),
         decided_at = ${at}, effective_at = ${effectiveAt},
         sealed_input = case when ${keepsInput}::boolean then sealed_input end
   where id = ${id}`

/** Requests whose time is over: nobody decided, or what waited takes effect. */
export const selectDue = (sql: Sql, now: Date, most: number) => sql<{ id: string; state: RequestState }[]>`
  select id, state from operator_requests
   where (state = 'Requested' and expires_at <= ${now}) or (state = 'Waiting' and effective_at <= ${now})
   order by id limit ${most}`

export const deleteDecided = (sql: Sql, before: Date, most: number) => sql`
  delete from operator_requests where id in (
    select id from operator_requests
     where decided_at < ${before} and state not in ('Requested', 'Waiting')
     order by decided_at limit ${most} for update skip locked)`

/**
 * Up to two of those who can sign in as operators, or could until they were disabled. All of them have a password: an operator
 * links a provider only in a session of their own.
 */
export const selectFirstOperators = (sql: Sql) => sql<{ id: string }[]>`
  select id from people where is_operator and password_hash is not null order by id limit 2`

export const selectActiveOperators = (sql: Sql) => sql<{ id: string }[]>`
  select id from people
   where is_operator and password_hash is not null and disabled_at is null order by id limit 2`

export const selectSealedInputs = (sql: Sql, after: string, most: number) => sql<{ id: string; sealed: string }[]>`
  select id, sealed_input as sealed from operator_requests
   where id > ${after} and sealed_input is not null order by id limit ${most}`

export const updateSealedInput = (sql: Sql, id: string, { before, sealed }: { before: string; sealed: string }) => sql`
  update operator_requests set sealed_input = ${sealed} where id = ${id} and sealed_input = ${before}`
