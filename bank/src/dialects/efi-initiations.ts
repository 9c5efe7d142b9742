import { amountText, bodyReader, cnpj, cpf, keyText, object } from '../http/read-body.ts'
import type { Call } from '../http/routes.ts'
import { checkedUrl } from '../standard/webhooks.ts'
import { chosenTxid } from '../truth/identifiers.ts'
import { initiationOfKey, institutions, openInitiation, readInitiation } from '../truth/initiations.ts'
import { isKeyOf } from '../truth/key-directory.ts'
import { formatCentavos, parseCentavos } from '../truth/money.ts'
import type { Initiation, InitiationConfig } from '../truth/records.ts'
import { requestRefund } from '../truth/refund-pix.ts'
import { Refusal, type Truth } from '../truth/truth.ts'
import { initiationStates, initiationView } from './efi-initiation-views.ts'

/** The only bank whose accounts may be credited, by its number in the payment system and as a bank. */
const ownBankCodes = new Set(['09089356', '364'])
const mostInPage = 100
const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })

const payer = object(['idParticipante', 'cpf'], { idParticipante: text(36), cpf, cnpj })
const account = object(['codigoBanco', 'agencia', 'documento', 'nome', 'conta', 'tipoConta'], {
  codigoBanco: { type: 'string', pattern: '^([0-9]{3}|[0-9A-Z]{8})$' },
  agencia: { type: 'string', pattern: '^\\d{4}$' },
  documento: { anyOf: [cpf, cnpj] },
  nome: { type: 'string', minLength: 5 },
  conta: { type: 'string', pattern: '^\\d{3,20}$' },
  tipoConta: { enum: ['CACC', 'SVGS', 'TRAN'] },
})
const favoured = {
  ...object([], { contaBanco: account, chave: keyText }),
  oneOf: [{ required: ['contaBanco'] }, { required: ['chave'] }],
}
const details = {
  valor: amountText,
  codigoCidadeIBGE: { type: 'string', pattern: '^\\d{7}$' },
  infoPagador: text(140),
  idProprio: text(255),
  qrCode: text(512),
  identificadorTransacao: { type: 'string', pattern: '^[a-zA-Z0-9]{1,25}$' },
}

type Details = { valor: string; infoPagador?: string; idProprio?: string; identificadorTransacao?: string }
type Parties = {
  pagador: { idParticipante: string; cpf: string; cnpj?: string }
  favorecido: { contaBanco?: { codigoBanco: string }; chave?: string }
}

/** Three forms of the body are documented; the switch says which one the bank accepts. */
const readBody = {
  pagamento: bodyReader<Parties & { pagamento: Details }>('pagamento', bodyWith('pagamento')),
  detalhes: bodyReader<Parties & { detalhes: Details }>('pagamento', bodyWith('detalhes')),
  top: bodyReader<Parties & Details>(
    'pagamento',
    object(['pagador', 'favorecido', 'valor'], { pagador: payer, favorecido: favoured, ...details }),
  ),
}

function bodyWith(part: string) {
  const properties = { pagador: payer, favorecido: favoured, [part]: object(['valor'], details) }
  return object(Object.keys(properties), properties)
}

const readConfig = bodyReader<Partial<InitiationConfig> & { redirectURL: string; webhookURL: string }>(
  'config',
  object(['redirectURL', 'webhookURL'], {
    redirectURL: text(500),
    webhookURL: text(500),
    webhookSecurity: object(['type'], { type: { enum: ['mtls', 'hmac'] }, hash: text(200) }),
    processPayment: { enum: ['async', 'sync'] },
    generateTxIdForInic: { type: 'boolean' },
  }),
)
const readRefunds = bodyReader<{ endToEndId: string; valor: string }[]>('devolucao', {
  type: 'array',
  minItems: 1,
  items: object(['endToEndId', 'valor'], { endToEndId: { type: 'string' }, valor: amountText }),
})

const payments = '/v1/pagamentos/pix'

export function listInstitutions({ query }: Call) {
  const name = (query.get('nome') ?? '').toLowerCase()
  const found = institutions.filter(one => one.name.toLowerCase().includes(name))
  return {
    participantes: found.map(({ id, ispb, name }) => ({
      identificador: id,
      nome: name,
      descricao: name,
      portal: `https://${ispb}.bank.test`,
      logo: `https://${ispb}.bank.test/logo.svg`,
      organizacoes: [{ nome: `${name} S.A.`, cnpj: `${ispb}000191`, status: 'Ativo' }],
    })),
  }
}

const defaults = { webhookSecurity: { type: 'mtls' }, processPayment: 'sync', generateTxIdForInic: false } as const

export function getConfig({ truth, partner }: Call) {
  return truth.book.get('initiationConfigs', partner.name) ?? { redirectURL: null, webhookURL: null, ...defaults }
}

export function setConfig(call: Call) {
  const { truth, partner } = call
  const { redirectURL, webhookURL, ...rest } = readConfig(call)
  const addresses = { redirectURL: checkedUrl(redirectURL), webhookURL: checkedUrl(webhookURL) }
  const changed: InitiationConfig = { ...defaults, ...addresses, ...rest }
  truth.book.change(() => truth.book.put('initiationConfigs', partner.name, changed))
  return changed
}

