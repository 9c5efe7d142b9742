import { bodyReader, keyText, object, shortText } from '../http/read-body.ts'
import type { Answer, Call, Route } from '../http/routes.ts'
import { parseCentavos } from '../truth/money.ts'
import { goOnWithPayout, lookUpKey, payoutByEndToEndId } from '../truth/payouts.ts'
import type { Payout } from '../truth/records.ts'
import { Refusal, type RefusalCause } from '../truth/truth.ts'
import { payoutWebhookRoutes } from './payout-webhook.ts'
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
]

function lookUp(call: Call) {
  const { payout, found } = lookUpKey(call.truth, call.partner.name, readKey(call).chave)
  return sicoobKeyView(payout, found)
}

/** The endToEndId pays once: sent again, it returns the state of its payment. */
function confirm(call: Call) {
  const { endToEndId, valor, descricao } = readConfirmation(call)
  const payout = find(call, endToEndId)
  if (payout.state !== 'KeyFound') return sicoobPayoutView(payout)
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
