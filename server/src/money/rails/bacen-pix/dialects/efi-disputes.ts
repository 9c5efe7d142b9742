import type { BankDispute, DisputeRail } from '../../rails.ts'
import { type Bank, saysNothing } from '../bank.ts'
import { type Fields, amountOf, fieldsOf, listOf, textOf, timeOf } from '../reading.ts'

const pageSize = 100
const mostPages = 100
/** Its answers that mean no, whenever it is asked. */
const refusals = new Set([400, 422])

/** Efí's words for how far a case is. What is none of them says nothing. */
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
    async *listDisputes({ from, until }) {
      for (let page = 0, pages = 1; page < Math.min(pages, mostPages); page++) {
        const query = new URLSearchParams({
          inicio: withoutMilliseconds(from),
          fim: withoutMilliseconds(until),
          'paginacao.paginaAtual': String(page),
          'paginacao.itensPorPagina': String(pageSize),
        })
        const answer = await bank.call({ operation: 'list disputes', method: 'GET', url: `${url}?${query}` })
        if (answer.status >= 300) return saysNothing(answer)
        const body = fieldsOf(answer.body)
        pages = Number(textOf(fieldsOf(fieldsOf(body['parametros'])['paginacao'])['quantidadeDePaginas']) ?? 1)
        for (const one of listOf(body['infracoes'])) {
          const dispute = disputeOf(one)
          if (dispute !== null) yield dispute
        }
      }
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

/** Some banks refuse milliseconds. */
const withoutMilliseconds = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, 'Z')

function disputeOf(one: Fields): BankDispute | null {
  const reference = textOf(one['idInfracao'])
  const endToEndId = textOf(one['endToEndId'])
  const amount = amountOf(one['valor'])
  const state = states[textOf(one['status']) ?? '']
  if (reference === null || endToEndId === null || amount === null || state === undefined) return null
  return {
    reference,
    endToEndId,
    amount,
    state,
    reason: /falha/i.test(textOf(one['tipoSituacao']) ?? '') ? 'OperationalFault' : 'Fraud',
    details: textOf(one['comentario']),
    answerUntil: timeOf(fieldsOf(one['dadosAnalise'])['prazoFinalizacao']),
    isDefended: one['status'] === 'EM_DEFESA',
  }
}
