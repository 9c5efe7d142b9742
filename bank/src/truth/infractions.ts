import { bankId } from './identifiers.ts'
import type { Centavos } from './money.ts'
import type { Infraction, InfractionState, Refund } from './records.ts'
import { forceReturn } from './refund-pix.ts'
import { Refusal, type Truth } from './truth.ts'

const answerDays = 7

type Reported = { amount?: Centavos | undefined; nature: Infraction['nature']; comment?: string | undefined }

/** The payer's bank reports a received Pix: fraud, or a fault of its own. */
export function reportInfraction(truth: Truth, endToEndId: string, { amount, nature, comment }: Reported): Infraction {
  const pix = truth.book.get('pix', endToEndId)
  if (!pix) throw new Refusal('not found', 'there is no such Pix')
  const at = truth.now()
  const infraction: Infraction = {
    id: bankId(),
    partner: pix.partner,
    endToEndId,
    amount: amount ?? pix.amount,
    nature,
    ...(comment === undefined ? {} : { comment }),
    state: 'ABERTA',
    createdAt: at.toISOString(),
    changedAt: at.toISOString(),
    answerUntil: new Date(at.getTime() + answerDays * 86_400_000).toISOString(),
  }
  return truth.book.change(() => put(truth, infraction))
}

/** The partner answers, once and in time. */
export function defendInfraction(truth: Truth, partner: string, id: string, defence: string): Infraction {
  const infraction = truth.book.get('infractions', id)
  if (infraction?.partner !== partner) throw new Refusal('not found', 'Infração não encontrada.')
  if (infraction.state !== 'ABERTA') throw new Refusal('used id', 'A defesa já foi enviada.')
  if (Date.parse(infraction.answerUntil) < truth.now().getTime())
    throw new Refusal('too late', 'O prazo para a defesa passou.')
  return truth.book.change(() => change(truth, { ...infraction, defence }, 'EM_DEFESA'))
}

export const isOpen = ({ state }: Infraction) => state === 'ABERTA' || state === 'EM_DEFESA'

/** It ends: accepted, and the money goes back, a part of it or none; or rejected, or withdrawn by the payer's bank. */
export function endInfraction(
  truth: Truth,
  id: string,
  end: 'ACEITA' | 'REJEITADA' | 'CANCELADA',
  amount?: Centavos,
): Infraction {
  const infraction = truth.book.get('infractions', id)
  if (!infraction) throw new Refusal('not found', 'there is no such infraction')
  if (!isOpen(infraction)) throw new Refusal('state', `the infraction is ${infraction.state} already`)
  return truth.book.change(() => {
    const returned = amount ?? infraction.amount
    if (end === 'ACEITA' && returned > 0) forceReturn(truth, infraction.endToEndId, natureOf(infraction), returned)
    return change(truth, infraction, end)
  })
}

const natureOf = ({ nature }: Infraction): Refund['nature'] => nature

const change = (truth: Truth, infraction: Infraction, state: InfractionState) =>
  put(truth, { ...infraction, state, changedAt: truth.now().toISOString() })

function put(truth: Truth, infraction: Infraction): Infraction {
  truth.book.put('infractions', infraction.id, infraction)
  return infraction
}
