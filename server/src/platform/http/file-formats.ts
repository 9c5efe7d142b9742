/** What files are written as, and what browsers call it. */
const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ofx: 'application/x-ofx',
  pdf: 'application/pdf',
} as const

export type FileFormat = keyof typeof types

/** What a list can be downloaded as. */
export const listFormats = ['csv', 'xlsx'] as const satisfies readonly FileFormat[]
export type ListFormat = (typeof listFormats)[number]

/** What a statement can be downloaded as: OFX is of the account, whatever list it is asked for from. */
export const statementFormats = [...listFormats, 'ofx'] as const satisfies readonly FileFormat[]
export type StatementFormat = (typeof statementFormats)[number]

/** The headers of an answer that is a file to keep. */
export const fileHeaders = (name: string, format: FileFormat) => ({
  'content-type': types[format],
  'content-disposition': `attachment; filename="${name}.${format}"`,
})
