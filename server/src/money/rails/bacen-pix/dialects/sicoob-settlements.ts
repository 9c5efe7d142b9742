import { daysBetween } from '../../../../platform/brazil/business-days.ts'
import type { Micros } from '../../../../platform/brazil/money.ts'
import { type Day, addDays, dayOf } from '../../../../platform/brazil/sao-paulo.ts'
import { UnreadableSheet } from '../../../../platform/spreadsheets/sheet.ts'
import { fileNames, unzip } from '../../../../platform/spreadsheets/zip.ts'
import { type Answer, type Ask, type Bank, saysNothing } from '../bank.ts'
import { type Fields, amountOf, fieldsOf, jsonOf, listOf, textOf, timeOf } from '../reading.ts'

/** A paid boleto as Sicoob reports it. `creditedOn`: the day on which the account gets the money; null: it does not say. */
export type Settlement = {
  ourNumber: string
  bankNumber: string
  amount: Micros
  paidOn: Day
  creditedOn: Day | null
  isPix: boolean
}

export type Settlements = {
  /** All that were paid in a period, as far as their reports are made. */
  list: (period: { from: Day; until: Day }) => AsyncIterable<Settlement>
  /** How a boleto was paid, that was so from a day on; a slip before a Pix. Null: its report is not made yet. */
  find: (bankNumber: string, from: Day) => Promise<Settlement | null>
}

/** Sicoob's kind of movement for boletos that were paid, and how a payment by Pix is marked among them. */
const paidKind = 5
const byPix = '212'
/** What it says of a report that it is still making. */
const inProcess = '5004'

/** A report is of two days at most. It is asked for, made by Sicoob in its own time, and then read. */
const reportDays = 2
const mostFiles = 20
const mostBytes = 64 * 1024 * 1024
/** Reports of the last days change; the others are read again in case Sicoob was late. */
const youngMs = 5 * 60_000
const oldMs = 6 * 60 * 60_000
/** A report that is not made by then is asked for again. */
const longestMs = 30 * 60_000
const mostReports = 30
/** Sicoob settles what is paid on a weekend later. */
const searchDays = 8

type Report = { request: { id: string; atMs: number } | null; rows: Settlement[] | null; readMs: number }

