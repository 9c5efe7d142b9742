import type { Participant, ReceivedPayment, ReceivedRail } from '../rails.ts'
import { type Bank, saysNothing } from './bank.ts'
import { callbackPlaces } from './callback-places.ts'
import type { Dialect } from './dialect.ts'
import { hintsIn } from './hints.ts'
import { openStaticId } from '../static-ids.ts'
import { openTxid } from './ids.ts'
import { participantOf } from './participant.ts'
import { type Fields, amountOf, fieldsOf, listOf, textOf, timeOf } from './reading.ts'

const pageSize = 100
/** A window that holds more than this is asked for in smaller ones. */
const mostPages = 100

/** Payments the bank has received for us. It tells little of the payer, and of some banks nothing. */
export function received(bank: Bank, dialect: Dialect): ReceivedRail {
  const { pixUrl, pixKey } = bank.settings

  return {
    hintsIn,

    callbackPlaces: callbackPlaces(bank, dialect),

    async readReceived(endToEndId) {
      const url = `${pixUrl}/pix/${encodeURIComponent(endToEndId)}`
      const answer = await bank.call({ operation: 'read payment', method: 'GET', url })
      if (dialect.isNotFound(answer)) return null
      if (answer.status >= 300) return saysNothing(answer)
      return paymentOf(fieldsOf(answer.body), pixKey)
    },

    async *listReceived({ from, until, onlyReturned = false }) {
      for (let page = 0, pages = 1; page < Math.min(pages, mostPages); page++) {
        const query = new URLSearchParams({
          inicio: withoutMilliseconds(from),
          fim: withoutMilliseconds(until),
          ...(onlyReturned ? { devolucaoPresente: 'true' } : {}),
          'paginacao.paginaAtual': String(page),
          'paginacao.itensPorPagina': String(pageSize),
        })
        const answer = await bank.call({ operation: 'list payments', method: 'GET', url: `${pixUrl}/pix?${query}` })
        if (answer.status >= 300) return saysNothing(answer)
        const body = fieldsOf(answer.body)
        const paging = fieldsOf(fieldsOf(body['parametros'])['paginacao'])
        pages = Number(textOf(paging['quantidadeDePaginas']) ?? 1)
        for (const pix of listOf(body['pix'])) {
          const payment = paymentOf(pix, pixKey)
          if (payment !== null) yield payment
        }
      }
    },
  }
}

/** Some banks refuse milliseconds. */
const withoutMilliseconds = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, 'Z')

/** Null: what cannot be read, or is not ours: every customer of the bank could name our address for a key of their own. */
export function paymentOf(pix: Fields, ourKey: string): ReceivedPayment | null {
  const endToEndId = textOf(pix['endToEndId'])
  const amount = amountOf(pix['valor'])
  const key = textOf(pix['chave'])
  if (endToEndId === null || amount === null || (key !== null && key !== ourKey)) return null
  const txid = textOf(pix['txid'])
  return {
    endToEndId,
    amount,
    charge: txid === null ? null : openTxid(txid),
    staticCode: txid === null ? null : openStaticId(txid),
    at: timeOf(pix['horario']),
    payer: payerOf(pix, endToEndId),
    returns: listOf(pix['devolucoes']).flatMap(one => {
      const id = textOf(one['id'])
      const returned = amountOf(one['valor'])
      const isForced = textOf(one['natureza'])?.startsWith('MED') === true
      const isDone = one['status'] === 'DEVOLVIDO'
      return id === null || returned === null ? [] : [{ id, amount: returned, isForced, isDone }]
    }),
  }
}

/** The institution stands in the end-to-end id; who paid, only where the bank tells it, often masked. */
function payerOf(pix: Fields, endToEndId: string): Participant {
  const { nome, cpf, cnpj, codigoBanco } = fieldsOf(fieldsOf(pix['gnExtras'])['pagador'] ?? pix['pagador'])
  const ispb = textOf(codigoBanco) ?? /^E(\w{8})/.exec(endToEndId)?.[1] ?? null
  return participantOf({ name: nome, taxNumber: textOf(cpf) ?? cnpj, ispb })
}
