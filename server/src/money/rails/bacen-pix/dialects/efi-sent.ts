import type { SentPayout } from '../../rails.ts'
import { type Bank, saysNothing } from '../bank.ts'
import { openOrderId } from '../ids.ts'
import { type Fields, amountOf, fieldsOf, listOf, textOf, timeOf } from '../reading.ts'

const pageSize = 100
const mostPages = 500

type Period = { from: Date; until: Date; onlyReturned?: boolean }

/** Efí lists what was asked for in a period, with how it ended. */
export async function* listSentByEfi(bank: Bank, { from, until, onlyReturned = false }: Period) {
  for (let page = 0, pages = 1; page < pages; page++) {
    if (page === mostPages) throw new Error('the bank lists more payouts than can be read at once')
    const query = new URLSearchParams({
      inicio: withoutMilliseconds(from),
      fim: withoutMilliseconds(until),
      status: 'REALIZADO',
      ...(onlyReturned ? { devolucaoPresente: 'true' } : {}),
      'paginacao.paginaAtual': String(page),
      'paginacao.itensPorPagina': String(pageSize),
    })
    const url = `${bank.settings.payoutUrl}/v2/gn/pix/enviados?${query}`
    const answer = await bank.call({ operation: 'list payouts', method: 'GET', url })
    if (answer.status >= 300) return saysNothing(answer)
    const body = fieldsOf(answer.body)
    pages = Number(textOf(fieldsOf(fieldsOf(body['parametros'])['paginacao'])['quantidadeDePaginas']) ?? 1)
    for (const one of listOf(body['pix'])) {
      const payout = sentOf(one)
      if (payout !== null) yield payout
    }
  }
}

/** Some banks refuse milliseconds. */
const withoutMilliseconds = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, 'Z')

function sentOf(one: Fields): SentPayout | null {
  const { solicitacao, liquidacao } = fieldsOf(one['horario'])
  const endToEndId = textOf(one['endToEndId'])
  const amount = amountOf(one['valor'])
  const at = timeOf(liquidacao) ?? timeOf(solicitacao)
  if (one['status'] !== 'REALIZADO' || endToEndId === null || amount === null || at === null) return null
  const orderId = openOrderId(textOf(one['idEnvio']) ?? '')
  const returnedAmount = listOf(one['devolucoes']).reduce((sum, { valor }) => sum + (amountOf(valor) ?? 0n), 0n)
  return { endToEndId, orderId, bankReference: null, amount, at, returnedAmount }
}
