import { bankId } from './identifiers.ts'
import type { Centavos } from './money.ts'
import { receivePix } from './receive-pix.ts'
import type { Initiation, InitiationState, Institution } from './records.ts'
import { Refusal, type Truth, endLater } from './truth.ts'

/** The banks at which payers can consent. */
export const institutions: Institution[] = [
  { id: '0d8a1d6c-5c3b-4b0f-9d5e-1f6f0c0a9b01', ispb: '18236120', name: 'Nubank' },
  { id: '0d8a1d6c-5c3b-4b0f-9d5e-1f6f0c0a9b02', ispb: '60701190', name: 'Itaú' },
  { id: '0d8a1d6c-5c3b-4b0f-9d5e-1f6f0c0a9b03', ispb: '60746948', name: 'Bradesco' },
  { id: '0d8a1d6c-5c3b-4b0f-9d5e-1f6f0c0a9b04', ispb: '00000000', name: 'Banco do Brasil' },
  { id: '0d8a1d6c-5c3b-4b0f-9d5e-1f6f0c0a9b05', ispb: '00360305', name: 'Caixa Econômica Federal' },
]

/** Open Finance Brasil's own limit for a payer to say yes. */
const patienceMs = 5 * 60_000

export type InitiationOrder = {
  idempotencyKey: string
  amount: Centavos
  taxId: string
  institutionId: string
  ownId?: string
  message?: string
  key?: string
  txid?: string
}

export const initiationOfKey = ({ book }: Truth, partner: string, key: string): Initiation | undefined =>
  book.get('initiations', book.get('names', `initiation ${partner} ${key}`) ?? '')

export function openInitiation(truth: Truth, partner: string, order: InitiationOrder): Initiation {
  const { taxId, institutionId, ...rest } = order
  const institution = institutions.find(({ id }) => id === institutionId)
  if (!institution) throw new Refusal('unknown institution', 'O participante não foi encontrado.')
  return truth.book.change(() => {
    const initiation: Initiation = {
      id: `urn:banco-simulado:${bankId()}`,
      partner,
      ...rest,
      payer: { taxId, institution },
      state: 'Pending',
      createdAt: truth.now().toISOString(),
    }
    truth.book.put('initiations', initiation.id, initiation)
    truth.book.put('names', `initiation ${partner} ${rest.idempotencyKey}`, initiation.id)
    endLater(truth, 'initiation', initiation.id, patienceMs)
    return initiation
  })
}

export function readInitiation({ book }: Truth, id: string): Initiation {
  const initiation = book.get('initiations', id)
  if (!initiation) throw new Refusal('not found', 'Nenhum pagamento foi encontrado.')
  return initiation
}

/** The payer agrees, and the money moves at once, to the key or to the account itself. */
export function agreeToInitiation(truth: Truth, id: string, isStillPending: boolean): Initiation {
  const initiation = waiting(truth, id)
  if (initiation.endToEndId !== undefined) throw new Refusal('state', 'the payer has agreed already')
  return truth.book.change(() => {
    const { partner, amount, payer, message, key, txid } = initiation
    const { ispb, name } = payer.institution
    const received = receivePix(truth, {
      partner,
      ofCharge: false,
      amount,
      payer: { name: `Cliente de ${name}`, taxId: payer.taxId, ispb },
      ...(key === undefined ? {} : { key }),
      ...(txid === undefined ? {} : { txid }),
      ...(message === undefined ? {} : { message }),
    })
    const agreed = { ...initiation, endToEndId: received.endToEndId }
    truth.book.put('initiations', id, agreed)
    truth.book.remove('due', `initiation ${id}`)
    truth.notify({ kind: 'pix received', endToEndId: received.endToEndId })
    return isStillPending ? agreed : end(truth, agreed, 'Accepted')
  })
}

/** Says at last of a payment that has moved that it has. */
export function acceptInitiation(truth: Truth, id: string): Initiation {
  const initiation = waiting(truth, id)
  if (initiation.endToEndId === undefined) throw new Refusal('state', 'the payer has not agreed')
  return truth.book.change(() => end(truth, initiation, 'Accepted'))
}

/** It will never be paid. */
export function endInitiation(
  truth: Truth,
  id: string,
  state: Exclude<InitiationState, 'Pending' | 'Accepted'>,
  reason: string,
): Initiation {
  const initiation = waiting(truth, id)
  if (initiation.endToEndId !== undefined) throw new Refusal('state', 'the payer has agreed already')
  return truth.book.change(() => end(truth, { ...initiation, reason }, state))
}

export function expireInitiation(truth: Truth, id: string): void {
  endInitiation(truth, id, 'Expired', 'O prazo para autorizar acabou.')
}

function waiting(truth: Truth, id: string): Initiation {
  const initiation = readInitiation(truth, id)
  if (initiation.state !== 'Pending') throw new Refusal('state', `the initiation is ${initiation.state} already`)
  return initiation
}

function end(truth: Truth, initiation: Initiation, state: InitiationState): Initiation {
  const ended = { ...initiation, state }
  truth.book.put('initiations', ended.id, ended)
  truth.book.remove('due', `initiation ${ended.id}`)
  truth.notify({ kind: 'initiation ended', initiationId: ended.id })
  return ended
}
