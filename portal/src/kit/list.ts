import { type QueryKey, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { api } from './api.ts'

/** What every list of the API answers. */
export type CursorPage<Row> = { items: Row[]; nextCursor: string | null }

export type List<Row> = {
  rows: Row[]
  isLoading: boolean
  error: unknown
  retry: () => void
  hasMore: boolean
  loadMore: () => void
  isLoadingMore: boolean
}

type Options = {
  /** Reads the list again every so often while somebody is looking. */
  refetchInterval?: number | false
}

/** What was looked through for a page has an end: one that is empty and has a next is read on from, so often at most. */
const mostEmpty = 10

async function readOn<Row>(
  read: (cursor: string | null) => Promise<CursorPage<Row>>,
  from: string | null,
): Promise<CursorPage<Row>> {
  let page = await read(from)
  for (let left = mostEmpty; left > 0 && page.items.length === 0 && page.nextCursor !== null; left--)
    page = await read(page.nextCursor)
  return page
}

/** A list of the API that pages by cursor, ready for `DataTable`. The key should begin with what changes it. */
export function useList<Row>(
  key: QueryKey,
  path: string,
  query: Record<string, string | number | boolean | null | undefined> = {},
  { refetchInterval = false }: Options = {},
): List<Row> {
  const pages = useInfiniteQuery({
    queryKey: [...key, path, query],
    queryFn: ({ pageParam, signal }) =>
      readOn(cursor => api.get<CursorPage<Row>>(path, { ...query, cursor }, signal), pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval,
  })
  return {
    rows: pages.data?.pages.flatMap(page => page.items) ?? [],
    isLoading: pages.isPending,
    error: pages.error,
    retry: () => void pages.refetch(),
    hasMore: pages.hasNextPage,
    loadMore: () => void pages.fetchNextPage(),
    isLoadingMore: pages.isFetchingNextPage,
  }
}

/** Rows that are all there already, ready for `DataTable`. */
export const wholeList = <Row>(query: {
  data: Row[] | undefined
  isPending: boolean
  error: unknown
  refetch: () => unknown
}): List<Row> => ({
  rows: query.data ?? [],
  isLoading: query.isPending,
  error: query.error,
  retry: () => void query.refetch(),
  hasMore: false,
  loadMore: () => {},
  isLoadingMore: false,
})

/** The same without a query to wait for. */
export const rowsAsList = <Row>(rows: Row[]): List<Row> =>
  wholeList({ data: rows, isPending: false, error: null, refetch: () => {} })
