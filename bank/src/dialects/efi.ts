import { amountText, bodyReader, cnpj, cpf, keyText, object, shortText } from '../http/read-body.ts'
import type { Answer, Call, Resource, Route } from '../http/routes.ts'
import { OtherAnswer } from '../http/routes.ts'
import { problem, problemOf } from '../standard/problems.ts'
import { webhookId } from '../standard/webhooks.ts'
import { agrees, isAsked, isWithin, paged, readWindow } from '../standard/windows.ts'
import { isKeyOf } from '../truth/key-directory.ts'
import { formatCentavos, parseCentavos } from '../truth/money.ts'
import { accountOf, balanceOf } from '../truth/move-money.ts'
import { knownKey, payoutByEndToEndId, payoutByOwnId, recipientOf, sendPayout } from '../truth/payouts.ts'
import type { Payout } from '../truth/records.ts'
import { Refusal, type RefusalCause } from '../truth/truth.ts'
import { efiPayoutView, efiStates } from './efi-views.ts'

type PayoutBody = {
  valor: string
  pagador: { chave: string; infoPagador?: string }
  favorecido: { chave?: string; cpf?: string; cnpj?: string; contaBanco?: BankAccount }
}
type BankAccount = {
  nome: string
  cpf?: string
  cnpj?: string
  codigoBanco: string
  agencia: string
  conta: string
  tipoConta: 'cacc' | 'svgs'
}

const bankAccount = object(['nome', 'codigoBanco', 'agencia', 'conta', 'tipoConta'], {
  nome: { type: 'string' },
  cpf,
  cnpj,
  codigoBanco: { type: 'string', pattern: '^\\d{8}$' },
  agencia: { type: 'string', pattern: '^\\d{1,4}$' },
  conta: { type: 'string', pattern: '^\\d{1,20}$' },
  tipoConta: { enum: ['cacc', 'svgs'] },
})

const readPayout = bodyReader<PayoutBody>(
  'pix',
  object(['valor', 'pagador', 'favorecido'], {
    valor: amountText,
    pagador: object(['chave'], { chave: keyText, infoPagador: shortText }),
    favorecido: {
      ...object([], { chave: keyText, cpf, cnpj, contaBanco: bankAccount }),
      oneOf: [{ required: ['chave'] }, { required: ['contaBanco'] }],
    },
  }),
)

const resource = 'payout'
const sent = '/v2/gn/pix/enviados'

export const efiRoutes: Route[] = [
  { name: 'putPayout', method: 'PUT', path: '/v3/gn/pix/:idEnvio', scope: 'pix.send', resource, status: 201, act: put },
  { name: 'putPayout', method: 'PUT', path: '/v2/gn/pix/:idEnvio', scope: 'pix.send', resource, status: 201, act: put },
  {
    name: 'getPayout',
    method: 'GET',
    path: `${sent}/id-envio/:idEnvio`,
    scope: 'gn.pix.send.read',
    resource,
    status: 200,
    act: getByOwnId,
  },
  {
    name: 'getPayout',
    method: 'GET',
    path: `${sent}/:e2eid`,
    scope: 'gn.pix.send.read',
    resource,
    status: 200,
    act: get,
  },
  { name: 'listPayouts', method: 'GET', path: sent, scope: 'gn.pix.send.read', resource, status: 200, act: list },
  {
    name: 'getBalance',
    method: 'GET',
    path: '/v2/gn/saldo',
    scope: 'gn.balance.read',
    resource,
    status: 200,
    act: balance,
  },
]

function put(call: Call) {
  const { truth, partner, params } = call
  const ownId = params.idEnvio ?? ''
  if (!/^[a-zA-Z0-9]{1,35}$/.test(ownId)) throw new Refusal('malformed', 'O idEnvio não respeita o schema.', 'idEnvio')
  const { valor, pagador, favorecido } = readPayout(call)
  if (!isKeyOf(truth, pagador.chave, partner.name))
    throw new Refusal('foreign key', 'A chave do pagador não pertence a esta conta.', 'pagador.chave')
  if (!truth.book.get('webhooks', webhookId(partner.name, 'pix', pagador.chave)))
    throw new Refusal('no webhook', 'A chave do pagador precisa ter um webhook associado.', 'pagador.chave')
  if (payoutByOwnId(truth, partner.name, ownId)) throw new Refusal('used id', 'O idEnvio já foi utilizado.', 'idEnvio')
  const payout = sendPayout(truth, partner.name, {
    ownId,
    amount: parseCentavos(valor) ?? 0,
    payerKey: pagador.chave,
    ...(favorecido.chave === undefined ? {} : { key: favorecido.chave }),
    recipient: recipient(call, favorecido),
    ...(pagador.infoPagador === undefined ? {} : { message: pagador.infoPagador }),
  })
  return {
    idEnvio: ownId,
    e2eId: payout.endToEndId,
    valor: formatCentavos(payout.amount),
    horario: { solicitacao: payout.requestedAt },
    status: 'EM_PROCESSAMENTO',
  }
}

