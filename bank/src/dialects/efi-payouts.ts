import { amountText, bodyReader, cnpj, cpf, keyText, object, shortText } from '../http/read-body.ts'
import type { Call } from '../http/routes.ts'
import { OtherAnswer } from '../http/routes.ts'
import { problem } from '../standard/problems.ts'
import { webhookId } from '../standard/webhooks.ts'
import { agrees, ifPresent, isAsked, isWithin, ofPerson, oneOf, paged, readWindow } from '../standard/windows.ts'
import { readBrCode } from '../truth/br-code.ts'
import { amountOn, isExpired, lastRevision } from '../truth/charges.ts'
import { isKeyOf } from '../truth/key-directory.ts'
import { formatCentavos, parseCentavos } from '../truth/money.ts'
import {
  type PayoutOrder,
  knownKey,
  payoutByEndToEndId,
  payoutByOwnId,
  recipientOf,
  sendPayout,
} from '../truth/payouts.ts'
import { chargeAt } from '../truth/receive-pix.ts'
import type { Payout } from '../truth/records.ts'
import { Refusal } from '../truth/truth.ts'
import { efiPayoutView, efiStates } from './efi-views.ts'

type Payer = { chave: string; infoPagador?: string }
type PayoutBody = {
  valor: string
  pagador: Payer
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

const payer = object(['chave'], { chave: keyText, infoPagador: shortText })
const readPayout = bodyReader<PayoutBody>(
  'pix',
  object(['valor', 'pagador', 'favorecido'], {
    valor: amountText,
    pagador: payer,
    favorecido: {
      ...object([], { chave: keyText, cpf, cnpj, contaBanco: bankAccount }),
      oneOf: [{ required: ['chave'] }, { required: ['contaBanco'] }],
    },
  }),
)

const readCode = bodyReader<{ pagador: Payer; pixCopiaECola: string }>(
  'pix',
  object(['pagador', 'pixCopiaECola'], { pagador: payer, pixCopiaECola: { type: 'string' } }),
)

export function sendByAccountOrKey(call: Call) {
  const { valor, pagador, favorecido } = readPayout(call)
  return send(call, pagador, () => orderFor(call, valor, favorecido))
}

export function sendToOwnAccount(call: Call) {
  const { valor, pagador, favorecido } = readPayout(call)
  return send(call, pagador, () => {
    const order = orderFor(call, valor, favorecido)
    if (order.recipient.taxId !== call.partner.owner.taxId)
      throw new Refusal('wrong owner', 'O favorecido não é o titular desta conta.', 'favorecido')
    return order
  })
}

/** Pays a code of this bank, and by it its charge; payloads of other banks cannot be read here. */
export function payCode(call: Call) {
  const { pagador, pixCopiaECola } = readCode(call)
  return send(call, pagador, () => {
    const code = readBrCode(pixCopiaECola)
    if (!code) throw new Refusal('malformed', 'O código não é um Pix Copia e Cola.', 'pixCopiaECola')
    if (code.location === undefined) return orderFor(call, code.amount ?? '', { chave: code.key ?? '' })
    const charge = chargeAt(call.truth, code.location)
    const { status, key } = lastRevision(charge)
    const { amount } = amountOn(charge, call.truth.now())
    if (status !== 'ATIVA' || isExpired(charge, call.truth.now()))
      throw new Refusal('not active', 'A cobrança não pode mais ser paga.', 'pixCopiaECola')
    return { amount, key, txid: charge.txid, recipient: recipientOf(knownKey(call.truth, key)) }
  })
}

type Order = Omit<PayoutOrder, 'ownId'>

function orderFor(call: Call, valor: string, favorecido: PayoutBody['favorecido']): Order {
  const { chave } = favorecido
  return {
    amount: parseCentavos(valor) ?? 0,
    ...(chave === undefined ? {} : { key: chave }),
    recipient: recipient(call, favorecido),
  }
}

/** The payer is checked first: its key must be of this account, and have a webhook. */
function send({ truth, partner, params, switches }: Call, { chave, infoPagador }: Payer, order: () => Order) {
  const ownId = params.idEnvio ?? ''
  if (!/^[a-zA-Z0-9]{1,35}$/.test(ownId)) throw new Refusal('malformed', 'O idEnvio não respeita o schema.', 'idEnvio')
  if (!isKeyOf(truth, chave, partner.name))
    throw new Refusal('foreign key', 'A chave do pagador não pertence a esta conta.', 'pagador.chave')
  if (switches.payoutNeedsWebhook && !truth.book.get('webhooks', webhookId(partner.name, 'pix', chave)))
    throw new Refusal('no webhook', 'A chave do pagador precisa ter um webhook associado.', 'pagador.chave')
  if (payoutByOwnId(truth, partner.name, ownId)) throw new Refusal('used id', 'O idEnvio já foi utilizado.', 'idEnvio')
  const message = infoPagador === undefined ? {} : { message: infoPagador }
  const payout = sendPayout(truth, partner.name, { ownId, payerKey: chave, ...order(), ...message })
  return {
    idEnvio: ownId,
    // Its documents call it `e2eId`, its client `endToEndId`.
    e2eId: payout.endToEndId,
    endToEndId: payout.endToEndId,
    valor: formatCentavos(payout.amount),
    horario: { solicitacao: payout.requestedAt },
    status: 'EM_PROCESSAMENTO',
  }
}

function recipient(
  { truth, switches }: Call,
  { chave, cpf, cnpj, contaBanco }: PayoutBody['favorecido'],
): Payout['recipient'] {
  if (contaBanco) {
    const { nome, codigoBanco, agencia, conta, tipoConta } = contaBanco
    const taxId = contaBanco.cpf ?? contaBanco.cnpj ?? ''
    return { name: nome, taxId, ispb: codigoBanco, branch: agencia, account: conta, accountKind: tipoConta }
  }
  const found = knownKey(truth, chave ?? '')
  const document = cpf ?? cnpj
  if (switches.checksOwner && document !== undefined && document !== found.owner.taxId)
    throw new Refusal('wrong owner', 'A chave não pertence ao documento informado.', 'favorecido.chave')
  return recipientOf(found)
}

export function getPayoutByOwnId({ truth, partner, params }: Call) {
  return viewOf(payoutByOwnId(truth, partner.name, params.idEnvio ?? ''))
}

export function getPayout({ truth, partner, params }: Call) {
  return viewOf(payoutByEndToEndId(truth, partner.name, params.e2eid ?? ''))
}

const viewOf = (payout: Payout | undefined) =>
  payout
    ? efiPayoutView(payout)
    : new OtherAnswer(problem(404, 'PixEnviadoNaoEncontrado', { detail: 'Nenhum Pix enviado foi encontrado.' }))

const filters = {
  ...ofPerson,
  ...ifPresent('devolucao'),
  status: oneOf('EM_PROCESSAMENTO', 'REALIZADO', 'NAO_REALIZADO'),
}

export function listPayouts({ truth, partner, query, switches }: Call) {
  const window = readWindow(query, filters, switches)
  const taxId = query.get('cpf') ?? query.get('cnpj')
  const found = [...truth.book.all('payouts').values()].filter(
    payout =>
      payout.partner === partner.name &&
      isWithin(window, payout.requestedAt) &&
      (taxId === null || payout.recipient.taxId === taxId) &&
      isAsked(query, 'status', efiStates[payout.state]) &&
      agrees(query, 'devolucaoPresente', payout.returns.length > 0),
  )
  const { items, parametros } = paged(window, query, filters, found)
  return { parametros, pix: items.map(efiPayoutView) }
}
