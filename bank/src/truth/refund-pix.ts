import { ownIspb, returnId } from './identifiers.ts'
import { type Centavos, formatCentavos } from './money.ts'
import { accountOf, balanceOf, heldOf, moveMoney, outside } from './move-money.ts'
import { noteReturn } from './payouts.ts'
import type { MovementKind, ReceivedPix, Refund } from './records.ts'
import { collectShares, returnShares } from './splits.ts'
import { Refusal, type Truth, endLater } from './truth.ts'

const refundDays = 90

/** `isOfAll`: those who have got a share of the payment give back as much of the refund. */
export type RefundOrder = {
  id: string
  amount: Centavos
  nature?: Refund['nature']
  description?: string
  isOfAll?: boolean
}

export function readPix({ book }: Truth, partner: string, endToEndId: string): ReceivedPix {
  const pix = book.get('pix', endToEndId)
  if (pix?.partner !== partner) throw new Refusal('pix not found', 'Pix não encontrado para o e2eid informado.')
  return pix
}

export function readRefund(truth: Truth, partner: string, endToEndId: string, id: string): Refund {
  const refund = truth.book.get('pix', endToEndId)?.refunds.find(r => r.id === id)
  if (!refund || truth.book.get('pix', endToEndId)?.partner !== partner)
    throw new Refusal('not found', 'Devolução não encontrada para o e2eid e o id informados.')
  return refund
}

/** What may still be given back. A failed refund does not count, but its id stays used. */
const refundable = ({ amount, refunds }: ReceivedPix): Centavos =>
  refunds.reduce((left, refund) => (refund.status === 'NAO_REALIZADO' ? left : left - refund.amount), amount)

/** Takes the money out of the partner's account at once, and gives it back or lets it go when the refund ends. */
export function requestRefund(truth: Truth, partner: string, endToEndId: string, order: RefundOrder): Refund {
  const pix = readPix(truth, partner, endToEndId)
  if (pix.refunds.some(refund => refund.id === order.id))
    throw new Refusal('used id', 'O id já foi utilizado em outra devolução deste Pix.', 'id')
  if (order.amount > refundable(pix))
    throw new Refusal('too much', 'A soma das devoluções excederia o valor do Pix.', 'devolucao.valor')
  if (truth.now().getTime() - Date.parse(pix.at) > refundDays * 86_400_000)
    throw new Refusal('too late', `O prazo de ${refundDays} dias para devolver este Pix passou.`, 'horario')
  return truth.book.change(() => {
    const collected = order.isOfAll === true ? collectShares(truth, pix, order.amount) : []
    const isCovered = balanceOf(truth, accountOf(partner)) >= order.amount
    const refund: Refund = {
      id: order.id,
      rtrId: returnId(ownIspb, truth.now()),
      amount: order.amount,
      nature: order.nature ?? 'ORIGINAL',
      ...(order.description === undefined ? {} : { description: order.description }),
      requestedAt: truth.now().toISOString(),
      status: 'EM_PROCESSAMENTO',
      ...(collected.length > 0 && { collected }),
    }
    truth.book.put('pix', endToEndId, { ...pix, refunds: [...pix.refunds, refund] })
    if (!isCovered)
      return endRefund(truth, endToEndId, order.id, { reason: 'Saldo insuficiente na conta.', held: false })
    move(truth, refund, accountOf(partner), heldOf(partner), 'refundHeld')
    endLater(truth, 'refund', `${endToEndId} ${order.id}`, truth.settings().refundDelayMs)
    return refund
  })
}

/** With a reason it has failed, without one the payer has the money back. */
export function endRefund(
  truth: Truth,
  endToEndId: string,
  id: string,
  failure: { reason: string; held?: boolean } | null,
): Refund {
  const { book } = truth
  const pix = book.get('pix', endToEndId)
  const refund = pix?.refunds.find(r => r.id === id)
  if (!pix || !refund) throw new Refusal('not found', 'there is no such refund')
  if (refund.status !== 'EM_PROCESSAMENTO') throw new Refusal('state', `the refund is ${refund.status} already`)
  return book.change(() => {
    if (failure === null) giveBack(truth, pix, refund, heldOf(pix.partner), 'refundSettled')
    else if (failure.held !== false) move(truth, refund, heldOf(pix.partner), accountOf(pix.partner), 'refundReleased')
    if (failure !== null) returnShares(truth, pix, refund.collected ?? [])
    const ended: Refund = {
      ...refund,
      ...(failure === null
        ? { status: 'DEVOLVIDO', settledAt: truth.now().toISOString() }
        : { status: 'NAO_REALIZADO', reason: failure.reason }),
    }
    book.put('pix', endToEndId, { ...pix, refunds: pix.refunds.map(r => (r.id === id ? ended : r)) })
    book.remove('due', `refund ${endToEndId} ${id}`)
    truth.notify({ kind: 'refund ended', endToEndId })
    return ended
  })
}

/** The special return (MED): the bank takes the money back without asking, as far as there is some. */
export function forceReturn(truth: Truth, endToEndId: string, nature: Refund['nature'], requested?: Centavos): Refund {
  const { book } = truth
  const pix = book.get('pix', endToEndId)
  if (!pix) throw new Refusal('not found', 'there is no such Pix')
  const amount = Math.min(requested ?? pix.amount, refundable(pix), balanceOf(truth, accountOf(pix.partner)))
  if (amount <= 0) throw new Refusal('too much', `nothing of ${formatCentavos(pix.amount)} can be taken back`)
  return book.change(() => {
    const at = truth.now().toISOString()
    const rtrId = returnId(ownIspb, truth.now())
    const refund: Refund = {
      id: rtrId,
      rtrId,
      amount,
      nature,
      requestedAt: at,
      settledAt: at,
      status: 'DEVOLVIDO',
      reason: 'Devolução especial (MED).',
    }
    book.put('pix', endToEndId, { ...pix, refunds: [...pix.refunds, refund] })
    giveBack(truth, pix, refund, accountOf(pix.partner), 'forcedReturn')
    truth.notify({ kind: 'refund ended', endToEndId })
    return refund
  })
}

/** To the payer, who mostly is at another bank; a partner of this one gets it into its account. */
function giveBack(truth: Truth, { endToEndId }: ReceivedPix, refund: Refund, from: string, kind: MovementKind): void {
  const payout = truth.book.get('payouts', endToEndId)
  move(truth, refund, from, payout ? accountOf(payout.partner) : outside, kind)
  if (payout) noteReturn(truth, payout, refund.rtrId, refund.amount)
}

const move = (truth: Truth, { rtrId, amount }: Refund, from: string, to: string, kind: MovementKind) =>
  moveMoney(truth, { from, to, amount, kind, reference: rtrId })
