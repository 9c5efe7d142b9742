import { readBrCode } from './br-code.ts'
import { type PayDay, amountOn, chargeId, endCharge, isExpired, lastRevision } from './charges.ts'
import { endToEndId, ownIspb } from './identifiers.ts'
import { findKey } from './key-directory.ts'
import { locationOfToken } from './locations.ts'
import { type Centavos, parseCentavos } from './money.ts'
import { accountOf, moveMoney, outside } from './move-money.ts'
import type { Charge, Person, ReceivedPix } from './records.ts'
import { shareOut } from './splits.ts'
import { Refusal, type Truth } from './truth.ts'

export type Payer = Person & { ispb: string }

export const defaultPayer: Payer = { name: 'Maria da Silva', taxId: '52998224725', ispb: '60701190' }

/** A charge with a due date costs what it does on the day of payment: today, where none is named. */
export type Payment = PayDay & {
  amount?: Centavos
  payer?: Payer
  message?: string
  /** Pays although the charge has expired, */
  late?: boolean
  /** or although it is paid or removed. */
  again?: boolean
  /** A payment from a partner of this same bank: the money is moved already, and its id known. */
  sentHere?: { endToEndId: string }
}

/** A payer pays a charge. What a payer's bank would not let through is refused, unless the call forces it. */
export function payCharge(truth: Truth, charge: Charge, payment: Payment): ReceivedPix {
  const terms = lastRevision(charge)
  if (terms.status !== 'ATIVA' && payment.again !== true) throw new Refusal('not active', `a charge in ${terms.status}`)
  if (isExpired(charge, truth.now(), payment) && payment.late !== true)
    throw new Refusal('expired', 'the charge has expired')
  const ofDay = amountOn(charge, truth.now(), payment)
  const amount = payment.amount ?? ofDay.amount
  return truth.book.change(() => {
    const pix = {
      partner: charge.partner,
      key: terms.key,
      txid: charge.txid,
      ofCharge: true,
      amount,
      ...(ofDay.components && amount === ofDay.amount ? { components: ofDay.components } : {}),
      payer: payment.payer ?? defaultPayer,
      ...(payment.message === undefined ? {} : { message: payment.message }),
    }
    const received = receivePix(truth, pix, payment.sentHere)
    const shares = shareOut(truth, charge, received)
    if (shares.length > 0) truth.book.put('pix', received.endToEndId, { ...received, shares })
    const paid = { ...charge, pix: [...charge.pix, received.endToEndId] }
    if (terms.status === 'ATIVA') endCharge(truth, paid, 'CONCLUIDA')
    else truth.book.put('charges', chargeId(charge.partner, charge.txid), paid)
    truth.notify({ kind: 'pix received', endToEndId: received.endToEndId })
    return received
  })
}

/** What a code leads to: a charge by its location, or a key of a partner by its name. */
export function payCode(truth: Truth, code: string, payment: Payment): ReceivedPix {
  const read = readBrCode(code)
  if (!read) throw new Refusal('malformed', 'this is no Pix code, or it is damaged')
  if (read.location !== undefined) return payCharge(truth, chargeAt(truth, read.location), payment)
  const amount = payment.amount ?? parseCentavos(read.amount ?? '')
  if (amount === null || amount <= 0) throw new Refusal('malformed', 'the code names no amount: say one')
  return transferToKey(truth, read.key ?? '', { ...payment, amount, ...(read.txid ? { txid: read.txid } : {}) })
}

export function chargeAt(truth: Truth, address: string): Charge {
  const location = locationOfToken(truth, address.slice(address.lastIndexOf('/') + 1))
  const charge = location && truth.book.get('charges', chargeId(location.partner, location.txid ?? ''))
  if (!charge) throw new Refusal('not found', 'no charge of this bank is at that location')
  return charge
}

/** A plain transfer to a key, without a charge. */
export function transferToKey(truth: Truth, key: string, payment: Payment & { amount: Centavos; txid?: string }) {
  const partner = findKey(truth, key)?.partner
  if (partner === undefined) throw new Refusal('unknown key', `${key} is no key of a partner of this bank`)
  return truth.book.change(() => {
    const { amount, payer = defaultPayer, message, txid } = payment
    const received = receivePix(truth, {
      partner,
      key,
      ofCharge: false,
      amount,
      payer,
      ...(message === undefined ? {} : { message }),
      ...(txid === undefined ? {} : { txid }),
    })
    truth.notify({ kind: 'pix received', endToEndId: received.endToEndId })
    return received
  })
}

/** Money from a partner of this same bank is moved already, and its id known. */
export function receivePix(
  truth: Truth,
  pix: Omit<ReceivedPix, 'endToEndId' | 'at' | 'refunds'>,
  sentHere?: { endToEndId: string },
): ReceivedPix {
  const at = truth.now()
  const id = sentHere?.endToEndId ?? endToEndId(pix.payer.ispb || ownIspb, at)
  const received = { ...pix, endToEndId: id, at: at.toISOString(), refunds: [] }
  truth.book.put('pix', id, received)
  if (!sentHere)
    moveMoney(truth, {
      from: outside,
      to: accountOf(pix.partner),
      amount: pix.amount,
      kind: 'pixReceived',
      reference: id,
    })
  return received
}
