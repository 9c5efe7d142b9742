import { type Answer, type Bank, saysNothing } from './bank.ts'
import { type Fields, fieldsOf, listOf, textOf } from './reading.ts'

export type Period = { from: Date; until: Date }

const pageSize = 100
/** A window of more pages is read in halves. */
const mostPages = 100
/** Windows have whole seconds: some banks refuse milliseconds. */
const secondMs = 1_000

type List = {
  operation: string
  url: string
  /** The field of the response that has the items. */
  items: string
  query?: Record<string, string>
}

/**
 * All items of a bank's list in a period, page by page. A list longer than the bound is read in halves of its period until
 * each half fits, and one that does not fit in a second is an error: a list is never cut short. An item at the end of a half
 * can come twice.
 */
export async function* readPages(bank: Bank, list: List, { from, until }: Period): AsyncGenerator<Fields> {
  const start = Math.floor(from.getTime() / secondMs) * secondMs
  const end = Math.floor(until.getTime() / secondMs) * secondMs
  const first = await readPage(bank, list, { from: new Date(start), until: new Date(end) }, 0)
  if (first.pages > mostPages) {
    if (end - start <= secondMs)
      throw new Error(`${list.operation}: the bank lists more than ${mostPages} pages for one second`)
    const middle = new Date(start + Math.floor((end - start) / 2 / secondMs) * secondMs)
    yield* readPages(bank, list, { from: new Date(start), until: middle })
    yield* readPages(bank, list, { from: middle, until: new Date(end) })
    return
  }
  yield* first.items
  for (let page = 1; page < first.pages; page++)
    yield* (await readPage(bank, list, { from: new Date(start), until: new Date(end) }, page)).items
}

async function readPage(bank: Bank, { operation, url, items, query }: List, { from, until }: Period, page: number) {
  const parameters = new URLSearchParams({
    inicio: withoutMilliseconds(from),
    fim: withoutMilliseconds(until),
    ...query,
    'paginacao.paginaAtual': String(page),
    'paginacao.itensPorPagina': String(pageSize),
  })
  const answer = await bank.call({ operation, method: 'GET', url: `${url}?${parameters}` })
  if (answer.status >= 300) return saysNothing(answer)
  return { items: listOf(fieldsOf(answer.body)[items]), pages: pagesOf(answer) }
}

/** A response without a number of pages is the only page; one with a number that cannot be read is no response. */
function pagesOf(answer: Answer): number {
  const paging = fieldsOf(fieldsOf(fieldsOf(answer.body)['parametros'])['paginacao'])
  const pages = Number(textOf(paging['quantidadeDePaginas']) ?? 1)
  return Number.isInteger(pages) && pages >= 0 ? pages : saysNothing(answer)
}

const withoutMilliseconds = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, 'Z')
