import type { BankDispute, DisputeRail } from '../../dispute-rail.ts'
import { type Bank, saysNothing } from '../bank.ts'
import { readPages } from '../read-pages.ts'
import type { UnreadableRow } from '../../bank-faults.ts'
import { readable, unreadableRow } from '../unreadable-rows.ts'
import { type Fields, amountOf, fieldsOf, textOf, timeOf } from '../reading.ts'

/** Its answers that mean no, whenever it is asked. */
const refusals = new Set([400, 422])

/** Efí's words for how far a case is. A case in another state is for a person. */
const states: Record<string, BankDispute['state']> = {
  ABERTA: 'open',
  EM_DEFESA: 'open',
  ACEITA: 'accepted',
  REJEITADA: 'released',
  CANCELADA: 'released',
  CANCELADA_EFI: 'released',
}

/** Efí lists cases of the special return and takes an answer to each; it calls nobody back for them. */
export function efiDisputes(bank: Bank): DisputeRail {
  const url = `${bank.settings.payoutUrl}/v2/gn/infracoes`
  return {
    async *listDisputes(period) {
      yield* readable(readPages(bank, { operation: 'list disputes', url, items: 'infracoes' }, period), disputeOf)
    },

    mostText: 1_000,

    async sendDefence(reference, text) {
      const answer = await bank.call({
        operation: 'defend dispute',
        method: 'POST',
        url: `${url}/${encodeURIComponent(reference)}/defesa`,
        body: { analise: 'rejeitado', justificativa: text },
      })
      const { mensagem, nome } = fieldsOf(answer.body)
      if (refusals.has(answer.status)) return textOf(mensagem) ?? textOf(nome) ?? `HTTP ${answer.status}`
      // 409: it has come before.
      return answer.status < 300 || answer.status === 409 ? null : saysNothing(answer)
    },
  }
}

function disputeOf(one: Fields): BankDispute | UnreadableRow {
  const reference = textOf(one['idInfracao'])
  const endToEndId = textOf(one['endToEndId'])
  const amount = amountOf(one['valor'])
  const state = states[textOf(one['status']) ?? '']
  if (reference === null || endToEndId === null || amount === null || state === undefined)
    return unreadableRow(one, { idInfracao: reference, endToEndId, valor: amount, status: state })
  return {
    reference,
    endToEndId,
    amount,
    state,
    reason: /falha/i.test(`${textOf(one['razao'])} ${textOf(one['tipoSituacao'])}`) ? 'OperationalFault' : 'Fraud',
    details: textOf(one['comentario']),
    answerUntil: timeOf(fieldsOf(one['dadosAnalise'])['prazoFinalizacao']),
    isDefended: one['status'] === 'EM_DEFESA',
  }
}
