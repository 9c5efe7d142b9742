import type { Paint } from './terminal.ts'

export type Column<Row> = {
  title: string
  of: (row: Row) => string
  paint?: (row: Row, text: string) => string
  isRight?: true
}

/** Rows under their titles, aligned. Amounts stand at the right. */
export function table<Row>(paint: Paint, columns: Column<Row>[], rows: Row[]): string {
  const widths = columns.map(({ title, of }) => Math.max(title.length, ...rows.map(row => of(row).length)))
  const line = (cells: { text: string; shown: string }[]) =>
    cells
      .map(({ text, shown }, at) => {
        const room = ' '.repeat((widths[at] ?? 0) - text.length)
        return columns[at]?.isRight === true ? room + shown : shown + room
      })
      .join('  ')
      .trimEnd()
  return [
    line(columns.map(({ title }) => ({ text: title, shown: paint('dim', title) }))),
    ...rows.map(row =>
      line(columns.map(({ of, paint: dress }) => ({ text: of(row), shown: dress?.(row, of(row)) ?? of(row) }))),
    ),
  ].join('\n')
}

/** Names and what they are, one a line; what is not there is left out. */
export function facts(paint: Paint, pairs: [name: string, value: string | null | undefined][]): string {
  const shown = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '')
  const width = Math.max(0, ...shown.map(([name]) => name.length))
  return shown.map(([name, value]) => `${paint('dim', name.padEnd(width))}  ${value}`).join('\n')
}