/** Boletos that were paid, by Sicoob's reports of movements: nothing else of its API says how much was paid, by what and when it is credited. */
export function settlementsOfSicoob(
  bank: Bank,
  clock: () => Date,
  { url, clientNumber }: { url: string; clientNumber: number },
): Settlements {
  const reports = new Map<Day, Report>()
  const nowMs = () => clock().getTime()

  const startOf = (day: Day): Day => addDays(day, -(daysBetween('2000-01-01', day) % reportDays))

  async function ask(how: Pick<Ask, 'method' | 'body'>, path = '', query: Record<string, string> = {}) {
    const parameters = new URLSearchParams({ numeroCliente: String(clientNumber), ...query })
    const address = how.method === 'GET' ? `${url}${path}?${parameters}` : url
    return bank.call({ operation: 'list boletos', url: address, ...how })
  }

  async function request(start: Day): Promise<string> {
    const today = dayOf(clock())
    const end = addDays(start, reportDays - 1)
    const period = { dataInicial: start, dataFinal: end < today ? end : today }
    const answer = await ask({
      method: 'POST',
      body: { numeroCliente: clientNumber, tipoMovimento: paidKind, ...period },
    })
    const id = textOf(resultOf(answer)['codigoSolicitacao'])
    return answer.status >= 300 || id === null ? saysNothing(answer) : id
  }

  /** Null: it is not made yet. */
  async function readReport(id: string): Promise<Settlement[] | null> {
    const answer = await ask({ method: 'GET' }, '', { codigoSolicitacao: id })
    if (isInProcess(answer)) return null
    if (answer.status === 204) return []
    const files = resultOf(answer)['idArquivos']
    if (answer.status >= 300 || !Array.isArray(files)) return saysNothing(answer)
    if (files.length > mostFiles) throw new Error(`list boletos: a report has more than ${mostFiles} files`)
    const rows: Settlement[] = []
    for (const file of files) {
      const part = await ask({ method: 'GET' }, '/download', { codigoSolicitacao: id, idArquivo: textOf(file) ?? '' })
      const packed = textOf(resultOf(part)['arquivo'])
      const listed = part.status >= 300 || packed === null ? null : rowsIn(packed)
      rows.push(...(listed ?? saysNothing(part)).flatMap(row => settlementOf(row) ?? []))
    }
    return rows
  }

  /** The report of a period, as of a moment or later. Null: it is not made yet; the next call goes on with it. */
  async function read(start: Day, notBeforeMs: number): Promise<Settlement[] | null> {
    const known = reports.get(start) ?? { request: null, rows: null, readMs: 0 }
    if (known.rows !== null && known.readMs >= notBeforeMs) return known.rows
    const isWaiting = known.request !== null && nowMs() - known.request.atMs < longestMs
    const asked = isWaiting && known.request ? known.request : { id: await request(start), atMs: nowMs() }
    reports.set(start, { ...known, request: asked })
    const rows = await readReport(asked.id).catch((error: unknown) => {
      reports.set(start, { ...known, request: null })
      throw error
    })
    if (rows !== null) reports.set(start, { request: null, rows, readMs: asked.atMs })
    for (const oldest of [...reports.keys()].toSorted().slice(0, -mostReports)) reports.delete(oldest)
    return rows
  }

  const isYoung = (start: Day): boolean => addDays(start, reportDays) >= dayOf(clock())

  return {
    async *list({ from, until }) {
      const today = dayOf(clock())
      const last = until < today ? until : today
      for (let start = startOf(from); start <= last; start = addDays(start, reportDays))
        yield* (await read(start, nowMs() - (isYoung(start) ? youngMs : oldMs))) ?? []
    },

    async find(bankNumber, from) {
      const today = dayOf(clock())
      const last = addDays(from, searchDays) < today ? addDays(from, searchDays) : today
      // What was read lately first: many are asked about one after the other.
      for (const notBeforeMs of [nowMs() - youngMs, nowMs()]) {
        const found: Settlement[] = []
        for (let start = startOf(from); start <= last; start = addDays(start, reportDays))
          found.push(...((await read(start, notBeforeMs)) ?? []).filter(one => one.bankNumber === bankNumber))
        const own = found.find(one => !one.isPix) ?? found[0]
        if (own !== undefined) return own
      }
      return null
    },
  }
}

const resultOf = ({ body }: Answer): Fields => fieldsOf(fieldsOf(body)['resultado'])

const isInProcess = ({ status, body }: Answer): boolean =>
  status >= 400 && listOf(fieldsOf(body)['mensagens']).some(({ codigo }) => textOf(codigo) === inProcess)

/** The rows of a ZIP archive in base64; null: it is none. In Sicoob's own example each of its bytes is a letter of UTF-8. */
export function rowsIn(packed: string): Fields[] | null {
  const bytes = Buffer.from(packed, 'base64')
  return rowsOf(bytes) ?? rowsOf(Buffer.from(bytes.toString('utf8'), 'latin1'))
}

function rowsOf(archive: Buffer): Fields[] | null {
  try {
    const textIn = unzip(archive, mostBytes)
    const lists = fileNames(archive).map(name => jsonOf(textIn(name) ?? ''))
    return lists.length > 0 && lists.every(Array.isArray) ? lists.flatMap(listOf) : null
  } catch (error) {
    if (error instanceof UnreadableSheet) return null
    throw error
  }
}

/** Sicoob's documents and its own example name some fields differently. Null: it is not of our API, or half a row. */
export function settlementOf(row: Fields): Settlement | null {
  const ourNumber = (textOf(row['seuNumero']) ?? textOf(row['descSeuNumero']))?.trim()
  const bankNumber = textOf(row['numeroTitulo']) ?? textOf(row['numTitulo'])
  const [amount, paidAt, creditedAt] = [
    amountOf(row['valorLiquido']),
    timeOf(row['dataLiquidacao']),
    timeOf(row['dataPrevisaoCredito']),
  ]
  if (!ourNumber || bankNumber === null || amount === null || paidAt === null) return null
  const creditedOn = creditedAt && dayOf(creditedAt)
  return {
    ourNumber,
    bankNumber,
    amount,
    paidOn: dayOf(paidAt),
    creditedOn,
    isPix: textOf(row['idTipoOpFinanceira']) === byPix,
  }
}
