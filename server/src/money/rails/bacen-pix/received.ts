import { paymentKey } from '../../../platform/brazil/end-to-end-id.ts'
import type { Micros } from '../../../platform/brazil/money.ts'
import { isSamePixKey } from '../../../platform/brazil/pix-key.ts'
import type { CallbackPlace, NoticeHint, Participant, ReceivedPayment, ReceivedRail } from '../rails.ts'
import { type Bank, saysNothing } from './bank.ts'
import type { Dialect } from './dialect.ts'
import { openStaticId } from '../static-ids.ts'
import { openOrderId, openTxid } from './ids.ts'
import { readPages } from './read-pages.ts'
import { type Fields, amountOf, fieldsOf, listOf, participantOf, textOf, timeOf } from './reading.ts'
import { readable, unreadableRow } from './unreadable-rows.ts'
import { knownCauseOf } from './refusal-causes.ts'
import { wordsOf } from './refusals.ts'

/** Payments the bank has received for us. Banks report little about the payer, some nothing. */
export function received(bank: Bank, dialect: Dialect, clock: () => Date): ReceivedRail {
  const { pixKey, payoutUrl } = bank.settings
  const findPayer = (payoutUrl !== null && dialect.payers?.(bank)) || null
  const listTransfers = payoutUrl === null ? undefined : dialect.transfers?.(bank, clock)

  async function withPayer(payment: ReceivedPayment): Promise<ReceivedPayment> {
    const { endToEndId, at, payer } = payment
    if (findPayer === null || payer !== null || at === null) return payment
    return { ...payment, payer: await findPayer({ endToEndId, at }) }
  }

  return {
    hintsIn,
    ...(dialect.payersInCallbacks ? { payersInCallbacks: true } : {}),
    ...(listTransfers === undefined ? {} : { listTransfers }),

    callbackPlaces: callbackPlaces(bank, dialect),

    async readReceived(endToEndId) {
      const url = `${bank.urls.pix}/${encodeURIComponent(endToEndId)}`
      const answer = await bank.call({ operation: 'read payment', method: 'GET', url })
      if (dialect.isNotFound(answer)) return null
      if (answer.status >= 300) return saysNothing(answer)
      const payment = paymentOf(fieldsOf(answer.body), pixKey)
      // A response about another payment says nothing of this one.
      if (payment === null || paymentKey(payment.endToEndId) !== paymentKey(endToEndId)) return saysNothing(answer)
      return withPayer({ ...payment, endToEndId })
    },

    async *listReceived({ onlyReturned = false, ...period }) {
      const query = onlyReturned ? { devolucaoPresente: 'true' } : {}
      const list = { operation: 'list payments', url: bank.urls.pix, items: 'pix', query } as const
      const rows = readPages(bank, list, period)
      for await (const payment of readable(rows, pix => paymentOf(pix, pixKey) ?? unreadablePayment(pix)))
        yield payment.foreignKey === undefined ? await withPayer(payment) : payment
    },
  }
}

/** Null: what cannot be read. */
export function paymentOf(pix: Fields, ourKey: string): ReceivedPayment | null {
  const endToEndId = textOf(pix['endToEndId'])
  const amount = amountOf(pix['valor'])
  const key = textOf(pix['chave'])
  const returns = returnsIn(pix)
  if (endToEndId === null || amount === null || returns === null) return null
  const txid = textOf(pix['txid'])
  return {
    endToEndId,
    amount,
    charge: txid === null ? null : openTxid(txid),
    ...(txid === null ? {} : { txid }),
    staticCode: txid === null ? null : openStaticId(txid),
    ...componentsIn(pix, amount),
    ...(key === null || isSamePixKey(key, ourKey) ? {} : { foreignKey: key }),
    at: timeOf(pix['horario']),
    payer: payerIn(pix),
    returns,
  }
}

/** How the amount is made up, by the names of the standard. What does not add up to it says nothing. */
function componentsIn(pix: Fields, amount: Micros): Pick<ReceivedPayment, 'components'> {
  const listed = fieldsOf(pix['componentesValor'])
  const part = (name: string) => ((listed[name] ?? null) === null ? 0n : amountOf(fieldsOf(listed[name])['valor']))
  const [original, fine, interest] = [part('original'), part('multa'), part('juros')]
  const [rebate, discount] = [part('abatimento'), part('desconto')]
  if (original === null || fine === null || interest === null || rebate === null || discount === null) return {}
  if (original === 0n || original + fine + interest - rebate - discount !== amount) return {}
  return { components: { original, fine, interest, rebate, discount } }
}

/** Null: one of them cannot be read. Money has gone back with it that the books would lack. */
function returnsIn(pix: Fields): ReceivedPayment['returns'] | null {
  const returns: ReceivedPayment['returns'] = []
  for (const one of listOf(pix['devolucoes'])) {
    const id = textOf(one['id'])
    const amount = amountOf(one['valor'])
    const isRefused = one['status'] === 'NAO_REALIZADO'
    if (id !== null && amount !== null)
      returns.push({ id, amount, isForced: isForcedReturn(one), isDone: one['status'] === 'DEVOLVIDO', isRefused })
    else if (!isRefused) return null
  }
  return returns
}

/** Not because we asked: the special return of the central bank. */
export const isForcedReturn = (one: Fields): boolean => textOf(one['natureza'])?.startsWith('MED') === true

function unreadablePayment(pix: Fields) {
  const returns = returnsIn(pix)
  const required = { endToEndId: textOf(pix['endToEndId']), valor: amountOf(pix['valor']), devolucoes: returns }
  return unreadableRow(pix, required, returns === null)
}

/** Who paid, where the bank reports it: the standard has nothing, Efí puts it into its callbacks only. */
function payerIn(pix: Fields): Participant | null {
  const { nome, cpf, cnpj, codigoBanco } = fieldsOf(fieldsOf(pix['gnExtras'])['pagador'] ?? pix['pagador'])
  return participantOf({ name: nome, taxNumber: textOf(cpf) ?? cnpj, ispb: codigoBanco })
}

/** Where the bank keeps whom it calls back: for payments to the key, and where it pays out perhaps for payouts. */
function callbackPlaces(bank: Bank, { payoutCallbackPath, keyInPath }: Dialect): CallbackPlace[] {
  const { pixKey, payoutUrl } = bank.settings
  const ofPayments = `${bank.urls.webhook}/${keyInPath(pixKey)}`
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
 * array or single object, Sicoob's payload, Efí's token for boletos. What cannot be read is no hint.
 */
function hintsIn(notice: unknown): NoticeHint[] {
  const body = fieldsOf(notice)
  const token = textOf(body['notification'])
  if (token !== null) return [{ of: 'boletos', token }]
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
  if (sentAs !== null) return [{ ...payout(openOrderId(sentAs), null, endToEndId), ...refusalOf(erro) }]
  return endToEndId === null ? [] : [{ of: 'payment', endToEndId, payer: payerIn(one) }]
}

const payout = (bankOrderId: string | null, bankReference: string | null, endToEndId: string | null) =>
  ({ of: 'payout', bankOrderId, bankReference, endToEndId, cause: null, words: null }) as const

/** As Efí says it of a payout, in its callback and sometimes in the payout itself. */
export function refusalOf(fault: unknown) {
  const { codigo, motivo } = fieldsOf(fault)
  return { cause: knownCauseOf(textOf(codigo)), words: wordsOf(codigo, motivo) }
}
