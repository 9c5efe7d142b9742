import { bodyReader, object } from '../http/read-body.ts'
import { type Call, OtherAnswer } from '../http/routes.ts'
import type { Boleto } from '../truth/boleto.ts'
import { chargeOf } from '../truth/boletos.ts'
import { type Day, businessDayAfter, dayOf, daysFrom, isDay } from '../truth/calendar.ts'
import { lastRevision } from '../truth/charges.ts'
import { type Centavos, numberOfCentavos } from '../truth/money.ts'
import { accountNumberOf, clientNumberOf } from '../truth/partners.ts'
import type { Partner } from '../truth/records.ts'
import { Refusal, type Truth } from '../truth/truth.ts'
import { zipOf } from './plain-zip.ts'

type Order = { numeroCliente: number; tipoMovimento: number; dataInicial: string; dataFinal: string }

const day = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }
const readOrder = bodyReader<Order>(
  'solicitacao',
  object(['numeroCliente', 'tipoMovimento', 'dataInicial', 'dataFinal'], {
    numeroCliente: { type: 'integer' },
    // Of the seven kinds of movements this bank reports payments only.
    tipoMovimento: { enum: [5] },
    dataInicial: day,
    dataFinal: day,
  }),
)

export function checkClient({ partner }: Pick<Call, 'partner'>, given: number): void {
  if (given !== clientNumberOf(partner)) throw new Refusal('state', 'Número do cliente inválido.')
}

/** A report is made after the answer: the first question about it comes too early. */
export function orderSettlements(call: Call) {
  const { truth, partner } = call
  const { numeroCliente, dataInicial, dataFinal } = readOrder(call)
  checkClient(call, numeroCliente)
  const days = isDay(dataInicial) && isDay(dataFinal) ? daysFrom(dataInicial, dataFinal) : -1
  if (days < 0 || days > 1 || dataFinal > dayOf(truth.now()))
    throw new Refusal('state', 'O período da consulta deve ser de no máximo 2 dias, até hoje.')
  const id = String(truth.book.all('reports').size + 1)
  const report = { id, partner: partner.name, day: dataInicial, until: dataFinal, codes: ['LIQUI'] }
  truth.book.change(() => truth.book.put('reports', id, { ...report, requestedAt: truth.now().toISOString() }))
  return { resultado: { mensagem: 'Solicitação recebida com sucesso.', codigoSolicitacao: Number(id) } }
}

function reportOf({ truth, partner, query }: Call) {
  const report = truth.book.get('reports', query.get('codigoSolicitacao') ?? '')
  if (report?.partner !== partner.name) throw new Refusal('state', 'Solicitação não encontrada.')
  return report
}

export function getSettlements(call: Call) {
  checkClient(call, Number(call.query.get('numeroCliente')))
  const report = reportOf(call)
  const { book } = call.truth
  if (report.isMade !== true) {
    book.change(() => book.put('reports', report.id, { ...report, isMade: true }))
    const mensagens = [{ mensagem: 'Solicitação ainda em processamento.', codigo: '5004' }]
    return new OtherAnswer({ status: 400, body: { mensagens } })
  }
  const { length } = rowsOf(call.truth, call.partner, { from: report.day, until: report.until ?? report.day })
  if (length === 0) return new OtherAnswer({ status: 204 })
  const files = { quantidadeArquivo: 1, idArquivos: [Number(report.id)] }
  return { resultado: { quantidadeTotalRegistros: length, quantidadeRegistrosArquivo: 500_000, ...files } }
}

export function downloadSettlements(call: Call) {
  checkClient(call, Number(call.query.get('numeroCliente')))
  const { id, day: from, until = from } = reportOf(call)
  if (call.query.get('idArquivo') !== id) throw new Refusal('state', 'Arquivo não encontrado.')
  const rows = rowsOf(call.truth, call.partner, { from, until })
  const name = `LIQUI_${clientNumberOf(call.partner)}_${id}`
  const arquivo = zipOf(`${name}_0.json`, JSON.stringify(rows)).toString('base64')
  return { resultado: { nomeArquivo: `${name}.zip`, arquivo } }
}

export type Settled = { day: Day; creditedOn: Day; amount: Centavos; isPix: boolean }

/** How a boleto was paid. While the money has not come, the day that is named for it moves on. */
export function settledOf(truth: Truth, boleto: Boleto): Settled[] {
  const { paid } = boleto
  const pix = chargeOf(truth, boleto).pix.flatMap(id => truth.book.get('pix', id) ?? [])
  const byPix = pix.map(({ at, amount }) => {
    const on = dayOf(new Date(at))
    return { day: on, creditedOn: on, amount, isPix: true }
  })
  if (!paid) return byPix
  const today = dayOf(truth.now())
  const creditedOn = paid.settledAt === undefined ? businessDayAfter(today) : dayOf(new Date(paid.settledAt))
  return [...byPix, { day: paid.day, creditedOn, amount: paid.amount, isPix: false }]
}

const midnight = (on: Day) => `${on}T00:00:00-03:00`

function rowsOf(truth: Truth, partner: Partner, { from, until }: { from: Day; until: Day }) {
  const own = [...truth.book.all('boletos').values()].filter(boleto => boleto.partner === partner.name)
  return own.flatMap(boleto => {
    const { amount, due } = lastRevision(chargeOf(truth, boleto))
    return settledOf(truth, boleto)
      .filter(one => one.day >= from && one.day <= until)
      .map(one => ({
        codigoTipoMovimento: 5,
        siglaMovimento: 'LIQUI',
        dataInicioMovimento: midnight(from),
        dataFimMovimento: midnight(until),
        numeroCliente: clientNumberOf(partner),
        numeroContrato: clientNumberOf(partner),
        modalidade: 1,
        numeroTitulo: Number(boleto.bankNumber),
        seuNumero: boleto.ownNumber,
        dataVencimentoTitulo: midnight(due?.dueDate ?? one.day),
        valorTitulo: numberOfCentavos(amount),
        codigoBarras: boleto.barcode,
        dataMovimentoLiquidacao: midnight(one.day),
        dataLiquidacao: midnight(one.day),
        dataPrevisaoCredito: midnight(one.creditedOn),
        numeroContaCorrente: accountNumberOf(partner),
        idTipoOpFinanceira: one.isPix ? 212 : 58,
        tipoOpFinanceira: one.isPix ? '07 - Via Pix' : '04 - Via Compensação',
        valorLiquido: numberOfCentavos(one.amount),
        valorTarifaMovimento: 0,
      }))
  })
}
