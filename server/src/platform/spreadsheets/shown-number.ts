import { readXml } from './read-xml.ts'

/** How a cell shows its number: as it is, as a day, or as a percentage. */
type Format = 'plain' | 'day' | 'percentage'

/** Of each style of the file, by its number. */
export function formatsIn(styles: string): Format[] {
  const codes = new Map<string, string>()
  const formats: Format[] = []
  let section = ''
  readXml(styles, {
    open(name, { numFmtId: id = '', formatCode = '' }) {
      if (name === 'numFmts' || name === 'cellXfs') section = name
      if (name === 'numFmt' && section === 'numFmts') codes.set(id, formatCode)
      if (name !== 'xf' || section !== 'cellXfs') return
      const code = codes.get(id)
      formats.push(code === undefined ? builtIn(Number(id)) : formatOf(code))
    },
    close(name) {
      if (name === section) section = ''
    },
  })
  return formats
}

/** Formats that every program knows by their number, those of other countries' days among them. */
function builtIn(id: number): Format {
  if (id === 9 || id === 10) return 'percentage'
  const days = [
    [14, 22],
    [27, 36],
    [45, 47],
    [50, 58],
  ] as const
  return days.some(([first, last]) => id >= first && id <= last) ? 'day' : 'plain'
}

/** By the letters of the code that are neither text nor a colour or currency; `[h]` are hours past a day. */
function formatOf(code: string): Format {
  const bare = code.slice(0, longestCode).replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]|general/gi, '')
  if (bare.includes('%')) return 'percentage'
  return /[dmyhs]/i.test(bare) ? 'day' : 'plain'
}

/** What Excel takes. */
const longestCode = 255

/**
 * A number as a Brazilian Excel shows it. Typed as 10.5 it may have become the tenth of May, and 10 % is kept as 0.1:
 * taken as an amount, it would pay what nobody has seen.
 */
export function shownNumber(value: string, format: Format, countsFrom1904: boolean): string {
  if (value === '' || Number.isNaN(Number(value))) return value
  if (format === 'percentage') return `${plain(Number(value) * 100)}%`
  return format === 'day' ? dayText(Number(value) + (countsFrom1904 ? 1462 : 0)) : plain(Number(value))
}

/**
 * Up to fifteen digits, as Excel shows them: 10.3 may be kept as 10.299999999999999. With a decimal comma, because a
 * person who types 12.345 means thousands, and a number never does.
 */
function plain(value: number): string {
  const number = Number(value.toPrecision(15))
  const text = String(number)
  return text.includes('e') ? brazilian.format(number) : text.replace('.', ',')
}

/** For what JavaScript spells with an exponent. It takes ten times as long as all the rest of a cell. */
const brazilian = new Intl.NumberFormat('pt-BR', { useGrouping: false, maximumFractionDigits: 15 })

/** Days since the end of 1899; less than one is a time of day. */
function dayText(days: number): string {
  if (days < 0 || days >= lastDay + 1) return '#####'
  const [day = '', time = ''] = new Date(Math.round((days - 25_569) * 86_400) * 1_000).toISOString().split(/[T.]/)
  const [year, month, date] = day.split('-')
  if (days < 1) return time
  return `${date}/${month}/${year}${time === '00:00:00' ? '' : ` ${time}`}`
}

/** The 31st of December 9999. */
const lastDay = 2_958_465
