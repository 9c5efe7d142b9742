import { bodyReader, keyText, object, shortText } from '../http/read-body.ts'
import type { Answer, Call, Route } from '../http/routes.ts'
import { formatCentavos, parseCentavos } from '../truth/money.ts'
import { accountOf, balanceOf, heldOf } from '../truth/move-money.ts'
import { goOnWithPayout, lookUpKey, payoutByEndToEndId } from '../truth/payouts.ts'
import type { Payout } from '../truth/records.ts'
import { Refusal, type RefusalCause } from '../truth/truth.ts'
import { localDay } from './inter-views.ts'
import { payoutWebhookRoutes } from './payout-webhook.ts'
import { sicoobBoletoRoutes } from './sicoob-boletos.ts'
import { sicoobKeyView, sicoobPayoutView } from './sicoob-views.ts'

type Confirmation = { endToEndId: string; valor: string; meioIniciacao: string; descricao?: string }

const readKey = bodyReader<{ chave: string }>('pagamento', object(['chave'], { chave: keyText }))
const readConfirmation = bodyReader<Confirmation>(
  'pagamento',
  object(['endToEndId', 'valor', 'meioIniciacao'], {
    endToEndId: { type: 'string' },
    valor: { type: 'string', pattern: '^\\d{1,10},\\d{2}$', not: { pattern: '^0+,00$' } },
    // Payments by account and by code have forms of their own, which this bank does not offer.
    meioIniciacao: { enum: ['CHAVE'] },
    descricao: shortText,
  }),
)

const resource = 'payout'
const path = '/pix-pagamentos/v2/pagamentos'

export const sicoobRoutes: Route[] = [
  ...sicoobBoletoRoutes,
  ...payoutWebhookRoutes(`${path}/webhook`, { read: 'pixpagamentos_webhook', write: 'pixpagamentos_webhook' }),
  { name: 'postLookUp', method: 'POST', path, scope: 'pixpagamentos_escrita', resource, status: 200, act: lookUp },
  {
    name: 'postPayout',
    method: 'POST',
    path: `${path}/confirmacao`,
    scope: 'pixpagamentos_escrita',
    resource,
    status: 200,
    act: confirm,
  },
  {
    name: 'getPayout',
    method: 'GET',
    path: `${path}/:e2eid`,
    scope: 'pixpagamentos_consulta',
    resource,
    status: 200,
    act: get,
  },
  {
    name: 'getStatement',
    method: 'GET',
    path: '/conta-corrente/v4/extrato/:mes/:ano',
    scope: 'cco_consulta',
    resource,
    status: 200,
    act: statement,
  },
]

/** The rows of the days that were asked for, of the month in the path. */
function statement({ truth, partner, params, query }: Call) {
  const account = accountOf(partner.name)
  const [first, last] = [Number(query.get('diaInicial') ?? 1), Number(query.get('diaFinal') ?? 31)]
  const isAsked = (at: string) => {
    const [year, month, day] = localDay(at).split('-').map(Number)
    return year === Number(params.ano) && month === Number(params.mes) && Number(day) >= first && Number(day) <= last
  }
  const transacoes = [...truth.book.all('movements').values()]
    .filter(({ at, from, to }) => (from === account || to === account) && isAsked(at))
    .map(({ id, at, to, amount, kind, reference }) => ({
      transactionId: id,
      tipo: to === account ? 'CREDITO' : 'DEBITO',
      valor: formatCentavos(amount),
      data: at,
      descricao: kind === 'fee' ? 'TARIFA PIX' : kind === 'boletoSettled' ? 'CRÉD. LIQUIDAÇÃO COBRANÇA' : 'PIX',
      numeroDocumento: reference,
    }))
  const saldoAtual = formatCentavos(balanceOf(truth, accountOf(partner.name)))
  const saldoBloqueado = formatCentavos(balanceOf(truth, heldOf(partner.name)))
  return { resultado: { saldoAtual, saldoBloqueado, transacoes } }
}

function lookUp(call: Call) {
  const { payout, found } = lookUpKey(call.truth, call.partner.name, readKey(call).chave)
  return sicoobKeyView(payout, found)
}

/** The endToEndId pays once: sent again, it returns the state of its payment. */
function confirm(call: Call) {
  const { endToEndId, valor, descricao } = readConfirmation(call)
  const payout = find(call, endToEndId)
  if (payout.state !== 'KeyFound') return sicoobPayoutView(payout)
  const { lookUpSeconds } = call.switches
  const ageMs = call.truth.now().getTime() - Date.parse(payout.requestedAt)
  if (lookUpSeconds !== null && ageMs > lookUpSeconds * 1000) throw new Refusal('state', 'Consulta expirada.')
  const changes = { amount: parseCentavos(valor, ',') ?? 0, ...(descricao === undefined ? {} : { message: descricao }) }
  return sicoobPayoutView(goOnWithPayout(call.truth, payout, changes))
}

function get(call: Call) {
  return sicoobPayoutView(find(call, call.params.e2eid ?? ''))
}

function find({ truth, partner }: Call, endToEndId: string): Payout {
  const payout = payoutByEndToEndId(truth, partner.name, endToEndId)
  if (!payout) throw new Refusal('not found', 'Pagamento não encontrado.')
  return payout
}

const statuses: Partial<Record<RefusalCause, number>> = { 'not found': 404, 'unknown key': 404 }

/** The shape of errors below `/pix-pagamentos`. */
export const sicoobPayoutError = ({ why, message, violations }: Refusal): Answer => ({
  status: statuses[why] ?? 400,
  body: {
    mensagens: (violations.length > 0 ? violations.map(({ reason }) => reason) : [message]).map(mensagem => ({
      mensagem,
      codigo: statuses[why] ?? 400,
    })),
  },
})
