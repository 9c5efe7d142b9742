import { amountText, bodyReader, cnpj, cpf, object } from '../http/read-body.ts'
import type { Call, Route } from '../http/routes.ts'
import { checkedUrl } from '../standard/webhooks.ts'
import { initiationOfKey, institutions, openInitiation } from '../truth/initiations.ts'
import { formatCentavos, parseCentavos } from '../truth/money.ts'
import type { Initiation, InitiationConfig, InitiationState } from '../truth/records.ts'
import { Refusal, type Truth } from '../truth/truth.ts'
import type { Switches } from './switches.ts'

/** The only bank whose accounts may be credited. */
const ownBankCode = '09089356'
const mostInPage = 50
const text = { type: 'string', minLength: 1, maxLength: 200 }

const payer = object(['idParticipante', 'cpf'], { idParticipante: text, cpf, cnpj })
const account = object(['codigoBanco', 'agencia', 'documento', 'nome', 'conta', 'tipoConta'], {
  codigoBanco: { type: 'string', pattern: '^\\d{8}$' },
  agencia: { type: 'string', pattern: '^\\d{1,4}$' },
  documento: { anyOf: [cpf, cnpj] },
  nome: text,
  conta: { type: 'string', pattern: '^\\d{1,20}$' },
  tipoConta: { enum: ['CACC', 'SLRY', 'SVGS', 'TRAN'] },
})
const favoured = object(['contaBanco'], { contaBanco: account })
const details = { valor: amountText, infoPagador: text, idProprio: text, codigoCidadeIBGE: text }

type Details = { valor: string; infoPagador?: string; idProprio?: string }
type Parties = {
  pagador: { idParticipante: string; cpf: string }
  favorecido: { contaBanco: { codigoBanco: string } }
}

/** Two forms of the body are documented; the switch says which one the bank accepts. */
const readWithDetails = bodyReader<Parties & { detalhes: Details }>(
  'pagamento',
  object(['pagador', 'favorecido', 'detalhes'], {
    pagador: payer,
    favorecido: favoured,
    detalhes: object(['valor'], details),
  }),
)
const readAtTop = bodyReader<Parties & Details>(
  'pagamento',
  object(['pagador', 'favorecido', 'valor'], { pagador: payer, favorecido: favoured, ...details }),
)
const readConfig = bodyReader<Partial<InitiationConfig> & { redirectURL: string; webhookURL: string }>(
  'config',
  object(['redirectURL', 'webhookURL'], {
    redirectURL: text,
    webhookURL: { type: 'string', maxLength: 500 },
    webhookSecurity: object(['type'], { type: { enum: ['mtls', 'hmac'] }, hash: text }),
    processPayment: { enum: ['async', 'sync'] },
  }),
)

const resource = 'initiation'
const config = '/v1/config'
const payments = '/v1/pagamentos/pix'
const scope = (name: string) => `gn.opb.${name}`

export const efiInitiationRoutes: Route[] = [
  {
    name: 'listInstitutions',
    method: 'GET',
    path: '/v1/participantes',
    scope: scope('participants.read'),
    resource,
    status: 200,
    act: listInstitutions,
  },
  {
    name: 'getConfig',
    method: 'GET',
    path: config,
    scope: scope('config.read'),
    resource,
    status: 200,
    act: getConfig,
  },
  {
    name: 'putConfig',
    method: 'PUT',
    path: config,
    scope: scope('config.update'),
    resource,
    status: 200,
    act: putConfig,
  },
  {
    name: 'postInitiation',
    method: 'POST',
    path: payments,
    scope: scope('payment.pix.send'),
    resource,
    status: 201,
    act: post,
  },
  {
    name: 'listInitiations',
    method: 'GET',
    path: payments,
    scope: scope('payment.pix.read'),
    resource,
    status: 200,
    act: list,
  },
]

function listInstitutions({ query }: Call) {
  const name = (query.get('nome') ?? '').toLowerCase()
  const found = institutions.filter(one => one.name.toLowerCase().includes(name))
  return {
    participantes: found.map(({ id, name }) => ({ identificador: id, nome: name, descricao: name, organizacoes: [] })),
  }
}

const noConfig = { redirectURL: null, webhookURL: null, webhookSecurity: { type: 'mtls' }, processPayment: 'sync' }

function getConfig({ truth, partner }: Call) {
  return truth.book.get('initiationConfigs', partner.name) ?? noConfig
}

function putConfig(call: Call) {
  const { truth, partner } = call
  const { redirectURL, webhookURL, webhookSecurity, processPayment } = readConfig(call)
  const changed: InitiationConfig = {
    redirectURL: checkedUrl(redirectURL),
    webhookURL: checkedUrl(webhookURL),
    webhookSecurity: webhookSecurity ?? { type: 'mtls' },
    processPayment: processPayment ?? 'sync',
  }
  truth.book.change(() => truth.book.put('initiationConfigs', partner.name, changed))
  return changed
}

