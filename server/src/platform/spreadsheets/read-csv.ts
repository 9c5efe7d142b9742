import { isUtf8 } from 'node:buffer'
import type { CellsOfRow } from './cells-of-row.ts'
import { UnreadableSheet } from './unreadable.ts'

/** The cells of a CSV file, row by row. Excel in Brazil writes semicolons and Windows' own letters; both are understood. */
export function* readCsv(bytes: Buffer): Generator<CellsOfRow> {
  const text = (isUtf8(bytes) ? bytes.toString('utf8') : new TextDecoder('windows-1252').decode(bytes)).replace(
    /^\ufeff/,
    '',
  )
  const separator = separatorOf(text)
  let cells: string[] = []
  let number = 1
  let at = 0
  while (at < text.length) {
    const { cell, next } = cellAt(text, at, separator) ?? quoteIsWrong(number)
    cells.push(cell)
    const mark = text[next]
    at = next + (mark === '\r' && text[next + 1] === '\n' ? 2 : 1)
    if (mark === separator && at < text.length) continue
    if (mark === separator) cells.push('')
    yield { number: number++, cells, spansLines: cells.some(one => /[\r\n]/.test(one)) }
    cells = []
  }
}

/** Whichever the first line has most of that is not empty. */
function separatorOf(text: string): string {
  const line = /[^\r\n]+/.exec(text)?.[0] ?? ''
  const countOf = (mark: string) => line.split(mark).length
  return [';', ',', '\t'].toSorted((a, b) => countOf(b) - countOf(a))[0] ?? ';'
}

/** Who reads on regardless finds the rows after it in one cell, and nobody is paid that stands in them. */
function quoteIsWrong(number: number): never {
  throw new UnreadableSheet(`line ${number} has a quote that is not closed, or not at the end of its cell`)
}

/** Null: it begins with a quote that ends nowhere, or before the cell does. */
function cellAt(text: string, at: number, separator: string): { cell: string; next: number } | null {
  if (text[at] === '"') {
    let cell = ''
    let next = at + 1
    for (;;) {
      const quote = text.indexOf('"', next)
      if (quote < 0) return null
      cell += text.slice(next, quote)
      next = quote + 1
      if (text[next] !== '"') {
        const end = endOf(text, next, separator)
        return text.slice(next, end).trim() === '' ? { cell, next: end } : null
      }
      cell += '"'
      next++
    }
  }
  const next = endOf(text, at, separator)
  return { cell: text.slice(at, next), next }
}

function endOf(text: string, at: number, separator: string): number {
  for (let i = at; i < text.length; i++) if (text[i] === separator || text[i] === '\n' || text[i] === '\r') return i
  return text.length
}
