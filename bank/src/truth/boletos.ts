import { randomUUID } from 'node:crypto'
import type { DueTerms } from './amount-due.ts'
import { barcodeOf } from './barcode.ts'
import type { Boleto } from './boleto.ts'
import { type Day, dayOf } from './calendar.ts'
import { amountOn, endCharge, isExpired, lastRevision, putCharge, readCharge } from './charges.ts'
import { bankId, chosenTxid } from './identifiers.ts'
import type { Centavos } from './money.ts'
import { accountOf, moveMoney, outside } from './move-money.ts'
import type { Charge, Revision } from './records.ts'
import { Refusal, type Truth, endLater } from './truth.ts'

type Terms = {
  ownNumber: string
  /** Of a bank that gives ids of its own form, */
  id?: string
  /** registers at once, */
  isAtOnce?: boolean
  /** or notifies of each boleto at an address of its own. */
  noticeUrl?: string
  title?: string
  amount: Centavos
  due: DueTerms
  debtor: NonNullable<Revision['debtor']>
  key: string
}

/** A boleto and the Pix charge that pays it too. The registration ends later, or when the control API says so. */
export function registerBoleto(truth: Truth, partner: string, { ownNumber, ...given }: Terms): Boleto {
  const { id = bankId(), isAtOnce = false, noticeUrl, title, ...terms } = given
  return truth.book.change(() => {
    const txid = chosenTxid()
    putCharge(truth, partner, txid, { expiresInSeconds: 0, ...terms })
    const bankNumber = String(truth.book.all('boletos').size + 1).padStart(11, '0')
    const boleto: Boleto = {
      id,
      partner,
      ...(title === undefined ? {} : { title }),
      ...(noticeUrl === undefined ? {} : { noticeUrl, noticeToken: randomUUID() }),
      ownNumber,
      bankNumber,
      barcode: barcodeOf(terms.due.dueDate, terms.amount, bankNumber),
      txid,
      createdAt: truth.now().toISOString(),
      ...(isAtOnce ? { registeredAt: truth.now().toISOString() } : {}),
    }
    if (!isAtOnce) endLater(truth, 'boleto', boleto.id, truth.settings().boletoDelayMs)
    return keep(truth, boleto)
  })
}

export function readBoleto({ book }: Truth, partner: string, id: string): Boleto {
  const boleto = book.get('boletos', id)
  if (boleto?.partner !== partner) throw new Refusal('not found', 'Cobrança não encontrada.')
  return boleto
}

export const chargeOf = (truth: Truth, { partner, txid }: Boleto): Charge => readCharge(truth, partner, txid)

export type BoletoState = 'registering' | 'failed' | 'open' | 'late' | 'paid' | 'paidByPix' | 'cancelled' | 'expired'

export function stateOf(truth: Truth, boleto: Boleto): BoletoState {
  const charge = chargeOf(truth, boleto)
  if (boleto.failure !== undefined) return 'failed'
  if (boleto.paid) return 'paid'
  if (charge.pix.length > 0) return 'paidByPix'
  if (boleto.cancelledAt !== undefined) return 'cancelled'
  if (boleto.registeredAt === undefined) return 'registering'
  if (isExpired(charge, truth.now())) return 'expired'
  return dayOf(truth.now()) > (lastRevision(charge).due?.dueDate ?? '') ? 'late' : 'open'
}

/** What is registered, or has failed, stays so. */
export function endRegistration(truth: Truth, boleto: Boleto, failure: string | null): Boleto {
  if (stateOf(truth, boleto) !== 'registering') return boleto
  return truth.book.change(() => {
    if (failure === null) return keep(truth, { ...boleto, registeredAt: truth.now().toISOString() })
    endCharge(truth, chargeOf(truth, boleto), 'REMOVIDA_PELO_PSP')
    return keep(truth, { ...boleto, failure })
  })
}

/**
 * Somebody pays it at another bank: the money comes when it is settled. `day`: when that was, where this bank is notified on a
 * later day only; it may have expired or been cancelled here since. `again`: although it was paid by Pix, or cancelled.
 */
export function payBoleto(
  truth: Truth,
  boleto: Boleto,
  { amount, day = dayOf(truth.now()), again = false }: { amount?: Centavos; day?: Day; again?: boolean },
): Boleto {
  const state = stateOf(truth, boleto)
  const isOpen = state === 'open' || state === 'late' || wasOpenOn(truth, boleto, { state, day })
  if (!isOpen && !(again && !boleto.paid)) throw new Refusal('state', `it is ${state}`)
  return truth.book.change(() => {
    const charge = chargeOf(truth, boleto)
    const due = amountOn(charge, truth.now(), { day }).amount
    if (lastRevision(charge).status === 'ATIVA') endCharge(truth, charge, 'REMOVIDA_PELO_PSP')
    return keep(truth, { ...boleto, paid: { amount: amount ?? due, day } })
  })
}

/** Other banks take a slip until its cancellation has reached them. */
function wasOpenOn(truth: Truth, boleto: Boleto, { state, day }: { state: BoletoState; day: Day }): boolean {
  const isPast = day < dayOf(truth.now()) && day >= dayOf(new Date(boleto.createdAt))
  const isOver = state === 'expired' || (state === 'cancelled' && day <= dayOf(new Date(boleto.cancelledAt ?? '')))
  return isPast && isOver && !isExpired(chargeOf(truth, boleto), truth.now(), { day })
}

/** The money arrives in the account. */
export function settleBoleto(truth: Truth, boleto: Boleto): Boleto {
  const { paid, partner, id } = boleto
  if (!paid || paid.settledAt !== undefined) throw new Refusal('state', 'it is not paid, or settled already')
  return truth.book.change(() => {
    moveMoney(truth, {
      from: outside,
      to: accountOf(partner),
      amount: paid.amount,
      kind: 'boletoSettled',
      reference: id,
    })
    return keep(truth, { ...boleto, paid: { ...paid, settledAt: truth.now().toISOString() } })
  })
}

/** What was paid before it settled is not paid after all, and can be paid again. */
export function takeBack(truth: Truth, boleto: Boleto): Boleto {
  const { paid, ...unpaid } = boleto
  if (!paid || paid.settledAt !== undefined) throw new Refusal('state', 'it is not paid, or settled already')
  return truth.book.change(() => {
    endCharge(truth, chargeOf(truth, boleto), 'ATIVA')
    return keep(truth, unpaid)
  })
}

export function cancelBoleto(truth: Truth, boleto: Boleto): Boleto {
  const state = stateOf(truth, boleto)
  if (state !== 'open' && state !== 'late' && state !== 'expired')
    throw new Refusal('state', `A cobrança não pode ser cancelada: ${state}.`)
  return truth.book.change(() => {
    endCharge(truth, chargeOf(truth, boleto), 'REMOVIDA_PELO_PSP')
    return keep(truth, { ...boleto, cancelledAt: truth.now().toISOString() })
  })
}

function keep({ book, notify }: Truth, boleto: Boleto): Boleto {
  book.put('boletos', boleto.id, boleto)
  notify({ kind: 'boleto changed', boletoId: boleto.id })
  return boleto
}