function recipient({ truth }: Call, { chave, cpf, cnpj, contaBanco }: PayoutBody['favorecido']): Payout['recipient'] {
  if (contaBanco) {
    const { nome, codigoBanco, agencia, conta, tipoConta } = contaBanco
    const taxId = contaBanco.cpf ?? contaBanco.cnpj ?? ''
    return { name: nome, taxId, ispb: codigoBanco, branch: agencia, account: conta, accountKind: tipoConta }
  }
  const found = knownKey(truth, chave ?? '')
  const document = cpf ?? cnpj
  if (document !== undefined && document !== found.owner.taxId)
    throw new Refusal('wrong owner', 'A chave não pertence ao documento informado.', 'favorecido.chave')
  return recipientOf(found)
}

function getByOwnId({ truth, partner, params }: Call) {
  return viewOf(payoutByOwnId(truth, partner.name, params.idEnvio ?? ''))
}

function get({ truth, partner, params }: Call) {
  return viewOf(payoutByEndToEndId(truth, partner.name, params.e2eid ?? ''))
}

const viewOf = (payout: Payout | undefined) =>
  payout
    ? efiPayoutView(payout)
    : new OtherAnswer(problem(404, 'PixEnviadoNaoEncontrado', { detail: 'Nenhum Pix enviado foi encontrado.' }))

function list({ truth, partner, query, switches }: Call) {
  const window = readWindow(query, switches)
  const found = [...truth.book.all('payouts').values()].filter(
    payout =>
      payout.partner === partner.name &&
      isWithin(window, payout.requestedAt) &&
      isAsked(query, 'status', efiStates[payout.state]) &&
      agrees(query, 'devolucaoPresente', payout.returns.length > 0),
  )
  const { items, parametros } = paged(window, query, ['status', 'devolucaoPresente'], found)
  return { parametros, pix: items.map(efiPayoutView) }
}

function balance({ truth, partner, query }: Call) {
  const saldo = formatCentavos(balanceOf(truth, accountOf(partner.name)))
  return query.get('bloqueios') === 'true'
    ? { saldo, bloqueios: { judicial: '0.00', med: '0.00', total: '0.00' } }
    : { saldo }
}

type Named = [status: number, nome: string]

/** The bank's own names for what it refuses; some differ by what they are about. */
const names: Record<RefusalCause, Named | Partial<Record<Resource, Named>>> = {
  'not found': {
    Cob: [400, 'cobranca_nao_encontrada'],
    PixDevolucao: [400, 'devolucao_nao_encontrada'],
    Webhook: [404, 'webhook_nao_encontrado'],
    PayloadLocation: [404, 'location_nao_encontrado'],
    initiation: [404, 'pagamento_nao_encontrado'],
    infraction: [404, 'infracao_nao_encontrada'],
  },
  'pix not found': [400, 'pix_nao_encontrado'],
  malformed: [400, 'json_invalido'],
  'bad query': [400, 'valor_invalido'],
  'foreign key': [400, 'chave_invalida'],
  'unknown key': [404, 'chave_favorecido_nao_encontrada'],
  'wrong owner': [400, 'chave_nao_pertence_ao_documento'],
  'foreign bank': [422, 'codigo_banco_nao_permitido'],
  'unknown institution': [422, 'participante_nao_encontrado'],
  'no webhook': [400, 'webhook_nao_cadastrado'],
  'webhook refused': [400, 'webhook_invalido'],
  'not active': [400, 'status_cobranca_invalido'],
  expired: [400, 'status_cobranca_invalido'],
  location: [400, 'location_invalido'],
  'used id': {
    Cob: [409, 'txid_duplicado'],
    PixDevolucao: [409, 'devolucao_id_duplicado'],
    payout: [409, 'id_envio_duplicado'],
    initiation: [409, 'conflito_chave_idempotencia'],
    infraction: [409, 'defesa_ja_enviada'],
  },
  'too much': [400, 'valor_invalido'],
  'too late': [400, 'prazo_devolucao_excedido'],
  state: [400, 'operacao_invalida'],
}

export function efiError(resource: Resource, refusal: Refusal): Answer {
  const row = names[refusal.why]
  const named = Array.isArray(row) ? row : row[resource]
  if (!named) return problemOf(resource, refusal)
  const [status, nome] = named
  const erros = refusal.violations.map(({ property, reason }) => ({
    chave: property.split('.').at(-1),
    caminho: `.body.${property}`,
    mensagem: reason,
  }))
  return { status, body: { nome, mensagem: refusal.message, ...(nome === 'json_invalido' ? { erros } : {}) } }
}
