import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { List } from '../../kit/list.ts'
import {
  type TransactionItem,
  type TransactionFilters,
  type TransactionsPage,
  listTransactions,
  transactionKeys,
} from '../../money/transactions/api.ts'

/** One request every so often, however many pages are open. The browser asks nothing while nobody looks. */
const everyMs = 2_500
/** A filter that matches little is looked on for by itself, so far; then the person decides. */
const mostPagesAlone = 10
const pageSize = 25

export type Transactions = List<TransactionItem> & {
  /** How far back has been looked, where that is not to the end. */
  lookedUntil: string | null
  /** What became of a CPF or CNPJ in the search. */
  taxNumber: TransactionsPage['taxNumber']
  /** Came while the screen was open. */
  isNew: (transaction: TransactionItem) => boolean
}

const isByTaxNumber = (pages: TransactionsPage[] = []) => pages[0]?.taxNumber === 'searched'

/** The transactions that a search finds, newest first, kept up to date. */
export function useTransactions(merchantId: string, filters: TransactionFilters): Transactions {
  const query = useInfiniteQuery({
    queryKey: [...transactionKeys.all(merchantId), filters],
    queryFn: ({ pageParam, signal }) =>
      listTransactions(merchantId, { ...filters, limit: pageSize, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    placeholderData: keepPreviousData,
    // A search by document is written down each time: once is enough.
    refetchInterval: ({ state }) =>
      isByTaxNumber(state.data?.pages) ? false : everyMs * Math.max(1, state.data?.pages.length ?? 1),
    refetchOnWindowFocus: ({ state }) => !isByTaxNumber(state.data?.pages),
  })
  const pages = query.data?.pages ?? []
  const rows = pages.flatMap(page => page.items)
  const lookedUntil = pages.at(-1)?.lookedUntil ?? null

  const { hasNextPage, isFetching, fetchNextPage } = query
  const looksOn = lookedUntil !== null && rows.length < pageSize && pages.length < mostPagesAlone
  useEffect(() => {
    if (looksOn && hasNextPage && !isFetching) void fetchNextPage()
  }, [looksOn, hasNextPage, isFetching, fetchNextPage])

  // What was there when the screen opened; ids contain their time. What was typed in full may come before what is newer.
  const [newest, setNewest] = useState<string | null>(null)
  if (newest === null && query.data !== undefined) setNewest(rows.reduce((last, { id }) => (id > last ? id : last), ''))

  return {
    rows,
    isLoading: query.isPending || (rows.length === 0 && looksOn),
    error: query.error,
    retry: () => void query.refetch(),
    hasMore: hasNextPage,
    loadMore: () => void fetchNextPage(),
    isLoadingMore: query.isFetchingNextPage,
    lookedUntil: looksOn ? null : lookedUntil,
    taxNumber: pages[0]?.taxNumber ?? null,
    isNew: ({ id }) => newest !== null && id > newest,
  }
}
