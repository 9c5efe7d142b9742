import type { NoticeHint } from '../rails.ts'
import { knownCauseOf } from './refusal-causes.ts'
import { type Fields, fieldsOf, listOf, textOf } from './reading.ts'

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
  // What is told of an initiation's refund is a matter of its payment.
  if (initiated !== null && one['tipo'] !== 'devolucao') return [{ of: 'initiation', externalId: initiated }]
  if (reference !== null) return [payout(null, reference, endToEndId)]
  if (sentAs !== null)
    return [payout(orderIdOf(sentAs), null, endToEndId, knownCauseOf(textOf(fieldsOf(erro)['codigo'])))]
  return endToEndId === null ? [] : [{ of: 'payment', endToEndId }]
}

const payout = (
  orderId: string | null,
  bankReference: string | null,
  endToEndId: string | null,
  cause: string | null = null,
): NoticeHint => ({ of: 'payout', orderId, bankReference, endToEndId, cause })

/** Our id with its dashes again; null: none of ours. */
const orderIdOf = (text: string): string | null =>
  /^[0-9a-f]{32}$/.test(text) ? text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : null
