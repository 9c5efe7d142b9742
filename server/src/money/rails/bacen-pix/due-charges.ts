import { businessDayFar, lastPayableDay } from '../../../platform/brazil/business-days.ts'
import { dayOf } from '../../../platform/brazil/sao-paulo.ts'
import { type DuePayer, graceDays, isSameTerms } from '../due-terms.ts'
import type { ChangedFrom, DueCharge, DueChargeRail, DueChargeRequest } from '../rails.ts'
import { type Answer, type Bank, requestMs, saysNothing, unknownState } from './bank.ts'
import {
  chargeRail,
  createMs,
  nullUnlessUnsent,
  paymentsOf,
  refusalOf,
  statusOf,
  unknownFate,
  unlessLimited,
} from './charges.ts'
import type { Dialect } from './dialect.ts'
import { calendarIn, costsOf, termsIn } from './due-charge-terms.ts'
import { openTxid, txidOf } from './ids.ts'
import { readPages } from './read-pages.ts'
import { type Fields, amountOf, documentField, fieldsOf, textOf } from './reading.ts'
import { refusalIn } from './refusals.ts'
import { readable, unreadableRow } from './unreadable-rows.ts'

/** Requested apart from the others. */
export const dueChargeScopes = 'cobv.read cobv.write'

/** Charges with a due date, by `PUT /cobv/{txid}`. What they cost on a day is the bank's word. */
export function dueCharges(bank: Bank, dialect: Dialect, clock: () => Date): DueChargeRail {
  const { pixUrl, pixKey } = bank.settings
  const url = `${pixUrl}/cobv`

  const rail = chargeRail<DueChargeRequest>(bank, dialect, {
    createUrl: url,
    url,
    operations: { create: 'create due charge', read: 'read due charge', cancel: 'cancel due charge' },
    bodyOf: request => ({ ...bodyOf(request), chave: pixKey }),
    isSame: (charge, { amount, dueDate }) =>
      amountOf(fieldsOf(charge['valor'])['original']) === amount && calendarIn(charge).dueDate === dueDate,
    codeAmount: () => null,
    hasExpired: charge => {
      const { dueDate, payableDays } = calendarIn(charge)
      return dueDate !== null && dayOf(clock()) > businessDayFar(lastPayableDay(dueDate, payableDays), graceDays)
    },
  })

  const chargeIn = (charge: Fields): DueCharge | null => {
    const externalId = textOf(charge['txid'])
    const state = states[statusOf(charge)]
    const amount = amountOf(fieldsOf(charge['valor'])['original'])
    const payments = paymentsOf(charge, pixKey)
    const { dueDate } = calendarIn(charge)
    if (externalId === null || state === undefined || amount === null || payments === null || dueDate === null)
      return null
    const qrCode = dialect.copyPasteOf(charge)
    const [terms, message] = [termsIn(charge), textOf(charge['solicitacaoPagador'])]
    return { externalId, charge: openTxid(externalId), state, qrCode, amount, dueDate, terms, message, payments }
  }

  async function find(txid: string, signal: AbortSignal): Promise<{ answer: Answer; charge: Fields } | null> {
    const answer = await bank.call({ operation: 'read due charge', method: 'GET', url: `${url}/${txid}`, signal })
    if (dialect.isNotFound(answer)) return null
    return answer.status < 300 ? { answer, charge: fieldsOf(answer.body) } : saysNothing(answer)
  }

  return {
    ...rail,

    async findCharge({ externalId }, { signal }) {
      const found = await find(externalId, signal)
      return found && (chargeIn(found.charge) ?? unknownState(found.answer))
    },

    async changeCharge(request, before) {
      const signal = AbortSignal.timeout(requestMs)
      const txid = txidOf(request.transactionId, request.merchantNumber)
      const requested = bodyOf(request, before)
      const inTime = { signal: AbortSignal.timeout(createMs) }
      const ask = { operation: 'change due charge', method: 'PATCH', url: `${url}/${txid}`, ...inTime } as const
      const answer = await bank.call({ ...ask, body: requested }).catch(nullUnlessUnsent)
      const changed = answer !== null && answer.status < 300 ? chargeIn(fieldsOf(answer.body)) : null
      if (changed !== null) return changed
      // Also after a refusal: it may be of a repeat, or of a charge that was paid or removed meanwhile.
      const found = await find(txid, signal).catch(error => unlessLimited(error) ?? unknownFate())
      const charge = found && chargeIn(found.charge)
      if (charge && (charge.state !== 'open' || isLike(charge, request))) return charge
      if (answer !== null && refusalIn(answer) !== null) throw refusalOf(bank, answer, request, 'change due charge')
      return unknownFate()
    },

    async *listCharges(period) {
      const rows = readPages(bank, { operation: 'list due charges', url, items: 'cobs' }, period)
      yield* readable(rows, row => chargeIn(row) ?? unreadableCharge(row))
    },
  }
}

/** Whether the bank has what was asked for. Some banks trim texts. */
const isLike = ({ terms, message }: DueCharge, request: DueChargeRequest): boolean =>
  terms !== null && isSameTerms(terms, request) && shown(message) === shown(request.message)

const shown = (message: string | null): string => (message ?? '').slice(0, 140).trim()

/** A charge's states at banks. Any other says nothing: the bank is asked again. */
// biome-ignore format: a table is read in columns
const states: Record<string, DueCharge['state']> = {
  ATIVA: 'open',      CONCLUIDA: 'paid',      CONCLUIDA_POR_OUTRO_ARRANJO: 'paidElsewhere',
  EXPIRADA: 'removed', EXPIRADO: 'removed',   REMOVIDA_PELO_PSP_BOLETO: 'removed',
  REMOVIDA_PELO_USUARIO_RECEBEDOR: 'removed', REMOVIDO_PELO_USUARIO_RECEBEDOR: 'removed',
  REMOVIDA_PELO_PSP: 'removed',               REMOVIDO_PELO_PSP: 'removed',
}

const unreadableCharge = (row: Fields) =>
  unreadableRow(row, {
    txid: textOf(row['txid']),
    status: states[statusOf(row)] ?? null,
    valor: amountOf(fieldsOf(row['valor'])['original']),
    calendario: calendarIn(row).dueDate,
    pix: paymentsOf(row, ''),
  })

/** An empty text takes away the one before: what is left out stays. */
function bodyOf(request: DueChargeRequest, before?: ChangedFrom) {
  const { dueDate, payableDaysAfterDue, payer } = request
  const message = request.message ?? (before?.message ? '' : null)
  return {
    calendario: { dataDeVencimento: dueDate, validadeAposVencimento: payableDaysAfterDue },
    devedor: payerOf(payer),
    valor: costsOf(request, before),
    ...(message === null ? {} : { solicitacaoPagador: message.slice(0, 140) }),
  }
}

function payerOf({ taxNumber, name, email, address }: DuePayer) {
  return {
    ...documentField(taxNumber),
    nome: name.slice(0, 200),
    ...(email ? { email } : {}),
    ...(address && {
      logradouro: address.street.slice(0, 200),
      cidade: address.city.slice(0, 200),
      uf: address.state,
      cep: address.postalCode.replace(/\D/g, ''),
    }),
  }
}
