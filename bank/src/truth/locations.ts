import { capabilityToken } from './identifiers.ts'
import type { Charge, Location, Revision } from './records.ts'
import { Refusal, type Truth } from './truth.ts'

export function createLocation(truth: Truth, partner: string, kind: Location['kind']): Location {
  const { book } = truth
  return book.change(() => {
    const id = book.all('locations').size + 1
    const location: Location = { id, partner, token: capabilityToken(), kind, createdAt: truth.now().toISOString() }
    book.put('locations', String(id), location)
    book.put('names', `location ${location.token}`, String(id))
    return location
  })
}

export function readLocation({ book }: Truth, partner: string, id: string): Location {
  const location = book.get('locations', id)
  if (location?.partner !== partner) throw new Refusal('not found', 'Location não encontrada para o id informado.')
  return location
}

export const locationOfToken = ({ book }: Truth, token: string): Location | undefined =>
  book.get('locations', book.get('names', `location ${token}`) ?? '')

/** Gives a charge the location it names, or a new one. */
export function linkLocation(truth: Truth, charge: Charge, locationId: number | undefined): Location {
  const { book } = truth
  const kind = (charge.revisions.at(-1) as Revision).due ? 'cobv' : 'cob'
  const location =
    locationId === undefined ? createLocation(truth, charge.partner, kind) : book.get('locations', String(locationId))
  if (location?.partner !== charge.partner)
    throw new Refusal('location', 'O location referenciado por loc.id inexiste.', `${kind}.loc.id`)
  if (location.txid !== undefined && location.txid !== charge.txid)
    throw new Refusal('location', 'O location referenciado por loc.id já é usado por outra cobrança.', `${kind}.loc.id`)
  if (location.kind !== kind)
    throw new Refusal('location', `O location referenciado por loc.id é do tipo ${location.kind}.`, `${kind}.loc.id`)
  const linked = { ...location, txid: charge.txid }
  book.put('locations', String(location.id), linked)
  return linked
}

/** The charge stays as it is, but no code leads to it any more. */
export function unlinkLocation(truth: Truth, partner: string, id: string): Location {
  const { book } = truth
  const { txid, ...freed } = readLocation(truth, partner, id)
  book.change(() => {
    book.put('locations', id, freed)
    const charge = txid === undefined ? undefined : book.get('charges', `${partner} ${txid}`)
    if (charge?.locationId === freed.id) book.put('charges', `${partner} ${txid}`, { ...charge, locationId: null })
  })
  return freed
}

export const addressOf = ({ host }: Truth, { kind, token }: Location) =>
  `${host}/qr/v2/${kind === 'cobv' ? 'cobv/' : ''}${token}`
