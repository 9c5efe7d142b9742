import { type Components, componentsOn, totalOf } from './amount-due.ts'
import { type Day, dayOf, lastPayableDay } from './calendar.ts'
import { isKeyOf } from './key-directory.ts'
import { linkLocation } from './locations.ts'
import type { Charge, Revision } from './records.ts'
import { Refusal, type Truth } from './truth.ts'

/** What a partner may say of a charge. */
export type ChargeTerms = Omit<Revision, 'status'>

export const chargeId = (partner: string, txid: string) => `${partner} ${txid}`

export const lastRevision = ({ revisions }: Charge): Revision => {
  const last = revisions.at(-1)
  if (last === undefined) throw new Error('a charge is born with a revision')
  return last
}

export type ChargeKind = 'cob' | 'cobv'

/** A charge is payable at once, or has a due date: one id is never of both kinds. */
export const kindOf = (charge: Charge): ChargeKind => (lastRevision(charge).due ? 'cobv' : 'cob')

/** `kind`: a charge of the other kind is not found. */
export function readCharge({ book }: Truth, partner: string, txid: string, kind?: ChargeKind): Charge {
  const charge = book.get('charges', chargeId(partner, txid))
  if (!charge || (kind !== undefined && kindOf(charge) !== kind))
    throw new Refusal('not found', 'Cobrança não encontrada para o txid informado.')
  return charge
}

/** A charge that exists is altered by this, where the dialect does not refuse the used txid; the same terms alter nothing. */
export function putCharge(
  truth: Truth,
  partner: string,
  txid: string,
  terms: ChargeTerms,
  locationId?: number,
): Charge {
  const { book } = truth
  return book.change(() => {
    const kind: ChargeKind = terms.due ? 'cobv' : 'cob'
    const before = book.get('charges', chargeId(partner, txid))
    if (before && kindOf(before) !== kind)
      throw new Refusal('used id', 'O txid já é utilizado por uma cobrança de outro tipo.', 'txid')
    if (before) return alterCharge(truth, partner, txid, terms, locationId)
    checkKey(truth, partner, terms.key, kind)
    const charge: Charge = {
      partner,
      txid,
      createdAt: truth.now().toISOString(),
      revisions: [{ ...terms, status: 'ATIVA' }],
      locationId: null,
      pix: [],
    }
    return keep(truth, { ...charge, locationId: linkLocation(truth, charge, locationId).id })
  })
}

export function alterCharge(
  truth: Truth,
  partner: string,
  txid: string,
  terms: Partial<ChargeTerms>,
  locationId?: number,
): Charge {
  return truth.book.change(() => {
    const charge = readCharge(truth, partner, txid)
    const last = lastRevision(charge)
    if (last.status !== 'ATIVA')
      throw new Refusal('not active', 'A cobrança não está ATIVA e não pode ser alterada.', `${kindOf(charge)}.status`)
    if (terms.key !== undefined) checkKey(truth, partner, terms.key, kindOf(charge))
    const relinked =
      locationId !== undefined && locationId !== charge.locationId
        ? { ...charge, locationId: linkLocation(truth, charge, locationId).id }
        : charge
    const altered = { ...last, ...terms }
    const isSame = JSON.stringify(altered) === JSON.stringify(last)
    return keep(truth, isSame ? relinked : { ...relinked, revisions: [...charge.revisions, altered] })
  })
}

export function endCharge(truth: Truth, charge: Charge, status: Revision['status']): Charge {
  const ended = { ...lastRevision(charge), status }
  return truth.book.change(() => keep(truth, { ...charge, revisions: [...charge.revisions, ended] }))
}

export function removeCharge(truth: Truth, partner: string, txid: string, kind: ChargeKind): Charge {
  const charge = readCharge(truth, partner, txid, kind)
  if (lastRevision(charge).status !== 'ATIVA')
    throw new Refusal('not active', 'A cobrança não está ATIVA e não pode ser removida.', `${kind}.status`)
  return endCharge(truth, charge, 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
}

/** There is no state for it: a charge that nobody paid in time stays ATIVA. The day of payment and where it is may decide. */
export function isExpired(charge: Charge, now: Date, { day = dayOf(now), municipality }: PayDay = {}): boolean {
  const { due, expiresInSeconds } = lastRevision(charge)
  if (due) return day > lastPayableDay(due.dueDate, due.payableDays, municipality)
  return Date.parse(charge.createdAt) + expiresInSeconds * 1000 < now.getTime()
}

/** On which day somebody pays, and in which municipality: it has holidays of its own. */
export type PayDay = { day?: Day; municipality?: string }

/** What a charge costs on a day; `components`: of one with a due date. */
export function amountOn(charge: Charge, now: Date, { day = dayOf(now), municipality }: PayDay = {}): AmountOfDay {
  const { amount, due } = lastRevision(charge)
  if (!due) return { amount }
  const components = componentsOn(amount, due, day, municipality)
  return { amount: totalOf(components), components }
}

type AmountOfDay = { amount: number; components?: Components }

function keep({ book }: Truth, charge: Charge): Charge {
  book.put('charges', chargeId(charge.partner, charge.txid), charge)
  return charge
}

function checkKey(truth: Truth, partner: string, key: string, kind: ChargeKind): void {
  if (!isKeyOf(truth, key, partner))
    throw new Refusal('foreign key', `O campo ${kind}.chave não pertence a este usuário recebedor.`, `${kind}.chave`)
}