function post(call: Call) {
  const { truth, partner, headers, switches } = call
  const idempotencyKey = headers['x-idempotency-key'] ?? ''
  if (idempotencyKey.length < 36 || idempotencyKey.length > 72)
    throw new Refusal('malformed', 'O x-idempotency-key deve ter de 36 a 72 caracteres.', 'x-idempotency-key')
  const { pagador, favorecido, valor, infoPagador, idProprio } = bodyOf(call)
  if (favorecido.contaBanco.codigoBanco !== ownBankCode)
    throw new Refusal('foreign bank', 'O codigoBanco do favorecido não é permitido.')
  if (!truth.book.get('initiationConfigs', partner.name))
    throw new Refusal('state', 'Configure a redirectURL antes de iniciar pagamentos.')
  const before = initiationOfKey(truth, partner.name, idempotencyKey)
  if (before && switches.repeatedInitiation === 'conflict')
    throw new Refusal('used id', 'A chave de idempotência já foi utilizada.', 'x-idempotency-key')
  const initiation =
    before ??
    openInitiation(truth, partner.name, {
      idempotencyKey,
      amount: parseCentavos(valor) ?? 0,
      taxId: pagador.cpf,
      institutionId: pagador.idParticipante,
      ...(idProprio === undefined ? {} : { ownId: idProprio }),
      ...(infoPagador === undefined ? {} : { message: infoPagador }),
    })
  return { identificadorPagamento: initiation.id, redirectURI: pageOf(truth, initiation) }
}

function bodyOf(call: Call): Parties & Details {
  if (call.switches.initiationBody === 'top') return readAtTop(call)
  const { detalhes, ...parties } = readWithDetails(call)
  return { ...parties, ...detalhes }
}

const pageOf = ({ pageUrl }: Truth, { id }: Initiation) => `${pageUrl}/authorise?${new URLSearchParams({ id })}`

const states: Record<InitiationState, string> = {
  Pending: 'pendente',
  Accepted: 'aceito',
  Refused: 'rejeitado',
  Expired: 'expirado',
  Failed: 'erro',
}

const view = (initiation: Initiation) => ({
  identificadorPagamento: initiation.id,
  valor: formatCentavos(initiation.amount),
  status: states[initiation.state],
  dataCriacao: initiation.createdAt,
  ...(initiation.ownId === undefined ? {} : { idProprio: initiation.ownId }),
  // Only a payment that was accepted has one in the bank's words, whenever the money moved.
  ...(initiation.state === 'Accepted' ? { endToEndId: initiation.endToEndId } : {}),
  ...(initiation.reason === undefined ? {} : { motivo: initiation.reason }),
})

function list({ truth, partner, query }: Call) {
  const id = query.get('identificador')
  const own = [...truth.book.all('initiations').values()].filter(one => one.partner === partner.name)
  const found = id === null ? own.filter(one => isListed(one, query)) : own.filter(one => one.id === id)
  if (found.length === 0) throw new Refusal('not found', 'Nenhum pagamento foi encontrado.')
  const size = Math.min(Number(query.get('quantidade') ?? mostInPage), mostInPage)
  const page = Math.max(Number(query.get('pagina') ?? 1), 1)
  return { total: found.length, porPagina: size, pagamentos: found.slice((page - 1) * size, page * size).map(view) }
}

function isListed(initiation: Initiation, query: URLSearchParams): boolean {
  const day = initiation.createdAt.slice(0, 10)
  const [from, until] = [query.get('inicio') ?? '', query.get('fim') ?? '']
  const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value)
  if (!isDay(from) || !isDay(until)) throw new Refusal('bad query', 'inicio e fim são datas como 2026-01-31.')
  return day >= from && day <= until && [null, states[initiation.state]].includes(query.get('status'))
}

/** Where the payer is sent back to, whatever they decided. */
export function returnOf({ book }: Truth, initiation: Initiation, { returnParameter }: Switches): string {
  const url = new URL(book.get('initiationConfigs', initiation.partner)?.redirectURL ?? '')
  url.searchParams.set(returnParameter, initiation.id)
  return url.href
}

export const efiInitiationCallback = (initiation: Initiation) => ({ ...view(initiation), tipo: 'pagamento' })

/** The hash is put behind the address by the bank itself, with nothing after it. */
export const webhookOf = ({ webhookURL, webhookSecurity }: InitiationConfig): string =>
  webhookSecurity.type === 'hmac' ? `${webhookURL}?hmac=${webhookSecurity.hash ?? ''}` : webhookURL
