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

export function readCharge({ book }: Truth, partner: string, txid: string): Charge {
  const charge = book.get('charges', chargeId(partner, txid))
  if (!charge) throw new Refusal('not found', 'Cobrança não encontrada para o txid informado.')
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
    if (book.get('charges', chargeId(partner, txid))) return alterCharge(truth, partner, txid, terms, locationId)
    checkKey(truth, partner, terms.key)
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
      throw new Refusal('not active', 'A cobrança não está ATIVA e não pode ser alterada.', 'cob.status')
    if (terms.key !== undefined) checkKey(truth, partner, terms.key)
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

export function removeCharge(truth: Truth, partner: string, txid: string): Charge {
  const charge = readCharge(truth, partner, txid)
  if (lastRevision(charge).status !== 'ATIVA')
    throw new Refusal('not active', 'A cobrança não está ATIVA e não pode ser removida.', 'cob.status')
  return endCharge(truth, charge, 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
}

/** There is no state for it: a charge that nobody paid in time stays ATIVA. */
export const isExpired = (charge: Charge, now: Date) =>
  Date.parse(charge.createdAt) + lastRevision(charge).expiresInSeconds * 1000 < now.getTime()

function keep({ book }: Truth, charge: Charge): Charge {
  book.put('charges', chargeId(charge.partner, charge.txid), charge)
  return charge
}

function checkKey(truth: Truth, partner: string, key: string): void {
  if (!isKeyOf(truth, key, partner))
    throw new Refusal('foreign key', 'O campo cob.chave não pertence a este usuário recebedor.', 'cob.chave')
}
