/** Reads a file back as a Brazilian spreadsheet does: semicolons, quotes doubled, the first row names the columns. */
export function readSpreadsheet(text: string): Record<string, string>[] {
  const cell = /("(?:[^"]|"")*"|[^;\r\n]*)(;|\r\n)/y
  const body = text.replace(/^\ufeff/, '')
  const rows: string[][] = [[]]
  for (let found = cell.exec(body); found !== null; found = cell.exec(body)) {
    const [, raw = '', end] = found
    rows.at(-1)?.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw)
    if (end === '\r\n') rows.push([])
    if (cell.lastIndex === body.length) break
  }
  const [header = [], ...lines] = rows.slice(0, -1)
  return lines.map(line => Object.fromEntries(header.map((name, i) => [name, line[i] ?? ''])))
}
