import type { Switches } from '../dialects/switches.ts'
import { problem } from '../standard/problems.ts'
import type { Answer } from './routes.ts'

/** Which calls a fault meets, by partner, method and a part of the path with its query, and its details. */
type Parameters = {
  partner?: string
  method?: string
  path?: string
  ms?: number
  status?: number
  retryAfterSeconds?: number
  /** The bank's words for a refusal. */
  text?: string
  /** And its name for it, where it has names. */
  name?: string
  /** In which form something else than the bank's own API refuses. */
  form?: keyof typeof otherForms
  /** Fields of the response, at any depth. */
  fields?: string[]
  values?: Record<string, unknown>
  /** Only the objects that have this value in one of their fields, so that one row of a list is altered. */
  having?: string
  rows?: number
}

/** The response that the partner gets, or none because the connection breaks. */
type Outcome = Answer | 'cut'
type Effect = (act: () => Promise<Answer>, fault: Parameters, switches: Switches) => Promise<Outcome>

/** Each fault decides whether the bank acts, and what becomes of its response. */
const effects = {
  'wait, then act': async (act, { ms }) => {
    await wait(ms)
    return act()
  },
  'act, then wait': async (act, { ms }) => {
    const answer = await act()
    await wait(ms)
    return answer
  },
  drop: async () => 'cut',
  'act, then cut': async act => {
    await act()
    return 'cut'
  },
  'too many requests': async (_act, { retryAfterSeconds }, switches) =>
    tooManyRequests(retryAfterSeconds ?? 1, switches),
  'server error': async (_act, { status }) => proxyError(status),
  'act, then server error': async (act, { status }) => {
    await act()
    return proxyError(status)
  },
  malformed: async act => {
    const answer = await act()
    return { ...answer, text: JSON.stringify(answer.body ?? {}).slice(0, -1), type: 'application/json' }
  },
  'not found': async () => problem(404, 'NaoEncontrado', { detail: 'Entidade não encontrada.' }),
  refusal: async (_act, fault, switches) => refusal(fault, switches),
  'act, then refusal': async (act, fault, switches) => {
    await act()
    return refusal(fault, switches)
  },
  'refusal in another form': async (_act, fault) => refusalInAnotherForm(fault),
  'act, then refusal in another form': async (act, fault) => {
    await act()
    return refusalInAnotherForm(fault)
  },
  'no access': async () => ({
    status: 403,
    body: { error: 'insufficient_scope', error_description: 'the token lacks a scope' },
  }),
  'fields missing': async (act, { fields = [], having }) =>
    altered(await act(), entries => entries.filter(([name]) => !fields.includes(name)), having),
  'fields changed': async (act, { values = {}, having }) =>
    altered(
      await act(),
      entries => entries.map(([name, value]) => [name, name in values ? values[name] : value]),
      having,
    ),
  'fields added': async (act, { values = {} }) => extended(await act(), values),
  capitals: async (act, { fields = [] }) =>
    altered(await act(), entries =>
      entries.map(([name, value]) => [
        name,
        fields.includes(name) && typeof value === 'string' ? value.toUpperCase() : value,
      ]),
    ),
  'rows missing': async (act, { rows = 1 }) =>
    altered(await act(), entries =>
      entries.map(([name, value]) => [name, Array.isArray(value) ? value.slice(rows) : value]),
    ),
} satisfies Record<string, Effect>

/** What is to go wrong with so many of the coming calls, by command only. */
export type Fault = Parameters & { kind: keyof typeof effects; times: number }

export const faultKinds = Object.keys(effects) as Fault['kind'][]

export const callWithFault = (fault: Fault, switches: Switches, act: () => Promise<Answer>): Promise<Outcome> =>
  (effects[fault.kind] as Effect)(act, fault, switches)

/** The first fault that is meant for the call, if any; it is used up by it. */
export function takeFault(faults: Fault[], call: { partner: string; method: string; path: string }): Fault | null {
  const at = faults.findIndex(
    ({ partner = call.partner, method = call.method, path = '' }) =>
      partner === call.partner && method === call.method && call.path.includes(path),
  )
  const fault = faults[at]
  if (!fault) return null
  fault.times--
  if (fault.times <= 0) faults.splice(at, 1)
  return { ...fault }
}

export const tooManyRequests = (retryAfterSeconds: number, { errors }: Switches): Answer => ({
  status: 429,
  headers: { 'retry-after': String(retryAfterSeconds) },
  body:
    errors === 'nome'
      ? { nome: 'balde_fichas_vazio', mensagem: 'Não há fichas disponíveis.' }
      : { message: 'Too many requests' },
})

const refusal = (
  { status = 422, text = 'Operação não permitida para esta conta.', name = 'operacao_nao_permitida' }: Parameters,
  { errors }: Switches,
): Answer =>
  errors === 'nome'
    ? { status, body: { nome: name, mensagem: text } }
    : problem(status, 'OperacaoNaoPermitida', { detail: text })

/** Forms that no documentation of a bank has: of gateways, firewalls and other versions of an API. */
const otherForms = {
  empty: () => '',
  text: text => text,
  xml: text => `<?xml version="1.0"?><erro><descricao>${text}</descricao></erro>`,
  html: text => `<html><body><h1>${text}</h1></body></html>`,
  error: text => JSON.stringify({ error: text }),
  errors: text => JSON.stringify({ errors: [{ reason: text }] }),
  _message: text => JSON.stringify({ _message: text }),
} as const satisfies Record<string, (text: string) => string>

export const formsOfRefusals = Object.keys(otherForms) as (keyof typeof otherForms)[]

const refusalInAnotherForm = ({ status = 400, text = 'Recusado', form = 'empty' }: Parameters): Answer => ({
  status,
  type: form === 'xml' ? 'application/xml' : form === 'html' ? 'text/html' : 'application/json',
  text: otherForms[form](text),
})

const proxyError = (status = 503): Answer => ({
  status,
  type: 'text/html',
  text: '<html><body><h1>Service Unavailable</h1></body></html>',
})

type Entries = [name: string, value: unknown][]

/** A response whose objects, at every depth, have other fields. */
function altered(answer: Answer, change: (entries: Entries) => Entries, having?: string): Answer {
  const isMeant = (value: object) => having === undefined || Object.values(value).includes(having)
  const alter = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(alter)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value)
    return Object.fromEntries((isMeant(value) ? change(entries) : entries).map(([name, part]) => [name, alter(part)]))
  }
  return answer.body === undefined ? answer : { ...answer, body: alter(answer.body) }
}

const wait = (ms = 1_000) => new Promise(resolve => setTimeout(resolve, ms))

/** A response whose objects, at every depth, have these fields too. */
function extended(answer: Answer, more: Record<string, unknown>): Answer {
  const extend = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(extend)
    if (typeof value !== 'object' || value === null) return value
    return { ...more, ...Object.fromEntries(Object.entries(value).map(([name, part]) => [name, extend(part)])) }
  }
  return answer.body === undefined ? answer : { ...answer, body: extend(answer.body) }
}
