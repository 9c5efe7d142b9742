import { isSamePixKey } from '../../../platform/brazil/pix-key.ts'
import type { CallbackPlace, NoticeHint, Participant, ReceivedPayment, ReceivedRail } from '../rails.ts'
import { type Bank, saysNothing } from './bank.ts'
import type { Dialect } from './dialect.ts'
import { openStaticId } from '../static-ids.ts'
import { openTxid } from './ids.ts'
import { readPages } from './read-pages.ts'
import { type Fields, amountOf, fieldsOf, listOf, participantOf, textOf, timeOf } from './reading.ts'
import { knownCauseOf } from './refusal-causes.ts'

/** Payments the bank has received for us. Banks report little about the payer, some nothing. */
export function received(bank: Bank, dialect: Dialect): ReceivedRail {
  const { pixUrl, pixKey, payoutUrl } = bank.settings
  const findPayer = (payoutUrl !== null && dialect.payers?.(bank)) || null

  async function withPayer(payment: ReceivedPayment): Promise<ReceivedPayment> {
    const { endToEndId, at, payer } = payment
    if (findPayer === null || payer !== null || at === null) return payment
    return { ...payment, payer: await findPayer({ endToEndId, at }) }
  }

  return {
    hintsIn,

    callbackPlaces: callbackPlaces(bank, dialect),

    async readReceived(endToEndId) {
      const url = `${pixUrl}/pix/${encodeURIComponent(endToEndId)}`
      const answer = await bank.call({ operation: 'read payment', method: 'GET', url })
      if (dialect.isNotFound(answer)) return null
      if (answer.status >= 300) return saysNothing(answer)
      const payment = paymentOf(fieldsOf(answer.body), pixKey)
      return payment && withPayer(payment)
    },

    async *listReceived({ onlyReturned = false, ...period }) {
      const query = onlyReturned ? { devolucaoPresente: 'true' } : {}
      const list = { operation: 'list payments', url: `${pixUrl}/pix`, items: 'pix', query }
      for await (const pix of readPages(bank, list, period)) {
        const payment = paymentOf(pix, pixKey)
        if (payment !== null) yield await withPayer(payment)
      }
    },
  }
}

/** Null: what cannot be read, or is not ours: every customer of the bank could name our address for a key of their own. */
export function paymentOf(pix: Fields, ourKey: string): ReceivedPayment | null {
  const endToEndId = textOf(pix['endToEndId'])
  const amount = amountOf(pix['valor'])
  const key = textOf(pix['chave'])
  if (endToEndId === null || amount === null || (key !== null && !isSamePixKey(key, ourKey))) return null
  const txid = textOf(pix['txid'])
  return {
    endToEndId,
    amount,
    charge: txid === null ? null : openTxid(txid),
    staticCode: txid === null ? null : openStaticId(txid),
    at: timeOf(pix['horario']),
    payer: payerIn(pix),
    returns: listOf(pix['devolucoes']).flatMap(one => {
      const id = textOf(one['id'])
      const returned = amountOf(one['valor'])
      const isForced = textOf(one['natureza'])?.startsWith('MED') === true
      const isDone = one['status'] === 'DEVOLVIDO'
      const isRefused = one['status'] === 'NAO_REALIZADO'
      return id === null || returned === null ? [] : [{ id, amount: returned, isForced, isDone, isRefused }]
    }),
  }
}

/** Who paid, where the bank reports it: the standard has nothing, Efí puts it into its callbacks only. */
function payerIn(pix: Fields): Participant | null {
  const { nome, cpf, cnpj, codigoBanco } = fieldsOf(fieldsOf(pix['gnExtras'])['pagador'] ?? pix['pagador'])
  return participantOf({ name: nome, taxNumber: textOf(cpf) ?? cnpj, ispb: codigoBanco })
}

/** Where the bank keeps whom it calls back: for payments to the key, and where it pays out perhaps for payouts. */
export function callbackPlaces(bank: Bank, { payoutCallbackPath }: Dialect): CallbackPlace[] {
  const { pixUrl, pixKey, payoutUrl } = bank.settings
  const ofPayments = `${pixUrl}/webhook/${encodeURIComponent(pixKey)}`
  const ofPayouts = payoutUrl === null || payoutCallbackPath === null ? [] : [payoutUrl + payoutCallbackPath]
  return [ofPayments, ...ofPayouts].map(url => placeAt(bank, url))
}

/** If a bank does not return its URL, for any reason, the same URL is set again. */
const placeAt = (bank: Bank, url: string): CallbackPlace => ({
  async read() {
    const answer = await bank.call({ operation: 'read callback address', method: 'GET', url })
    return answer.status < 300 ? textOf(fieldsOf(answer.body)['webhookUrl']) : null
  },
  async set(webhookUrl) {
    const ask = { operation: 'set callback address', method: 'PUT', url } as const
    const answer = await bank.call({ ...ask, body: { webhookUrl } })
    if (answer.status >= 300) saysNothing(answer)
  },
})

/**
 * What a notice speaks of, in any bank's shape: the standard's list of payments, Efí's payouts in the same list, Inter's
 * array or single object, Sicoob's payload. What cannot be read is no hint.
 */
export function hintsIn(notice: unknown): NoticeHint[] {
  const body = fieldsOf(notice)
  const payload = fieldsOf(body['payload'])
  if (textOf(payload['id']) !== null) return [payout(null, textOf(payload['id']), textOf(payload['id']))]
  const several = Array.isArray(notice) ? listOf(notice) : listOf(body['pix'])
  return (several.length > 0 ? several : [body]).flatMap(hintIn)
}

function hintIn(one: Fields): NoticeHint[] {
  const endToEndId = textOf(one['endToEndId']) ?? textOf(one['endToEnd'])
  const reference = textOf(one['codigoSolicitacao'])
  const initiated = textOf(one['identificadorPagamento'])
  const { idEnvio, erro } = fieldsOf(one['gnExtras'])
  const sentAs = textOf(idEnvio)
  // A notice of an initiation's refund is handled with its payment.
  if (initiated !== null && one['tipo'] !== 'devolucao') return [{ of: 'initiation', externalId: initiated }]
  if (reference !== null) return [payout(null, reference, endToEndId)]
  if (sentAs !== null)
    return [payout(orderIdOf(sentAs), null, endToEndId, knownCauseOf(textOf(fieldsOf(erro)['codigo'])))]
  return endToEndId === null ? [] : [{ of: 'payment', endToEndId, payer: payerIn(one) }]
}

const payout = (
  bankOrderId: string | null,
  bankReference: string | null,
  endToEndId: string | null,
  cause: string | null = null,
): NoticeHint => ({ of: 'payout', bankOrderId, bankReference, endToEndId, cause })

/** Our id with its dashes again; null: none of ours. */
const orderIdOf = (text: string): string | null =>
  /^[0-9a-f]{32}$/.test(text) ? text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : null
