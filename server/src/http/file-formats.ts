/** What files are written as, and what browsers call it. */
const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ofx: 'application/x-ofx',
  pdf: 'application/pdf',
} as const

export type FileFormat = keyof typeof types

/** What a list can be downloaded as. */
export const listFormats = ['csv', 'xlsx', 'ofx'] as const satisfies readonly FileFormat[]
export type ListFormat = (typeof listFormats)[number]

/** The headers of an answer that is a file to keep. */
export const fileHeaders = (name: string, format: FileFormat) => ({
  'content-type': types[format],
  'content-disposition': `attachment; filename="${name}.${format}"`,
})
