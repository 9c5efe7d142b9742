import { bodyReader, object } from '../http/read-body.ts'
import { OtherAnswer, type Call, type Route } from '../http/routes.ts'
import { codeOf } from '../standard/views.ts'
import type { DueTerms } from '../truth/amount-due.ts'
import { typedLineOf } from '../truth/barcode.ts'
import { type BoletoState, cancelBoleto, chargeOf, readBoleto, registerBoleto, stateOf } from '../truth/boletos.ts'
import { dayOf, isDay, minusDays } from '../truth/calendar.ts'
import { lastRevision } from '../truth/charges.ts'
import { keyOfPartner } from '../truth/key-directory.ts'
import { readLocation } from '../truth/locations.ts'
import { centavosOfNumber, numberOfCentavos } from '../truth/money.ts'
import type { Boleto } from '../truth/boleto.ts'
import { Refusal, type Truth } from '../truth/truth.ts'
import { interPage } from './inter-page.ts'
import { localDay } from './inter-views.ts'

type Body = {
  seuNumero: string
  valorNominal: number
  dataVencimento: string
  numDiasAgenda?: number
  pagador: { cpfCnpj: string; nome: string } & Record<string, string>
  multa?: { codigo: string; taxa?: number; valor?: number }
  mora?: { codigo: string; taxa?: number; valor?: number }
  desconto?: { codigo: string; taxa?: number; valor?: number; quantidadeDias: number }
}

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })
const number = { type: 'number', minimum: 0 }
const cost = (codes: string[]) => ({
  ...object(['codigo'], { codigo: { enum: codes }, taxa: number, valor: number, quantidadeDias: { type: 'integer' } }),
})
const readBody = bodyReader<Body>(
  'cobranca',
  object(['seuNumero', 'valorNominal', 'dataVencimento', 'pagador'], {
    seuNumero: text(15),
    valorNominal: { type: 'number', minimum: 2.5, maximum: 99_999_999.99 },
    dataVencimento: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    numDiasAgenda: { type: 'integer', minimum: 0, maximum: 60 },
    pagador: object(['cpfCnpj', 'tipoPessoa', 'nome', 'endereco', 'cidade', 'uf', 'cep'], {
      cpfCnpj: text(18),
      tipoPessoa: { enum: ['FISICA', 'JURIDICA'] },
      nome: text(100),
      endereco: text(100),
      cidade: text(60),
      uf: { type: 'string', pattern: '^[A-Z]{2}$' },
      cep: { type: 'string', pattern: '^\\d{8}$' },
      email: text(50),
    }),
    multa: cost(['NAOTEMMULTA', 'VALORFIXO', 'PERCENTUAL']),
    mora: cost(['ISENTO', 'VALORDIA', 'TAXAMENSAL']),
    desconto: cost(['PERCENTUALDATAINFORMADA', 'VALORFIXODATAINFORMADA']),
    mensagem: object([], { linha1: text(78), linha2: text(78) }),
    formasRecebimento: { type: 'array', items: { enum: ['BOLETO', 'PIX'] } },
  }),
)
const readReason = bodyReader<{ motivoCancelamento: string }>(
  'cancelamento',
  object(['motivoCancelamento'], { motivoCancelamento: text(50) }),
)

const path = '/cobranca/v3/cobrancas'
const [read, write] = ['boleto-cobranca.read', 'boleto-cobranca.write']
const resource = 'payout'

// biome-ignore format: a table is read in columns
export const interBoletoRoutes: Route[] = [
  { method: 'POST', path,                          scope: write, status: 200, name: 'postBoleto',   resource, act: post },
  { method: 'GET',  path,                          scope: read,  status: 200, name: 'listBoletos',  resource, act: list },
  { method: 'GET',  path: `${path}/:id`,           scope: read,  status: 200, name: 'getBoleto',    resource, act: get },
  { method: 'POST', path: `${path}/:id/cancelar`,  scope: write, status: 202, name: 'cancelBoleto', resource, act: cancel },
]

/** Each call registers another: there is no key under which it would not. */
function post(call: Call) {
  const { truth, partner } = call
  const body = readBody(call)
  const amount = centavosOfNumber(body.valorNominal)
  if (amount === null) throw new Refusal('malformed', 'O valor tem mais de duas casas decimais.', 'valorNominal')
  if (!isDay(body.dataVencimento) || body.dataVencimento < dayOf(truth.now()))
    throw new Refusal('malformed', 'A data de vencimento já passou.', 'dataVencimento')
  const { cpfCnpj, nome, email, endereco, cidade, uf, cep } = body.pagador
  const contact = {
    ...(email && { email }),
    logradouro: endereco ?? '',
    cidade: cidade ?? '',
    uf: uf ?? '',
    cep: cep ?? '',
  }
  const boleto = registerBoleto(truth, partner.name, {
    ownNumber: body.seuNumero,
    amount,
    due: termsOf(body),
    debtor: { name: nome, taxId: cpfCnpj.replace(/\W/g, ''), contact },
    key: keyOfPartner(truth, partner.name),
  })
  return { codigoSolicitacao: boleto.id }
}

const decimals = (value = 0) => value.toFixed(2)

