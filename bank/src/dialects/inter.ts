import { amountText, bodyReader, keyText, object, shortText } from '../http/read-body.ts'
import type { Answer, Call, Route } from '../http/routes.ts'
import { readBrCode } from '../truth/br-code.ts'
import { bankId } from '../truth/identifiers.ts'
import { centavosOfNumber, numberOfCentavos, parseCentavos } from '../truth/money.ts'
import { accountOf, balanceOf, heldOf } from '../truth/move-money.ts'
import { knownKey, payoutByOwnId, payoutByRequestId, recipientOf, sendPayout } from '../truth/payouts.ts'
import { Refusal, type RefusalCause, type Truth } from '../truth/truth.ts'
import { interBoletoRoutes } from './inter-boletos.ts'
import { interPayoutCallbacks, interPixCallbacks } from './inter-callbacks.ts'
import { interPrintedStatement, interStatement, interWholeStatement } from './inter-statement.ts'
import { interPayoutAnswer, interPayoutView } from './inter-views.ts'
import { payoutWebhookRoutes } from './payout-webhook.ts'

type Recipient =
  | { tipo: 'CHAVE'; chave: string }
  | {
      tipo: 'DADOS_BANCARIOS'
      nome: string
      cpfCnpj: string
      agencia: string
      contaCorrente: string
      tipoConta: string
      instituicaoFinanceira: { ispb: string }
    }
  | { tipo: 'PIX_COPIA_E_COLA'; pixCopiaECola: string }
type PayoutBody = { valor: number | string; descricao?: string; destinatario: Recipient }

const string = { type: 'string', minLength: 1 }
const readPayout = bodyReader<PayoutBody>(
  'pix',
  object(['valor', 'destinatario'], {
    // Its documents say a number, and its own client sends a text.
    valor: { anyOf: [{ type: 'number', exclusiveMinimum: 0, maximum: 9_999_999_999.99 }, amountText] },
    dataPagamento: { type: 'string' },
    descricao: shortText,
    destinatario: {
      oneOf: [
        object(['tipo', 'chave'], { tipo: { const: 'CHAVE' }, chave: keyText }),
        object(['tipo', 'nome', 'cpfCnpj', 'agencia', 'contaCorrente', 'tipoConta', 'instituicaoFinanceira'], {
          tipo: { const: 'DADOS_BANCARIOS' },
          nome: string,
          cpfCnpj: string,
          agencia: string,
          contaCorrente: string,
          tipoConta: { enum: ['CONTA_CORRENTE', 'CONTA_POUPANCA', 'CONTA_SALARIO', 'CONTA_PAGAMENTO'] },
          instituicaoFinanceira: object(['ispb'], { ispb: string }),
        }),
        object(['tipo', 'pixCopiaECola'], { tipo: { const: 'PIX_COPIA_E_COLA' }, pixCopiaECola: string }),
      ],
    },
  }),
)

const resource = 'payout'
const banking = '/banking/v2'

// biome-ignore format: a table is read in columns
export const interRoutes: Route[] = [
  { method: 'POST', path: `${banking}/pix`,                              scope: 'pagamento-pix.write',  status: 200, name: 'postPayout',          resource, act: post },
  { method: 'GET',  path: `${banking}/pix/:id`,                          scope: 'pagamento-pix.read',   status: 200, name: 'getPayout',           resource, act: get },
  { method: 'GET',  path: `${banking}/saldo`,                            scope: 'extrato.read',         status: 200, name: 'getBalance',          resource, act: balance },
  { method: 'GET',  path: `${banking}/extrato`,                          scope: 'extrato.read',         status: 200, name: 'getStatement',        resource, act: interStatement },
  { method: 'GET',  path: `${banking}/extrato/completo`,                 scope: 'extrato.read',         status: 200, name: 'getWholeStatement',   resource, act: interWholeStatement },
  { method: 'GET',  path: `${banking}/extrato/exportar`,                 scope: 'extrato.read',         status: 200, name: 'getPrintedStatement', resource, act: interPrintedStatement },
  { method: 'GET',  path: `${banking}/webhooks/pix-pagamento/callbacks`, scope: 'webhook-banking.read', status: 200, name: 'listPayoutCallbacks', resource, act: interPayoutCallbacks },
  { method: 'GET',  path: '/pix/v2/webhook/callbacks',                   scope: 'webhook.read',         status: 200, name: 'listPixCallbacks',    resource, act: interPixCallbacks },
  ...interBoletoRoutes,
  ...payoutWebhookRoutes(`${banking}/webhooks/pix-pagamento`, { read: 'webhook-banking.read', write: 'webhook-banking.write' }),
]

function post(call: Call) {
  const { truth, partner, headers, switches } = call
  const ownId = headers['x-id-idempotente'] ?? bankId()
  // A used key pays nothing and returns the first response again.
  const before = payoutByOwnId(truth, partner.name, ownId)
  if (before) return interPayoutAnswer(before)
  const { valor, descricao, destinatario } = readPayout(call)
  const amount = typeof valor === 'number' ? centavosOfNumber(valor) : parseCentavos(valor)
  if (amount === null) throw new Refusal('malformed', 'O valor tem mais de duas casas decimais.', 'pix.valor')
  const payout = sendPayout(truth, partner.name, {
    ownId,
    amount,
    ...recipientFor(truth, destinatario),
    ...(descricao === undefined ? {} : { message: descricao }),
    needsApproval: switches.humanApproval,
  })
  return interPayoutAnswer(payout)
}

function recipientFor(truth: Truth, to: Recipient) {
  if (to.tipo === 'DADOS_BANCARIOS')
    return {
      recipient: {
        name: to.nome,
        taxId: to.cpfCnpj.replace(/\W/g, ''),
        ispb: to.instituicaoFinanceira.ispb,
        branch: to.agencia,
        account: to.contaCorrente,
        accountKind: to.tipoConta,
      },
    }
  const key = to.tipo === 'CHAVE' ? to.chave : readBrCode(to.pixCopiaECola)?.key
  if (key === undefined)
    throw new Refusal('malformed', 'Só códigos com uma chave podem ser pagos aqui.', 'pix.destinatario')
  return { key, recipient: recipientOf(knownKey(truth, key)) }
}

function get({ truth, partner, params }: Call) {
  const payout = payoutByRequestId(truth, partner.name, params.id ?? '')
  if (!payout) throw new Refusal('not found', 'Solicitação não encontrada.')
  return interPayoutView(payout)
}

function balance({ truth, partner }: Call) {
  return {
    disponivel: numberOfCentavos(balanceOf(truth, accountOf(partner.name))),
    bloqueadoAdministrativo: numberOfCentavos(balanceOf(truth, heldOf(partner.name))),
    limite: 0,
  }
}

const statuses: Partial<Record<RefusalCause, number>> = { 'not found': 404, state: 409 }

/** The shape of errors below `/banking`. */
export const interBankingError = ({ truth }: Call, { why, message, violations }: Refusal): Answer => ({
  status: statuses[why] ?? 400,
  body: {
    title: why === 'not found' ? 'Recurso não encontrado' : 'Requisição inválida',
    detail: message,
    timestamp: truth.now().toISOString(),
    violacoes: violations.map(({ property, reason, value }) => ({
      razao: reason,
      propriedade: property,
      valor: value ?? '',
    })),
  },
})
