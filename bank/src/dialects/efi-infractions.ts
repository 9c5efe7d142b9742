import { bodyReader, object } from '../http/read-body.ts'
import type { Call, Route } from '../http/routes.ts'
import { isAsked, isWithin, paged, readWindow } from '../standard/windows.ts'
import { defendInfraction } from '../truth/infractions.ts'
import { formatCentavos } from '../truth/money.ts'
import type { Infraction } from '../truth/records.ts'

const readDefence = bodyReader<{ analise: 'aceito' | 'rejeitado'; justificativa: string }>(
  'infracao',
  object(['analise', 'justificativa'], {
    analise: { enum: ['aceito', 'rejeitado'] },
    justificativa: { type: 'string', minLength: 1, maxLength: 1000 },
  }),
)

const path = '/v2/gn/infracoes'
const resource = 'infraction'

/** Cases of the special return, which this bank only lists: it calls nobody back for them. */
export const efiInfractionRoutes: Route[] = [
  { name: 'listInfractions', method: 'GET', path, scope: 'gn.infractions.read', resource, status: 200, act: list },
  {
    name: 'postDefence',
    method: 'POST',
    path: `${path}/:idInfracao/defesa`,
    scope: 'gn.infractions.write',
    resource,
    status: 201,
    act: defend,
  },
]

function list({ truth, partner, query, switches }: Call) {
  const window = readWindow(query, switches)
  const found = [...truth.book.all('infractions').values()].filter(
    infraction =>
      infraction.partner === partner.name &&
      isWithin(window, infraction.createdAt) &&
      isAsked(query, 'status', infraction.state),
  )
  const { items, parametros } = paged(window, query, ['status'], found)
  return { parametros, infracoes: items.map(infractionView) }
}

function defend(call: Call) {
  const { truth, partner, params } = call
  return infractionView(defendInfraction(truth, partner.name, params.idInfracao ?? '', readDefence(call).justificativa))
}

const infractionView = (infraction: Infraction) => ({
  idInfracao: infraction.id,
  endToEndId: infraction.endToEndId,
  protocolo: infraction.id.replaceAll('-', '').slice(0, 12).toUpperCase(),
  dataTransacao: infraction.createdAt,
  valor: formatCentavos(infraction.amount),
  status: infraction.state,
  razao: 'solicitacao_de_reembolso',
  tipoSituacao: infraction.nature === 'MED_FRAUDE' ? 'fraude' : 'falha_operacional',
  comentario: infraction.comment ?? null,
  defesa: infraction.defence ?? null,
  dadosAnalise: { abertura: infraction.createdAt, prazoFinalizacao: infraction.answerUntil },
  criadoEm: infraction.createdAt,
  atualizadoEm: infraction.changedAt,
})
