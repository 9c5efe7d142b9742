import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useDeferredValue } from 'react'
import { BalanceLabel, BalanceLegend, type BalanceName } from './balance-label.tsx'
import classes from './data-table.module.css'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { kitTexts } from './kit-texts.ts'
import type { List } from './list.ts'
import { useTexts } from './texts.ts'

export type Column<Row> = {
  /** The heading; an empty one (for a column of buttons) is allowed when `name` says what it holds. */
  header: string
  name?: string
  /** Of a column of one of the four balances: the heading says what that is. */
  balance?: BalanceName
  cell: (row: Row) => ReactNode
  /** Numbers stand to the right. */
  align?: 'left' | 'right'
  notOnPhone?: boolean
}

type Props<Row> = {
  /** What the table lists, for those who cannot see it. */
  caption: string
  columns: Column<Row>[]
  list: List<Row>
  rowKey: (row: Row) => string
  /** The path a row leads to; the first column is then the link, and the whole row can be pressed. */
  rowPath?: (row: Row) => string
  /** What to show instead of no rows: an `EmptyState` that says what to do next. */
  empty?: ReactNode
}

/** A table that is wider than its frame is scrolled with the keyboard too. */
function useScrolledFrame() {
  return useCallback((frame: HTMLDivElement | null) => {
    if (frame === null) return undefined
    const watch = new ResizeObserver(() => {
      if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0
      else frame.removeAttribute('tabindex')
    })
    watch.observe(frame)
    for (const child of frame.children) watch.observe(child)
    return () => watch.disconnect()
  }, [])
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e']

/** A table; cards on a phone. Loading, empty and failed are shown in its place. */
export function DataTable<Row>({ caption, columns, list: newest, rowKey, rowPath, empty }: Props<Row>) {
  const words = useTexts(kitTexts)
  const frame = useScrolledFrame()
  // Rows are drawn piece by piece: what is pressed meanwhile is handled.
  const list = useDeferredValue(newest)
  if (list.error !== null && list.rows.length === 0) return <ErrorState error={list.error} retry={list.retry} />
  if (!list.isLoading && list.rows.length === 0) return empty ?? <EmptyState title={words.nothingHere} />

  const classOf = (column: Column<Row>, index: number) =>
    [
      column.align === 'right' && classes.right,
      index === 0 && classes.first,
      column.header === '' && classes.actions,
      column.notOnPhone === true && classes.notOnPhone,
    ]
      .filter(Boolean)
      .join(' ')

  const balances = columns.flatMap(({ header, balance }) =>
    balance === undefined ? [] : [{ of: balance, label: header }],
  )

  // The roles are said although they are a table's own: cards lose them with the table's layout.
  return (
    <>
      {balances.length > 0 && <BalanceLegend balances={balances} />}
      <div className={classes.frame} ref={frame}>
        <table className={classes.table} role="table" aria-busy={list.isLoading}>
          <caption style={{ position: 'absolute', clipPath: 'inset(50%)' }}>{caption}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map(column => (
                <th
                  key={column.name ?? column.header}
                  role="columnheader"
                  scope="col"
                  className={column.align === 'right' ? classes.right : undefined}
                >
                  {column.balance !== undefined ? (
                    <BalanceLabel of={column.balance} label={column.header} />
                  ) : (
                    column.header || <VisuallyHidden>{column.name}</VisuallyHidden>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {list.isLoading
              ? skeletonRows.map(key => (
                  <tr key={key} role="row" className={classes.row}>
                    {columns.map((column, index) => (
                      <td key={column.name ?? column.header} role="cell" className={classOf(column, index)}>
                        <Skeleton height={14} width={index === 0 ? '70%' : '50%'} my={3} display="inline-block" />
                      </td>
                    ))}
                  </tr>
                ))
              : list.rows.map(row => (
                  <tr
                    key={rowKey(row)}
                    role="row"
                    className={rowPath === undefined ? classes.row : `${classes.row} ${classes.linked}`}
                  >
                    {columns.map((column, index) => (
                      <td key={column.name ?? column.header} role="cell" className={classOf(column, index)}>
                        {index > 0 && column.header !== '' && (
                          <span className={classes.label} aria-hidden>
                            {column.header}
                          </span>
                        )}
                        {index === 0 && rowPath !== undefined ? (
                          <Link to={rowPath(row)} className={classes.link}>
                            {column.cell(row)}
                          </Link>
                        ) : (
                          column.cell(row)
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
          </tbody>
        </table>
      </div>
      {list.hasMore && (
        <div className={classes.more}>
          <Button variant="default" onClick={list.loadMore} loading={list.isLoadingMore}>
            {words.loadMore}
          </Button>
        </div>
      )}
    </>
  )
}