function termsOf({ dataVencimento, numDiasAgenda = 0, multa, mora, desconto }: Body): DueTerms {
  const isCost = (one: { codigo: string } | undefined) => one !== undefined && !/NAOTEM|ISENTO/.test(one.codigo)
  const partOf = ({ taxa, valor }: { taxa?: number; valor?: number }, ofRate: number) =>
    taxa === undefined
      ? { modalidade: 1, valorPerc: decimals(valor) }
      : { modalidade: ofRate, valorPerc: decimals(taxa) }
  const off = desconto && partOf(desconto, 2)
  return {
    dueDate: dataVencimento,
    payableDays: numDiasAgenda,
    ...(multa && isCost(multa) && { multa: partOf(multa, 2) }),
    ...(mora && isCost(mora) && { juros: partOf(mora, 3) }),
    ...(off &&
      desconto && {
        desconto: {
          modalidade: off.modalidade,
          descontoDataFixa: [{ data: minusDays(dataVencimento, desconto.quantidadeDias), valorPerc: off.valorPerc }],
        },
      }),
  }
}

function get({ truth, partner, params }: Call) {
  return viewOf(truth, readBoleto(truth, partner.name, params.id ?? ''))
}

function cancel(call: Call) {
  const { truth, partner, params } = call
  readReason(call)
  cancelBoleto(truth, readBoleto(truth, partner.name, params.id ?? ''))
  return new OtherAnswer({ status: 202 })
}

const situations: Record<BoletoState, string> = {
  registering: 'EM_PROCESSAMENTO',
  failed: 'FALHA_EMISSAO',
  open: 'A_RECEBER',
  late: 'ATRASADO',
  paid: 'RECEBIDO',
  paidByPix: 'RECEBIDO',
  cancelled: 'CANCELADO',
  expired: 'EXPIRADO',
}

function viewOf(truth: Truth, boleto: Boleto) {
  const state = stateOf(truth, boleto)
  const charge = chargeOf(truth, boleto)
  const { amount, due, debtor } = lastRevision(charge)
  const pix = charge.pix.flatMap(id => truth.book.get('pix', id) ?? [])[0]
  const received = boleto.paid?.amount ?? pix?.amount
  const isRegistered = boleto.registeredAt !== undefined
  const location = charge.locationId === null ? null : readLocation(truth, charge.partner, String(charge.locationId))
  return {
    cobranca: {
      codigoSolicitacao: boleto.id,
      seuNumero: boleto.ownNumber,
      situacao: situations[state],
      dataSituacao: boleto.paid?.day ?? (pix ? localDay(pix.at) : localDay(boleto.cancelledAt ?? boleto.createdAt)),
      dataEmissao: localDay(boleto.createdAt),
      dataVencimento: due?.dueDate,
      valorNominal: numberOfCentavos(amount),
      ...(received === undefined ? {} : { valorTotalRecebido: numberOfCentavos(received) }),
      ...(boleto.paid ? { origemRecebimento: 'BOLETO' } : pix ? { origemRecebimento: 'PIX' } : {}),
      tipoCobranca: 'SIMPLES',
      ...(boleto.failure === undefined ? {} : { motivoFalha: boleto.failure }),
      pagador: { nome: debtor?.name, cpfCnpj: debtor?.taxId },
    },
    ...(isRegistered && {
      boleto: {
        nossoNumero: boleto.bankNumber,
        codigoBarras: boleto.barcode,
        linhaDigitavel: typedLineOf(boleto.barcode),
      },
      pix: { txid: boleto.txid, ...(location && { pixCopiaECola: codeOf(truth, charge, location) }) },
    }),
  }
}

const filters: Record<string, (view: ReturnType<typeof viewOf>) => string> = {
  EMISSAO: ({ cobranca }) => cobranca.dataEmissao,
  VENCIMENTO: ({ cobranca }) => cobranca.dataVencimento ?? '',
  PAGAMENTO: ({ cobranca }) => ('origemRecebimento' in cobranca ? cobranca.dataSituacao : ''),
}

function list({ truth, partner, query }: Call) {
  const [from, until] = [query.get('dataInicial') ?? '', query.get('dataFinal') ?? '']
  if (!isDay(from) || !isDay(until) || until < from)
    throw new Refusal('bad query', 'dataInicial e dataFinal são obrigatórios.', 'dataInicial')
  const dayIn = filters[query.get('filtrarDataPor') ?? 'VENCIMENTO']
  if (dayIn === undefined) throw new Refusal('bad query', 'filtrarDataPor é inválido.', 'filtrarDataPor')
  const wants = (name: string, value: string) => !query.has(name) || query.get(name) === value
  const all = [...truth.book.all('boletos').values()]
    .filter(boleto => boleto.partner === partner.name && wants('seuNumero', boleto.ownNumber))
    .map(boleto => viewOf(truth, boleto))
    .filter(view => wants('situacao', view.cobranca.situacao) && dayIn(view) >= from && dayIn(view) <= until)
  const page = Number(query.get('paginacao.paginaAtual') ?? 0)
  const size = Math.min(Number(query.get('paginacao.itensPorPagina') ?? 100), 1000)
  const { rows, paging } = interPage(all, { page, size })
  return { ...paging, cobrancas: rows }
}
