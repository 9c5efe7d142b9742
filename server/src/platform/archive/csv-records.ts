/** A row of the database, every value spelled as PostgreSQL spells it. */
export type Line = Record<string, string | null>

/** As `copy … with csv` reads and writes it: nothing is null, and an empty text is a pair of quotes. */
const cellOf = (value: string | null | undefined): string => {
  if (value === null || value === undefined) return ''
  return value === '' || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

export const csvOf = (columns: readonly string[], line: Line): string =>
  `${columns.map(column => cellOf(line[column])).join(',')}\n`

export const csvHeaderOf = (columns: readonly string[]): string => `${columns.map(cellOf).join(',')}\n`

/** What `csvOf` wrote, row by row. */
export function readCsv(columns: readonly string[], text: string): Line[] {
  const lines: Line[] = []
  let at = 0
  while (at < text.length) {
    const line: Line = {}
    for (const [i, column] of columns.entries()) {
      const { value, end } = text[at] === '"' ? quotedAt(text, at) : plainAt(text, at, i === columns.length - 1)
      line[column] = value
      if (text[end] !== (i === columns.length - 1 ? '\n' : ','))
        throw new Error(`column ${column} is not as it was written`)
      at = end + 1
    }
    lines.push(line)
  }
  return lines
}

function plainAt(text: string, start: number, isLast: boolean) {
  const end = text.indexOf(isLast ? '\n' : ',', start)
  if (end === -1) throw new Error('the text ends within a row')
  return { value: end === start ? null : text.slice(start, end), end }
}

function quotedAt(text: string, start: number) {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  if (end === -1) throw new Error('the text ends within quotes')
  return { value: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 }
}
