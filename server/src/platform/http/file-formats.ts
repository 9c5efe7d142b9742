import { type Day, dayOf } from '../brazil/sao-paulo.ts'
import { type Language, languageTag } from './languages.ts'

/** What files are written as, and what browsers call it. */
const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ofx: 'application/x-ofx',
  pdf: 'application/pdf',
} as const

export type FileFormat = keyof typeof types

export const listFormats = ['csv', 'xlsx'] as const satisfies readonly FileFormat[]
export type ListFormat = (typeof listFormats)[number]

/** What a statement can be downloaded as: OFX always covers the whole account. */
export const statementFormats = [...listFormats, 'ofx'] as const satisfies readonly FileFormat[]
export type StatementFormat = (typeof statementFormats)[number]

/** The headers of a response that is a download. */
export const fileHeaders = (name: string, format: FileFormat) => ({
  'content-type': types[format],
  'content-disposition': `attachment; filename="${name}.${format}"`,
})

/** The headers of a PDF that a browser shows, at an address that nobody else may learn. */
export const pdfHeaders = (name: string, language: Language) => ({
  'cache-control': 'private, no-store',
  'content-language': languageTag(language),
  'content-type': types.pdf,
  'content-disposition': `inline; filename="${name}.pdf"`,
  'referrer-policy': 'no-referrer',
  vary: 'accept-language',
  'x-robots-tag': 'noindex',
})

/** One line of a CSV file. Cells are quoted where they would be taken for several. */
export const csvLine = (cells: readonly string[], separator: ',' | ';'): string =>
  `${cells.map(cell => (cell.includes(separator) || /["\r\n]/.test(cell) ? quoted(cell) : cell)).join(separator)}\r\n`

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

/** Somebody else's text must not run as a formula in the merchant's spreadsheet. */
export const notFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

type Period = { from?: Day | undefined; to?: Day | undefined }

/** `extrato-2026-11-01_2026-11-16`: files of several periods lie beside each other, in order. Without a period, the day it is. */
export function datedName(name: string, { from, to }: Period, now: Date): string {
  const days = from === undefined ? [to ?? dayOf(now)] : [from, to ?? dayOf(now)]
  return [name, [...new Set(days)].join('_')].join('-')
}
