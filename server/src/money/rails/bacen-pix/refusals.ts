import { openLog, safeText } from '../../../platform/lib/log.ts'
import type { Operation } from './call-kinds.ts'
import { type Fields, fieldsOf, listOf, textOf } from './reading.ts'

const mostWords = 300

type Answer = { status: number; body: unknown; text?: string }

/** Answers that are no decision about what was asked: access, time, an order of calls, limits. */
const undecided = new Set([401, 407, 408, 421, 423, 425, 429])

/** Where banks put their words: beside each other, and in lists. */
const own = ['nome', 'title', 'mensagem', 'detail', 'message', 'descricao', 'error_description', 'erro']
const lists = ['violacoes', 'erros', 'mensagens', 'motivo_recusa', 'motivos']
const listed = ['razao', 'propriedade', 'mensagem', 'erro', 'descricao', 'nome', 'codigo', 'campo']

const textsIn = (fields: Fields, names: string[]): string[] => names.flatMap(name => textOf(fields[name]) ?? [])

/** What a bank says, out of any of the shapes that banks use; null: nothing that can be read. */
export function wordsIn({ body }: Answer): string | null {
  const fields = fieldsOf(body)
  const rows = Array.isArray(body) ? listOf(body) : lists.flatMap(name => listOf(fields[name]))
  const inner = ['erro', 'error_description'].map(name => fieldsOf(fields[name]))
  const texts = [
    ...textsIn(fields, own),
    ...inner.flatMap(one => textsIn(one, [...own, 'property'])),
    ...rows.map(row => textsIn(row, listed).join(' ')),
  ]
  const words = [...new Set(texts)].filter(text => text !== '').join(': ')
  return words === '' ? null : words.slice(0, mostWords)
}

/** What a bank says in fields of its own of a thing that it has refused, as far as it is text; null: nothing. */
export function wordsOf(...fields: unknown[]): string | null {
  const words = fields.flatMap(field => textOf(field) ?? []).join(': ')
  return words === '' ? null : words.slice(0, mostWords)
}

/**
 * A definite no to what was asked, in the bank's own words; null: the answer decides nothing. An answer without words comes
 * from something in front of the bank, and one about access concerns our credentials and not the payment.
 */
export function refusalIn(answer: Answer): string | null {
  const { status } = answer
  if (status < 400 || status >= 500 || undecided.has(status) || isAboutAccess(answer) || isNoAddress(answer))
    return null
  return wordsIn(answer)
}

/** Time, order of calls and limits: the same call succeeds later. */
const passing = new Set([408, 421, 423, 425, 429])

/** A 4xx that decides nothing and does not pass by itself. */
export const isUnclear = (answer: Answer): boolean =>
  answer.status >= 400 && answer.status < 500 && !passing.has(answer.status) && refusalIn(answer) === null

/** The status, and the bank's words or what came instead. */
export function textIn(answer: Answer): string {
  const { status, body, text = '' } = answer
  const said = wordsIn(answer) ?? (body === null ? text.replace(/\s+/g, ' ').trim() : JSON.stringify(body))
  return said === '' ? `HTTP ${status}` : `HTTP ${status}: ${said.slice(0, mostWords)}`
}

/** The state that a bank gives what it was asked about, in its own field or one level below; null: none. */
export function stateIn({ body }: Answer): string | null {
  const own = fieldsOf(body)
  const states = [own, ...Object.values(own).map(fieldsOf)].map(
    ({ status, estado }) => textOf(status) ?? textOf(estado),
  )
  return states.find(state => state !== null) ?? null
}

/** The same with personal data masked. */
export const forLog = (answer: Answer): string => masked(textIn(answer))

/** Some banks answer a repeated id in words of their own: then the thing is read. */
export const isOfRepeat = (words: string): boolean => repeats.some(form => form.test(words))

/** Also without accents, which some banks leave out. */
const repeats = [
  /duplica|repetid|idempot|id[êe]ntic[ao]|duplicate|already|previously|(^|\W)em uso/i,
  /j[áa] (foi |est[áa] |havia sido |se encontra |tinha sido )?(utilizad|usad|exist|cadastrad|process|informad|registrad|recebid|enviad|efetuad|efetivad|realizad|solicitad|inclu[íi]d|pag[oa]|liquidad|devolvid|conclu[íi]d|consta)/i,
  /(utilizad|usad|informad|registrad|enviad|recebid|processad)[oa]s? (anteriormente|antes|em outr)/i,
]

/** Credentials or scopes that lack something: an operator mends them, and the same succeeds. */
function isAboutAccess({ status, body }: Answer): boolean {
  const { error, type, nome, mensagem, detail, title } = fieldsOf(body)
  if (status !== 403) return false
  const hasOwnWords = [nome, mensagem, detail, title].some(text => textOf(text) !== null)
  return (
    textOf(error) !== null || !hasOwnWords || /(AcessoNegado|acesso_negado)$/.test(textOf(type) ?? textOf(nome) ?? '')
  )
}

/** The bank has nothing at this address: our settings are wrong, not the payment. */
const isNoAddress = ({ status, body }: Answer): boolean => {
  const type = textOf(fieldsOf(body)['type']) ?? ''
  return status === 405 || (status === 404 && (type.endsWith('/NaoEncontrado') || wordsIn({ status, body }) === null))
}

let log: ReturnType<typeof openLog> | undefined

/** What banks repeat of a person in their words: e-mail addresses, random keys, documents (a CNPJ may have letters), phones. */
const personal = [
  /[^\s@"'<>]+@[^\s@"'<>]+/g,
  /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi,
  /\b[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d{2}\b/g,
  /\+?\d[\d\s().-]{7,}\d/g,
]

const masked = (words: string): string => personal.reduce((text, form) => text.replace(form, '***'), safeText(words))

/** What the bank said, with personal data masked: merchants read only a cause. */
export function logRefusal(
  { name }: { name: string },
  operation: Operation,
  answer: Answer,
  words = wordsIn(answer) ?? textIn(answer),
): void {
  log ??= openLog('warn')
  log.warn({ bank: name, operation, status: answer.status, words: masked(words) }, 'refused by a bank')
}
