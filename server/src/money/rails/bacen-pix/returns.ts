import type { Return, ReturnRail, ReturnReport } from '../rails.ts'
import { type Answer, type Bank, BankAway, saysNothing } from './bank.ts'
import type { Dialect } from './dialect.ts'
import { orderIdAtBank } from './ids.ts'
import { centsText, fieldsOf, textOf } from './reading.ts'

/** Refunds by `devolucao`, under our own id: a used id is never used again, so a lost answer is a question. */
export function returns(bank: Bank, dialect: Dialect): ReturnRail {
  const urlOf = ({ endToEndId, bankOrderId }: Return) =>
    `${bank.settings.pixUrl}/pix/${endToEndId}/devolucao/${orderIdAtBank(bankOrderId)}`

  const read: ReturnRail['readReturn'] = async (order, { signal }) => {
    const answer = await bank.call({ operation: 'read return', method: 'GET', url: urlOf(order), signal })
    return dialect.isNotFound(answer) ? null : reportOf(answer)
  }

  return {
    readReturn: read,
    async sendReturn(order, call) {
      const body = { valor: centsText(order.amount) }
      const ask = { operation: 'send return', method: 'PUT', url: urlOf(order), body, signal: call.signal } as const
      const answer = await bank.call(ask)
      if (answer.status < 300) return reportOf(answer)
      // Refused: because the id is known, or for good. The bank itself says which.
      const known = await read(order, call)
      if (known !== null) return known
      if (answer.status < 400 || answer.status >= 500) throw new BankAway(`HTTP ${answer.status}`)
      return { state: 'refused', cause: 'RefundRefusedByBank' }
    },
  }
}

function reportOf({ status, body }: Answer): ReturnReport {
  const { status: state, motivo } = fieldsOf(body)
  switch (status < 300 ? (textOf(state) ?? '') : '') {
    case 'EM_PROCESSAMENTO':
      return { state: 'accepted' }
    case 'DEVOLVIDO':
      return { state: 'returned' }
    case 'NAO_REALIZADO':
      return { state: 'refused', cause: textOf(motivo)?.slice(0, 100) ?? 'RefundRefusedByBank' }
    default:
      return saysNothing({ status, body })
  }
}
