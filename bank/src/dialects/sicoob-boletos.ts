import { bodyReader, object } from '../http/read-body.ts'
import { type Answer, type Call, OtherAnswer, type Route } from '../http/routes.ts'
import { codeOf } from '../standard/views.ts'
import { typedLineOf } from '../truth/barcode.ts'
import type { Boleto } from '../truth/boleto.ts'
import { type BoletoState, cancelBoleto, chargeOf, endRegistration, registerBoleto, stateOf } from '../truth/boletos.ts'
import { dayOf } from '../truth/calendar.ts'
import { lastRevision } from '../truth/charges.ts'
import { keyOfPartner } from '../truth/key-directory.ts'
import { readLocation } from '../truth/locations.ts'
import { formatCentavos, numberOfCentavos } from '../truth/money.ts'
import { accountNumberOf, clientNumberOf } from '../truth/partners.ts'
import { Refusal, type Truth } from '../truth/truth.ts'
import { localDay } from './inter-views.ts'
import { readBoleto, readTerms } from './sicoob-boleto-body.ts'
import { checkClient, downloadSettlements, getSettlements, orderSettlements, settledOf } from './sicoob-settlements.ts'

const readContract = bodyReader<{ numeroCliente: number }>(
  'boleto',
  object(['numeroCliente', 'codigoModalidade'], {
    numeroCliente: { type: 'integer', minimum: 1 },
    codigoModalidade: { enum: [1] },
  }),
)

const base = '/cobranca-bancaria/v3'
const path = `${base}/boletos`
const reports = `${path}/movimentacoes`
const [add, read, change] = ['boletos_inclusao', 'boletos_consulta', 'boletos_alteracao']
const resource = 'payout'

// biome-ignore format: a table is read in columns
export const sicoobBoletoRoutes: Route[] = [
  { method: 'POST', path,                                  scope: add,    status: 200, name: 'postBoleto',          resource, act: post },
  { method: 'GET',  path,                                  scope: read,   status: 200, name: 'getBoleto',           resource, act: get },
  { method: 'GET',  path: `${path}/faixas-nosso-numero`,   scope: read,   status: 200, name: 'getNumbers',          resource, act: numbers },
  { method: 'POST', path: `${path}/:number/baixar`,        scope: change, status: 204, name: 'cancelBoleto',        resource, act: cancel },
  { method: 'GET',  path: `${base}/pagadores/:id/boletos`, scope: read,   status: 200, name: 'listBoletos',         resource, act: list },
  { method: 'POST', path: reports,                         scope: read,   status: 200, name: 'postSettlements',     resource, act: orderSettlements },
  { method: 'GET',  path: reports,                         scope: read,   status: 200, name: 'getSettlements',      resource, act: getSettlements },
  { method: 'GET',  path: `${reports}/download`,           scope: read,   status: 200, name: 'downloadSettlements', resource, act: downloadSettlements },
]

/** Each call registers another, at once: there is no key under which it would not. */
function post(call: Call) {
  const { truth, partner } = call
  const body = readBoleto(call)
  checkClient(call, body.numeroCliente)
  if (body.numeroContaCorrente !== accountNumberOf(partner)) throw new Refusal('state', 'Conta corrente inválida.')
  const { amount, due } = readTerms(body, dayOf(truth.now()))
  const { numeroCpfCnpj, nome, email, endereco = '', cidade = '', uf = '', cep = '' } = body.pagador
  const contact = { ...(email && { email }), logradouro: endereco, cidade, uf, cep }
  return truth.book.change(() => {
    const boleto = registerBoleto(truth, partner.name, {
      ownNumber: body.seuNumero,
      amount,
      due,
      debtor: { name: nome, taxId: numeroCpfCnpj, contact },
      key: keyOfPartner(truth, partner.name),
    })
    return { resultado: viewOf(call, endRegistration(truth, boleto, null)) }
  })
}

const ownBoletos = ({ truth, partner }: Call): Boleto[] =>
  [...truth.book.all('boletos').values()].filter(boleto => boleto.partner === partner.name)

const numberedAs = (call: Call, number: string): Boleto | undefined =>
  ownBoletos(call).find(({ bankNumber }) => Number(bankNumber) === Number(number))

