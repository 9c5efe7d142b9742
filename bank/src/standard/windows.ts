import { Refusal, type Violation } from '../truth/truth.ts'

export type Window = { inicio: string; fim: string; page: number; perPage: number }

const stamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

/** The form of each filter that a list has. */
export type Filters = Record<string, RegExp>

const yesOrNo = /^(true|false)$/
export const oneOf = (...values: string[]): RegExp => new RegExp(`^(${values.join('|')})$`)
export const ofPerson: Filters = { cpf: /^\d{11}$/, cnpj: /^[0-9A-Z]{14}$/ }
export const ifPresent = (...names: string[]): Filters =>
  Object.fromEntries(names.map(name => [`${name}Presente`, yesOrNo]))

/** The window and page of a list. All problems of the query are reported at once. */
export function readWindow(
  query: URLSearchParams,
  filters: Filters,
  { isOptional = false, largestPage = 1000, wholeSeconds = false, strictFilters = true } = {},
): Window {
  const violations: Violation[] = []
  const bad = (property: string, reason: string) =>
    violations.push({ property, reason, value: query.get(property) ?? '' })
  const time = (name: string, otherwise: string) => {
    const text = query.get(name)
    if (text === null && isOptional) return otherwise
    const isWhole = !wholeSeconds || !text?.includes('.')
    if (text === null || !stamp.test(text) || Number.isNaN(Date.parse(text)) || !isWhole)
      bad(name, `O parâmetro ${name} não respeita o schema.`)
    return text ?? ''
  }
  const number = (name: string, otherwise: number, least: number, most: number) => {
    const text = query.get(name) ?? String(otherwise)
    const value = /^\d{1,9}$/.test(text) ? Number(text) : -1
    if (value < least || value > most) bad(name, `O parâmetro ${name} não respeita o schema.`)
    return value
  }
  const inicio = time('inicio', '1970-01-01T00:00:00Z')
  const fim = time('fim', '9999-12-31T23:59:59Z')
  const page = number('paginacao.paginaAtual', 0, 0, 999_999_999)
  const perPage = Math.min(largestPage, number('paginacao.itensPorPagina', 100, 1, 1000))
  if (Date.parse(fim) < Date.parse(inicio)) bad('fim', 'O parâmetro fim é anterior ao parâmetro inicio.')
  if (query.has('cpf') && query.has('cnpj')) bad('cpf', 'Os parâmetros cpf e cnpj não podem estar ambos preenchidos.')
  for (const [name, form] of Object.entries(filters))
    if (strictFilters && query.has(name) && !form.test(query.get(name) ?? ''))
      bad(name, `O parâmetro ${name} não respeita o schema.`)
  if (violations.length > 0) throw new Refusal('bad query', 'Os parâmetros de consulta não são válidos.', violations)
  return { inicio, fim, page, perPage }
}

export const isWithin = ({ inicio, fim }: Window, at: string) =>
  Date.parse(at) >= Date.parse(inicio) && Date.parse(at) <= Date.parse(fim)

/** Whether an optional yes-or-no of the question agrees with what is. */
export const agrees = (query: URLSearchParams, name: string, is: boolean) =>
  !query.has(name) || query.get(name) === String(is)

/** Whether a filter is absent or matches. */
export const isAsked = (query: URLSearchParams, name: string, value: string | undefined) =>
  !query.has(name) || query.get(name) === value

/** One page, and the parameters as the standard repeats them. */
export function paged<Item>(window: Window, query: URLSearchParams, filters: Filters, found: Item[]) {
  const { inicio, fim, page, perPage } = window
  const input = Object.entries(filters)
    .filter(([name]) => query.has(name))
    .map(([name, form]) => [name, form === yesOrNo ? query.get(name) === 'true' : query.get(name)])
  return {
    items: found.slice(page * perPage, (page + 1) * perPage),
    parametros: {
      inicio,
      fim,
      ...Object.fromEntries(input),
      paginacao: {
        paginaAtual: page,
        itensPorPagina: perPage,
        quantidadeDePaginas: Math.max(1, Math.ceil(found.length / perPage)),
        quantidadeTotalDeItens: found.length,
      },
    },
  }
}
