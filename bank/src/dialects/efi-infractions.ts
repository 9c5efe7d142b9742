import { bodyReader, object } from '../http/read-body.ts'
import type { Call } from '../http/routes.ts'
import { isAsked, isWithin, oneOf, paged, readWindow } from '../standard/windows.ts'
import { ownIspb } from '../truth/identifiers.ts'
import { defendInfraction } from '../truth/infractions.ts'
import { numberOfCentavos } from '../truth/money.ts'
import type { Infraction, InfractionState, Person } from '../truth/records.ts'
import type { Truth } from '../truth/truth.ts'

const readDefence = bodyReader<{ analise: 'aceito' | 'rejeitado'; justificativa: string }>(
  'infracao',
  object(['analise', 'justificativa'], {
    analise: { enum: ['aceito', 'rejeitado'] },
    justificativa: { type: 'string', minLength: 1, maxLength: 1000 },
  }),
)

/** As the bank's own client has it, which differs from the states of the special return. */
const states: Record<InfractionState, string> = {
  ABERTA: 'ABERTA',
  EM_DEFESA: 'EM_DEFESA',
  ACEITA: 'ACEITA',
  REJEITADA: 'REJEITADA',
  CANCELADA: 'CANCELADA_EFI',
}
const filters = { status: oneOf(...Object.values(states)) }

export function listInfractions({ truth, partner, query, switches }: Call) {
  const window = readWindow(query, filters, switches)
  const found = [...truth.book.all('infractions').values()].filter(
    infraction =>
      infraction.partner === partner.name &&
      isWithin(window, infraction.createdAt) &&
      isAsked(query, 'status', states[infraction.state]),
  )
  const { items, parametros } = paged(window, query, filters, found)
  return { parametros, infracoes: items.map(one => infractionView(truth, one)) }
}

export function defend(call: Call) {
  const { truth, partner, params } = call
  const { justificativa } = readDefence(call)
  return infractionView(truth, defendInfraction(truth, partner.name, params.idInfracao ?? '', justificativa))
}

function infractionView({ book }: Truth, infraction: Infraction) {
  const pix = book.get('pix', infraction.endToEndId)
  const owner = book.get('partners', infraction.partner)?.owner
  const number = Number.parseInt(infraction.id.slice(0, 8), 16)
  return {
    idInfracao: infraction.id,
    endToEndId: infraction.endToEndId,
    protocolo: number,
    dataTransacao: pix?.at ?? infraction.createdAt,
    valor: numberOfCentavos(infraction.amount),
    ...(pix?.key === undefined ? {} : { chave: pix.key }),
    status: states[infraction.state],
    ...(infraction.nature === 'MED_FRAUDE'
      ? { razao: 'solicitacao_de_reembolso', tipoSituacao: 'golpe' }
      : { razao: 'falha_operacional' }),
    ...(infraction.comment === undefined ? {} : { comentario: infraction.comment }),
    ...(infraction.defence === undefined ? {} : { defesa: infraction.defence }),
    identificadorTicket: [number],
    dadosAnalise: { abertura: infraction.createdAt, prazoFinalizacao: infraction.answerUntil },
    origem: partyView(pix?.payer, pix?.payer.ispb ?? ''),
    destino: partyView(owner, ownIspb),
    criadoEm: infraction.createdAt,
    atualizadoEm: infraction.changedAt,
  }
}

const partyView = (person: Person | undefined, ispb: string) => ({
  nomeParticipante: `Banco ${ispb}`,
  conta: 1_234_567,
  nome: person?.name ?? '',
  documento: person?.taxId ?? '',
})