/** By its own number, its barcode or its typed line; what the partner calls it finds nothing. */
function get(call: Call) {
  const { truth, query } = call
  checkQuery(call)
  const [number, barcode, line] = ['nossoNumero', 'codigoBarras', 'linhaDigitavel'].map(name => query.get(name))
  if (!number && !barcode && !line) throw new Refusal('malformed', 'Informe o nosso número do boleto.', 'nossoNumero')
  const boleto = number
    ? numberedAs(call, number)
    : ownBoletos(call).find(one => one.barcode === barcode || typedLineOf(one.barcode) === line)
  if (!boleto) return new OtherAnswer({ status: 204 })
  const listaHistorico = historyOf(truth, boleto)
  return { resultado: { ...viewOf(call, boleto), ...stateView(truth, boleto), listaHistorico } }
}

function checkQuery(call: Call): void {
  checkClient(call, Number(call.query.get('numeroCliente')))
  if (call.query.get('codigoModalidade') !== '1')
    throw new Refusal('malformed', 'Modalidade inválida.', 'codigoModalidade')
}

/** All of a payer that are due in a period. */
function list(call: Call) {
  const { truth, params, query } = call
  checkClient(call, Number(query.get('numeroCliente')))
  const [from, until] = [query.get('dataInicio') ?? '2000-01-01', query.get('dataFim') ?? '2999-12-31']
  const found = ownBoletos(call).filter(boleto => {
    const { debtor, due } = lastRevision(chargeOf(truth, boleto))
    return debtor?.taxId === params.id && due !== undefined && due.dueDate >= from && due.dueDate <= until
  })
  const rows = found.map(boleto => ({ ...viewOf(call, boleto), ...stateView(truth, boleto) }))
  return rows.length > 0 ? { resultado: rows } : new OtherAnswer({ status: 204 })
}

function cancel(call: Call) {
  checkClient(call, readContract(call).numeroCliente)
  const boleto = numberedAs(call, call.params.number ?? '')
  if (!boleto) throw new Refusal('state', 'Boleto não encontrado.')
  cancelBoleto(call.truth, boleto)
}

function numbers(call: Call) {
  checkQuery(call)
  const range = { numeroInicial: 1, numeroFinal: 99_999, quantidade: 99_999, validaDigitoVerificadorNossoNumero: false }
  const { partner } = call
  return { resultado: [{ numeroCliente: clientNumberOf(partner), nomeCliente: partner.owner.name, ...range }] }
}

const situations: Record<BoletoState, string> = {
  registering: 'Em Aberto',
  failed: 'Baixado',
  open: 'Em Aberto',
  late: 'Em Aberto',
  paid: 'Liquidado',
  paidByPix: 'Liquidado',
  cancelled: 'Baixado',
  expired: 'Baixado',
}

function viewOf({ truth, partner }: Call, boleto: Boleto) {
  const charge = chargeOf(truth, boleto)
  const { amount: valor, due, debtor } = lastRevision(charge)
  const location = charge.locationId === null ? null : readLocation(truth, partner.name, String(charge.locationId))
  return {
    numeroCliente: clientNumberOf(partner),
    codigoModalidade: 1,
    numeroContaCorrente: accountNumberOf(partner),
    dataEmissao: localDay(boleto.createdAt),
    nossoNumero: Number(boleto.bankNumber),
    seuNumero: boleto.ownNumber,
    identificacaoBoletoEmpresa: '',
    codigoBarras: boleto.barcode,
    linhaDigitavel: typedLineOf(boleto.barcode),
    valor: numberOfCentavos(valor),
    dataVencimento: due?.dueDate,
    numeroParcela: 1,
    quantidadeDiasFloat: 1,
    ...(location && { qrCode: codeOf(truth, charge, location) }),
    pagador: { numeroCpfCnpj: debtor?.taxId, nome: debtor?.name },
  }
}

/** A new one is answered without it. */
const stateView = (truth: Truth, boleto: Boleto) => ({ situacaoBoleto: situations[stateOf(truth, boleto)] })

/** In words, and without how it was paid. */
const historyOf = (truth: Truth, boleto: Boleto) => [
  entry(localDay(boleto.createdAt), '1', 'ENTRADA'),
  ...settledOf(truth, boleto).map(one => entry(one.day, '6', `LIQUIDAÇÃO - R$ ${formatCentavos(one.amount)}`)),
]
const entry = (dataHistorico: string, tipoHistorico: string, descricaoHistorico: string) => ({
  dataHistorico,
  tipoHistorico,
  descricaoHistorico,
})

/** The shape of errors below `/cobranca-bancaria`: 400 for what the bank does not do, 406 for what it cannot read. */
export const sicoobBoletoError = ({ why, message, violations }: Refusal): Answer => {
  const status = why === 'malformed' ? 406 : 400
  const words = violations.length > 0 ? violations.map(({ reason }) => reason) : [message]
  return { status, body: { mensagens: words.map(mensagem => ({ mensagem, codigo: String(status) })) } }
}
