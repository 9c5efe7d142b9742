import type { Return, ReturnRail, ReturnReport } from '../rails.ts'
import { type Answer, type Bank, saysNothing, unknownState } from './bank.ts'
import type { Dialect } from './dialect.ts'
import { openOrderId, orderIdAtBank } from './ids.ts'
import { isForcedReturn } from './received.ts'
import { type Fields, amountOf, centsText, fieldsOf, listOf, textOf } from './reading.ts'
import { isOfRepeat, logRefusal, refusalIn, wordsOf } from './refusals.ts'

/** Refunds by `devolucao`, under our own id: a used id is never used again, so a lost answer is a question. */
export function returns(bank: Bank, dialect: Dialect): ReturnRail {
  const paymentUrlOf = ({ endToEndId }: Return) => `${bank.urls.pix}/${endToEndId}`
  const urlOf = (order: Return) => `${paymentUrlOf(order)}/devolucao/${orderIdAtBank(order.bankOrderId)}`

  const read: ReturnRail['readReturn'] = async (order, { signal }) => {
    const answer = await bank.call({ operation: 'read return', method: 'GET', url: urlOf(order), signal })
    return dialect.isNotFound(answer) ? readInPayment(order, signal) : orReplaced(order, reportOf(answer), signal)
  }

  /** A bank that has carried out a replaced order at last refuses this one for it. */
  async function orReplaced(order: Return, report: ReturnReport, signal: AbortSignal): Promise<ReturnReport> {
    if (report.state !== 'refused' || order.replacedOrderIds.length === 0) return report
    return (await readInPayment(order, signal)) ?? report
  }

  /**
   * A bank may not show a return that it has made: the payment lists all of its returns. A bank that does not show even the
   * payment says nothing of its returns.
   */
  async function readInPayment(order: Return, signal: AbortSignal): Promise<ReturnReport | null> {
    const answer = await bank.call({ operation: 'read payment', method: 'GET', url: paymentUrlOf(order), signal })
    if (dialect.isNotFound(answer))
      return order.isOfCharge || dialect.transfers === null ? { state: 'doubtful', cause: 'PaymentNotFound' } : null
    const payment = fieldsOf(answer.body)
    const paid = amountOf(payment['valor'])
    if (answer.status >= 300 || paid === null) return saysNothing(answer)
    const listed = listOf(payment['devolucoes'])
    const others = listed.filter(one => one['status'] !== 'NAO_REALIZADO')
    const made =
      others.find(isOfOrder([order.bankOrderId, ...order.replacedOrderIds])) ??
      listed.find(isOfOrder([order.bankOrderId]))
    if (made !== undefined) return reportOf({ ...answer, body: made })
    const sumOf = (rows: Fields[]) => rows.reduce((sum, one) => sum + (amountOf(one['valor']) ?? paid), 0n)
    if (paid - sumOf(others) >= order.amount) return null
    // No bank returns more than was paid: where other returns leave too little, this one was not made.
    const ordered = others.filter(one => !isForcedReturn(one))
    const isOfOthers = ordered.every(hasOurId) && sumOf(ordered) <= order.otherAmount
    return isOfOthers
      ? { state: 'refused', cause: 'RefundRefusedByBank' }
      : { state: 'doubtful', cause: 'ReturnNotNamed' }
  }

  return {
    readReturn: read,
    async sendReturn(order, call) {
      const body = { valor: centsText(order.amount) }
      const { signal, noteSent } = call
      const ask = { operation: 'send return', method: 'PUT', url: urlOf(order), body } as const
      const answer = await bank.call({ ...ask, signal, noteSent })
      if (answer.status < 300) return orReplaced(order, reportOf(answer), signal)
      // Refused: because the id is known, or for good. The bank itself says which.
      const known = await read(order, call)
      if (known !== null) return known
      const words = refusalIn(answer)
      if (words === null) return saysNothing(answer)
      logRefusal(bank, 'send return', answer)
      return order.isSentBefore || isOfRepeat(words) ? { state: 'doubtful', cause: words } : refusedWith(words)
    },
  }
}

/** Merchants read the cause, operators the words. */
const refusedWith = (words: string | null): ReturnReport => ({
  state: 'refused',
  cause: 'RefundRefusedByBank',
  ...(words !== null && { words }),
})

/** Some banks write ids in capitals. */
const isOfOrder =
  (ids: readonly string[]) =>
  (one: Fields): boolean =>
    ids.some(id => textOf(one['id'])?.toLowerCase() === orderIdAtBank(id))

/** What has no id of ours may be any refund, named otherwise. */
const hasOurId = (one: Fields): boolean => openOrderId(textOf(one['id']) ?? '') !== null

function reportOf(answer: Answer): ReturnReport {
  const { status: state, motivo } = fieldsOf(answer.body)
  switch (answer.status < 300 ? (textOf(state) ?? '') : '') {
    case 'EM_PROCESSAMENTO':
      return { state: 'accepted' }
    case 'DEVOLVIDO':
      return { state: 'returned' }
    case 'NAO_REALIZADO':
      return refusedWith(wordsOf(motivo))
    default:
      return unknownState(answer)
  }
}
