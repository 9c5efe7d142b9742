import { bodyReader, object } from '../http/read-body.ts'
import { type Call, OtherAnswer } from '../http/routes.ts'
import { bankId } from '../truth/identifiers.ts'
import { formatCentavos } from '../truth/money.ts'
import { accountOf } from '../truth/move-money.ts'
import type { Movement, MovementKind } from '../truth/records.ts'
import type { Report } from '../truth/report.ts'
import { Refusal, type Truth } from '../truth/truth.ts'
import { localDay } from './inter-views.ts'

/** The records a partner may order, and the codes of their lines. */
const codes: Record<string, string> = {
  pixRecebido: 'PR',
  pixEnviadoChave: 'PEC',
  pixEnviadoDadosBancarios: 'PEB',
  estornoPixEnviado: 'EPE',
  pixDevolucaoEnviada: 'PDE',
  pixDevolucaoRecebida: 'PDR',
  tarifaPixEnviado: 'TPE',
  tarifaPixRecebido: 'TPR',
  estornoTarifaPixEnviado: 'ETPE',
  saldoDiaAnterior: 'SDA',
  saldoDia: 'SD',
}

const codeOf: Partial<Record<MovementKind, string>> = {
  pixReceived: 'PR',
  payoutSettled: 'PR',
  payoutReleased: 'EPE',
  refundHeld: 'PDE',
  forcedReturn: 'PDE',
  payoutReturned: 'PDR',
  fee: 'TPR',
}

const flag = { type: 'boolean' }
const readOrder = bodyReader<{ dataMovimento: string; tipoRegistros: Record<string, boolean> }>(
  'relatorio',
  object(['dataMovimento', 'tipoRegistros'], {
    dataMovimento: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    tipoRegistros: { type: 'object', additionalProperties: flag },
    dadosAdicionais: { type: 'object' },
  }),
)

const readyAfterMs = 30_000

export function orderReport(call: Call) {
  const { truth, partner } = call
  const { dataMovimento: day, tipoRegistros } = readOrder(call)
  const requestedAt = truth.now().toISOString()
  if (day >= localDay(requestedAt)) throw new Refusal('malformed', 'O dia ainda não acabou.', 'dataMovimento')
  const ordered = Object.keys(tipoRegistros).filter(name => tipoRegistros[name])
  const report: Report = {
    id: bankId(),
    partner: partner.name,
    day,
    codes: ordered.flatMap(name => codes[name] ?? []),
    requestedAt,
  }
  truth.book.change(() => truth.book.put('reports', report.id, report))
  return statusOf(report, 'AGUARDANDO_PROCESSAMENTO')
}

export function getReport({ truth, partner, params }: Call) {
  const report = truth.book.get('reports', params.id ?? '')
  if (report?.partner !== partner.name) throw new Refusal('not found', 'Relatório não encontrado.')
  if (truth.now().getTime() < Date.parse(report.requestedAt) + readyAfterMs)
    return new OtherAnswer({ status: 202, body: statusOf(report, 'EM_PROCESSAMENTO') })
  return new OtherAnswer({ status: 200, type: 'text/csv', text: fileOf(truth, report) })
}

const statusOf = ({ id, requestedAt }: Report, status: string) => ({ id, dataSolicitacao: requestedAt, status })

/** A heading, the movements in the order of the day, and their count. The columns of the real file are in a PDF of Efí, which is not followed here. */
function fileOf(truth: Truth, report: Report): string {
  const account = accountOf(report.partner)
  const movements = [...truth.book.all('movements').values()].filter(
    ({ from, to }) => from === account || to === account,
  )
  const signed = ({ to, amount }: Movement) => (to === account ? amount : -amount)
  const balanceUntil = (isCounted: (day: string) => boolean) =>
    movements.filter(({ at }) => isCounted(localDay(at))).reduce((sum, movement) => sum + signed(movement), 0)
  const lines = [
    ['SDA', report.day, formatCentavos(balanceUntil(day => day < report.day))],
    ...movements
      .filter(({ at }) => localDay(at) === report.day)
      .map(movement => [
        recordCode(truth, movement),
        movement.at,
        formatCentavos(signed(movement)),
        movement.reference,
      ]),
    ['SD', report.day, formatCentavos(balanceUntil(day => day <= report.day))],
  ].filter(([code = '']) => report.codes.includes(code))
  return [['CA', report.day], ...lines, ['T', String(lines.length)]].map(line => `${line.join(';')}\r\n`).join('')
}

const recordCode = ({ book }: Truth, { kind, reference }: Movement): string =>
  kind === 'payoutHeld' ? (book.get('payouts', reference)?.key === undefined ? 'PEB' : 'PEC') : (codeOf[kind] ?? '')