export function initiate(call: Call) {
  const { truth, partner, headers, switches } = call
  const idempotencyKey = headers['x-idempotency-key'] ?? ''
  if (idempotencyKey.length < 36 || idempotencyKey.length > 72)
    throw new Refusal('malformed', 'O x-idempotency-key deve ter de 36 a 72 caracteres.', 'x-idempotency-key')
  const { pagador, favorecido, valor, infoPagador, idProprio, identificadorTransacao } = bodyOf(call)
  const { contaBanco, chave } = favorecido
  if (contaBanco && !ownBankCodes.has(contaBanco.codigoBanco))
    throw new Refusal('foreign bank', 'O codigoBanco do favorecido não é permitido.')
  if (chave !== undefined && !isKeyOf(truth, chave, partner.name))
    throw new Refusal('foreign key', 'A chave do favorecido não pertence a esta conta.', 'favorecido.chave')
  const config = truth.book.get('initiationConfigs', partner.name)
  if (!config) throw new Refusal('no webhook', 'Configure a redirectURL antes de iniciar pagamentos.')
  const before = initiationOfKey(truth, partner.name, idempotencyKey)
  if (before && switches.repeatedInitiation === 'conflict')
    throw new Refusal('used id', 'A chave de idempotência já foi utilizada.', 'x-idempotency-key')
  const txid = identificadorTransacao ?? (config.generateTxIdForInic ? chosenTxid().slice(0, 25) : undefined)
  const initiation =
    before ??
    openInitiation(truth, partner.name, {
      idempotencyKey,
      amount: parseCentavos(valor) ?? 0,
      taxId: pagador.cnpj ?? pagador.cpf,
      institutionId: pagador.idParticipante,
      ...(idProprio === undefined ? {} : { ownId: idProprio }),
      ...(infoPagador === undefined ? {} : { message: infoPagador }),
      ...(chave === undefined ? {} : { key: chave }),
      ...(txid === undefined ? {} : { txid }),
    })
  return { identificadorPagamento: initiation.id, redirectURI: pageOf(truth, initiation) }
}

function bodyOf(call: Call): Parties & Details {
  if (call.switches.initiationBody === 'top') return readBody.top(call)
  if (call.switches.initiationBody === 'detalhes') {
    const { detalhes, ...parties } = readBody.detalhes(call)
    return { ...parties, ...detalhes }
  }
  const { pagamento, ...parties } = readBody.pagamento(call)
  return { ...parties, ...pagamento }
}

/** The money goes back by a refund of the Pix that arrived. */
export function returnInitiation(call: Call) {
  const { truth, partner, params } = call
  const initiation = readInitiation(truth, params.id ?? '')
  if (initiation.partner !== partner.name) throw new Refusal('not found', 'Nenhum pagamento foi encontrado.')
  if (initiation.state !== 'Accepted') throw new Refusal('state', 'Só um pagamento aceito pode ser devolvido.')
  const made = readRefunds(call).map(({ endToEndId, valor }) => {
    if (endToEndId !== initiation.endToEndId) throw new Refusal('pix not found', 'O endToEndId não é deste pagamento.')
    return requestRefund(truth, partner.name, endToEndId, { id: chosenTxid(), amount: parseCentavos(valor) ?? 0 })
  })
  return {
    identificadorPagamento: initiation.id,
    endToEndId: initiation.endToEndId,
    valor: formatCentavos(made.reduce((sum, { amount }) => sum + amount, 0)),
    dataCriacao: truth.now().toISOString(),
    status: 'pendente',
  }
}

const pageOf = ({ pageUrl }: Truth, { id }: Initiation) => `${pageUrl}/authorise?${new URLSearchParams({ id })}`

export function listInitiations({ truth, partner, query }: Call) {
  const id = query.get('identificador')
  const own = [...truth.book.all('initiations').values()].filter(one => one.partner === partner.name)
  const found = id === null ? own.filter(one => isListed(one, query)) : own.filter(one => one.id === id)
  if (found.length === 0) throw new Refusal('not found', 'Nenhum pagamento foi encontrado.')
  const [size, page] = [numberIn(query, 'quantidade', mostInPage), numberIn(query, 'pagina', 1)]
  const pages = Math.ceil(found.length / size)
  const linkTo = (number: number) => (number >= 1 && number <= pages ? `${payments}?pagina=${number}` : null)
  return {
    total: found.length,
    porPagina: size,
    ultimo: linkTo(pages),
    proximo: linkTo(page + 1),
    anterior: linkTo(page - 1),
    atual: `${payments}?pagina=${page}`,
    pagamentos: found.slice((page - 1) * size, page * size).map(one => initiationView(truth, one)),
  }
}

function numberIn(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name) ?? String(otherwise)
  if (!/^[1-9]\d{0,6}$/.test(text) || (name === 'quantidade' && Number(text) > mostInPage))
    throw new Refusal('bad query', `O parâmetro ${name} não respeita o schema.`)
  return Number(text)
}

function isListed(initiation: Initiation, query: URLSearchParams): boolean {
  const day = initiation.createdAt.slice(0, 10)
  const [from, until] = [query.get('inicio') ?? '', query.get('fim') ?? '']
  const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value)
  if (!isDay(from) || !isDay(until)) throw new Refusal('bad query', 'inicio e fim são datas como 2026-01-31.')
  if (![null, ...Object.values(initiationStates)].includes(query.get('status')))
    throw new Refusal('bad query', 'O parâmetro status não respeita o schema.')
  return day >= from && day <= until && [null, initiationStates[initiation.state]].includes(query.get('status'))
}
