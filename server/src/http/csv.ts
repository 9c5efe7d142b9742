/** One line of a CSV file. Cells are quoted where they would be taken for several. */
export const csvLine = (cells: readonly string[], separator: ',' | ';'): string =>
  `${cells.map(cell => (cell.includes(separator) || /["\r\n]/.test(cell) ? quoted(cell) : cell)).join(separator)}\r\n`

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

/** Somebody else's text must not run as a formula in the merchant's spreadsheet. */
export const notFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** The headers of an answer that is a file to keep. */
export const csvFile = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}"`,
})
