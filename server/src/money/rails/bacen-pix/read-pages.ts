import { type Answer, type Bank, saysNothing } from './bank.ts'
import type { Operation } from './call-kinds.ts'
import { type Fields, fieldsOf, listOf, textOf } from './reading.ts'

export type Period = { from: Date; until: Date }

const pageSize = 100
/** A window of more pages is read in halves. */
const mostPages = 100
/** Windows have whole seconds: some banks refuse milliseconds. */
const secondMs = 1_000

type List = {
  operation: Operation
  url: string
  /** The field of the response that has the items. */
  items: string
  query?: Record<string, string>
}

/**
 * All items of a bank's list in a period, page by page. A list longer than the bound is read in halves of its period until
 * each half fits, and one that does not fit in a second is an error: a list is never cut short. An item can
 * come twice.
 */
export async function* readPages(bank: Bank, list: List, { from, until }: Period): AsyncGenerator<Fields> {
  const start = Math.floor(from.getTime() / secondMs) * secondMs
  const end = Math.floor(until.getTime() / secondMs) * secondMs
  const whole = { from: new Date(start), until: new Date(end) }
  let last = await readPage(bank, list, whole, 0)
  if (last.pages > mostPages) return yield* readHalves(bank, list, whole)
  yield* last.items
  for (let page = 1; page < last.pages; page++) {
    // The bank does not say how many pages there are: what was read comes again in the halves.
    if (page >= mostPages) return yield* readHalves(bank, list, whole)
    last = await readPage(bank, list, whole, page)
    yield* last.items
  }
}

async function* readHalves(bank: Bank, list: List, { from, until }: Period): AsyncGenerator<Fields> {
  const ms = until.getTime() - from.getTime()
  if (ms <= secondMs) throw new Error(`${list.operation}: the bank lists more than ${mostPages} pages for one second`)
  const middle = new Date(from.getTime() + Math.floor(ms / 2 / secondMs) * secondMs)
  yield* readPages(bank, list, { from, until: middle })
  yield* readPages(bank, list, { from: middle, until })
}

async function readPage(bank: Bank, { operation, url, items, query }: List, { from, until }: Period, page: number) {
  const parameters = new URLSearchParams({
    inicio: withoutMilliseconds(from),
    fim: withoutMilliseconds(until),
    ...query,
    'paginacao.paginaAtual': String(page),
    'paginacao.itensPorPagina': String(pageSize),
  })
  const answer = await bank.call({ operation, method: 'GET', url: `${url}?${parameters}`, isPatient: true })
  if (answer.status >= 300) return saysNothing(answer)
  const rows = fieldsOf(answer.body)[items]
  const pages = pagesOf(answer, page, Array.isArray(rows) ? rows.length : 0)
  // Without rows it is a response only if it says that there are none.
  if (!Array.isArray(rows) && pages !== 0) return saysNothing(answer)
  return { items: listOf(rows), pages }
}

/** Without a number of pages a full page has another after it; a number that cannot be read is no response. */
function pagesOf(answer: Answer, page: number, count: number): number {
  const paging = fieldsOf(fieldsOf(fieldsOf(answer.body)['parametros'])['paginacao'])
  const items = textOf(paging['quantidadeTotalDeItens'])
  // A bank may give fewer than it was asked for.
  const isFull = count >= pageSize || (count > 0 && count === Number(textOf(paging['itensPorPagina'])))
  const pages = Number(textOf(paging['quantidadeDePaginas']) ?? (items === '0' ? 0 : page + (isFull ? 2 : 1)))
  return Number.isInteger(pages) && pages >= 0 ? pages : saysNothing(answer)
}

const withoutMilliseconds = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, 'Z')
