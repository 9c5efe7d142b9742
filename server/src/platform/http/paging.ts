import { type TSchema, Type } from 'typebox'
import { Nullable } from './schemas.ts'
import { InvalidRequest } from './errors.ts'
import type { Place } from './say-problems.ts'

/** Which page of a list is requested. A cursor says where the previous page ended. */
export type Paging = { limit: number; cursor: string | undefined }

/** `nextCursor` is null on the last page. */
export type Page<Row> = { items: Row[]; nextCursor: string | null }

/** Reads one row more than the page holds, to know whether there is a next page. */
export async function readPage<Row>(
  limit: number,
  select: (rows: number) => PromiseLike<readonly Row[]>,
  cursorOf: (last: Row) => string,
): Promise<Page<Row>> {
  const found = await select(limit + 1)
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: found.length > limit && last !== undefined ? cursorOf(last) : null }
}

/** The cursor of most lists: ids are in the order of creation. */
export const byId = ({ id }: { id: string }): string => id

const description = '`nextCursor` of the previous page'
export const Cursor = Type.Optional(Type.String({ format: 'uuid', description }))

export const CursorLike = (pattern: string) => Type.Optional(Type.String({ pattern, description }))

/** How many items a page of the portal may have. */
export const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 100 }))

/** The last field of a page that says its `total`: counting costs as much as there is to count, so it has an end. */
export const TotalIsExact = Type.Boolean({
  description: 'False: there are more than `total`. Counting stops at 10,000',
})

export const NextCursor = Nullable(Type.String({ description: 'Null on the last page' }))

export const PageOf = <Item extends TSchema>(item: Item) =>
  Type.Object({ items: Type.Array(item), nextCursor: NextCursor })

type Given = { startDate?: string | undefined; endDate?: string | undefined }
type Closed = { startDate: string; endDate: string }
type Period = { startDate: Date | undefined; endDate: Date | undefined }

/** The requested period, open where a date is missing. One that ends before it starts is refused. */
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
