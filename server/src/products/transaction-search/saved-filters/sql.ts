import { type Sql, rows } from '../../../platform/db/db.ts'

/** A row of `saved_filters`. */
export type SavedFilter = {
  merchantId: string
  personId: string
  id: string
  name: string
  query: string
  createdAt: Date
}

type Owner = Pick<SavedFilter, 'merchantId' | 'personId'>

/** A filter with an existing name replaces it. */
export const upsertFilter = (sql: Sql, filter: SavedFilter) => sql<SavedFilter[]>`
  insert into saved_filters as f (merchant_id, person_id, id, name, query, created_at)
  select merchant_id, person_id, id, name, query, created_at
    from json_populate_recordset(null::saved_filters, ${rows([filter])}::text::json)
      on conflict (merchant_id, person_id, name) do update set query = excluded.query
  returning *`

export const selectFilters = (sql: Sql, { merchantId, personId }: Owner, most: number) => sql<SavedFilter[]>`
  select * from saved_filters where merchant_id = ${merchantId} and person_id = ${personId} order by id limit ${most}`

export const deleteFilter = (sql: Sql, { merchantId, personId }: Owner, id: string) => sql`
  delete from saved_filters where merchant_id = ${merchantId} and person_id = ${personId} and id = ${id}`
