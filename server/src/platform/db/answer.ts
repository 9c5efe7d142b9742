import { type CustomTypesConfig, type QueryArrayResult, types as builtIn } from 'pg'

// oxlint-disable-next-line typescript/no-explicit-any -- a query that does not say what its rows are
export type Row = Record<string, any>

/** The rows, the number of rows returned or changed, and the command: `UPDATE`, `COMMIT`. */
export type Answer<Rows extends readonly object[]> = Rows & { readonly count: number; readonly command: string }

type Parse = (text: string) => unknown
const parserOf = builtIn.getTypeParser as (oid: number, format?: string) => Parse
const arrayOf =
  (parse: Parse): Parse =>
  text =>
    (parserOf(arrays.text)(text) as (string | null)[]).map(item => (item === null ? null : parse(item)))

const { INT8, DATE, TIMESTAMP, TIMESTAMPTZ } = builtIn.builtins
const arrays = { text: 1009, int8: 1016, date: 1182, timestamp: 1115, timestamptz: 1185, numeric: 1231 } as const

const moment: Parse = text => new Date(text)

/** Money and counts are bigints, timestamps are `Date`; everything else is parsed as `pg` does it. */
const parsers: Record<number, Parse> = {
  [INT8]: BigInt,
  [DATE]: moment,
  [TIMESTAMP]: moment,
  [TIMESTAMPTZ]: moment,
  [arrays.int8]: arrayOf(BigInt),
  [arrays.date]: arrayOf(moment),
  [arrays.timestamp]: arrayOf(moment),
  [arrays.timestamptz]: arrayOf(moment),
  [arrays.numeric]: arrayOf(text => text),
}

export const types = {
  getTypeParser: (oid: number, format?: string) => parsers[oid] ?? parserOf(oid, format),
} as CustomTypesConfig

const camelNames = new Map<string, string>()

function toCamel(column: string): string {
  let name = camelNames.get(column)
  if (name === undefined) {
    name = column.replace(/(?<=.)_(.)/g, (_, letter: string) => letter.toUpperCase())
    camelNames.set(column, name)
  }
  return name
}

export const fromCamel = (name: string): string => name.replace(/([A-Z])/g, '_$1').toLowerCase()

/** Rows arrive as lists of values and become objects with camelCase names. Of several results the last counts. */
export function toAnswer(result: QueryArrayResult | QueryArrayResult[]): Answer<Row[]> {
  const { rows, fields, rowCount, command } = Array.isArray(result) ? (result.at(-1) as QueryArrayResult) : result
  const columns = fields.map(field => toCamel(field.name))
  const objects = rows.map(values => {
    const row: Row = {}
    for (let i = 0; i < columns.length; i++) row[columns[i] as string] = values[i]
    return row
  })
  return Object.defineProperties(objects, {
    count: { value: rowCount ?? 0 },
    command: { value: command },
  }) as Answer<Row[]>
}
