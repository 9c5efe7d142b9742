import { daysBetween } from '../../../../platform/brazil/business-days.ts'
import type { Micros } from '../../../../platform/brazil/money.ts'
import { type Day, addDays, dayOf, isDay } from '../../../../platform/brazil/sao-paulo.ts'
import type { Problem } from '../../../../platform/http/errors.ts'
import type { BoletoRail, BoletoReport, BoletoRequest, KnownBoleto, RegisteredBoleto } from '../../boleto-rail.ts'
import type { Discount, FixedOrPercent, Interest } from '../../due-terms.ts'
import { keyTypeOf } from '../../../../platform/brazil/pix-key.ts'
import { type Answer, type Bank, nullIfAway, saysNothing, unknownState } from '../bank.ts'
import {
  askToCancel,
  askToRegister,
  daysPayable,
  decimal,
  interestProblems,
  ownOf,
  payableDaysProblems,
  refuseBoleto,
  surplusOf,
  wrong,
} from '../boletos.ts'
import { type Fields, amountOf, fieldsOf, listOf, textOf } from '../reading.ts'
import { refusalIn } from '../refusals.ts'
import { readCreditsOfInter } from './inter-statement.ts'

/** Requested apart from the others: banks refuse a whole token for one scope that they have not granted. */
export const interBoletoScopes = 'boleto-cobranca.read boleto-cobranca.write'

const least: Micros = 2_500_000n
const mostDaysAfterDue = 60
const pageSize = 100
/** A list that is longer is an error, and never cut short. */
const mostPages = 200

/**
 * Boletos that Pix pays, too, by `/cobranca/v3`. A registration goes on after its answer. That a paid one has settled is seen in
 * the statement only: `statements` reads it.
 */
export function interBoletos(bank: Bank, statements: Bank, clock: () => Date): BoletoRail {
  const { payoutUrl, pixKey } = bank.settings
  const url = `${payoutUrl}/cobranca/v3/cobrancas`

  async function readOne(externalId: string, signal: AbortSignal): Promise<Fields | null> {
    const ask = { operation: 'read boleto', method: 'GET', url: `${url}/${encodeURIComponent(externalId)}` } as const
    const answer = await bank.call({ ...ask, signal })
    if (answer.status === 404 && refusalIn(answer) !== null) return null
    if (answer.status >= 300) return saysNothing(answer)
    const found = fieldsOf(answer.body)
    // An answer about another says nothing of this one.
    return codeIn(found) === externalId ? found : saysNothing(answer)
  }

  async function* listAll(query: Record<string, string>, signal?: AbortSignal): AsyncGenerator<Fields> {
    for (let page = 0, pages = 1; page < pages; page++) {
      if (page >= mostPages) throw new Error(`list boletos: the bank lists more than ${mostPages} pages`)
      const paging = { 'paginacao.paginaAtual': String(page), 'paginacao.itensPorPagina': String(pageSize) }
      const parameters = new URLSearchParams({ ...query, ...paging })
      const ask = { operation: 'list boletos', method: 'GET', url: `${url}?${parameters}` } as const
      const answer = await bank.call({ ...ask, ...(signal === undefined ? {} : { signal }) })
      const body = fieldsOf(answer.body)
      pages = Number(textOf(body['totalPaginas']) ?? Number.NaN)
      if (answer.status >= 300 || !Number.isInteger(pages) || !Array.isArray(body['cobrancas']))
        return saysNothing(answer)
      yield* listOf(body['cobrancas'])
    }
  }

  /** What has our number, by the day of its issue: a repeated registration may have made two. */
  async function searchAll({ ourNumber, createdAt }: KnownBoleto, signal: AbortSignal): Promise<Fields[]> {
    const query = {
      dataInicial: addDays(dayOf(createdAt), -1),
      dataFinal: addDays(dayOf(clock()), 1),
      filtrarDataPor: 'EMISSAO',
      seuNumero: ourNumber,
    }
    const all = await Array.fromAsync(listAll(query, signal))
    return all.filter(one => textOf(billingIn(one)['seuNumero']) === ourNumber)
  }

  const search = async (known: KnownBoleto, signal: AbortSignal): Promise<Fields | null> =>
    ownOf(await searchAll(known, signal), one => isOver.has(situationIn(one)))

  const isSettled = async (boleto: Fields, { paidOn, amount }: { paidOn: Day; amount: Micros }): Promise<boolean> => {
    const names = namesIn(boleto)
    const credits = await readCreditsOfInter(statements, { from: paidOn, until: dayOf(clock()) })
    return credits.some(row => amountOf(row['valor']) === amount && textsIn(row).some(text => names.has(text)))
  }

  return {
    key: pixKey,
    keyType: keyTypeOf(pixKey),
    needsDistrict: false,

    refuse: request => refuseBoleto(request.amount, least, problemsOf(request)),

    async registerBoleto(request, call) {
      const { ourNumber } = request
      const asked = await askToRegister(bank, { url, body: bodyOf(request), ourNumber }, call)
      if ('refused' in asked) return asked.refused
      const externalId = textOf(fieldsOf(asked.answer.body)['codigoSolicitacao']) ?? saysNothing(asked.answer)
      // Once it is known by its code, a lost answer is no loss.
      const found = await readOne(externalId, call.signal).catch(nullIfAway)
      const report = found === null ? null : reportOf(found)
      return report ?? { ourNumber, boleto: null, externalId, state: 'registering' }
    },

    async findBoleto(known, { signal }) {
      const { externalId } = known
      const found = await (externalId === null ? search(known, signal) : readOne(externalId, signal))
      if (found === null) return null
      const report = reportOf(found) ?? unknownState(answerOf(found))
      return report.state === 'paid' ? { ...report, isSettled: await isSettled(found, report) } : report
    },

    cancelBoleto({ externalId }, call) {
      const body = { motivoCancelamento: 'ACERTOS' }
      return askToCancel(bank, { url: `${url}/${encodeURIComponent(externalId)}/cancelar`, body }, call)
    },

    async findSurplus(known, { signal }) {
      const found = await searchAll(known, signal)
      return surplusOf(
        found.map(one => ({ externalId: codeIn(one), state: states[situationIn(one)], status: situationIn(one) })),
        known,
      )
    },

    async *listPaid({ from, until }) {
      const query = { dataInicial: from, dataFinal: until, filtrarDataPor: 'PAGAMENTO', situacao: 'RECEBIDO' }
      for await (const one of listAll(query)) {
        const report = reportOf(one)
        if (report !== null) yield report
      }
    },
  }
}

// biome-ignore format: a table is read in columns
const states: Record<string, 'registering' | 'open' | 'paid' | 'removed' | 'failed'> = {
  EM_PROCESSAMENTO: 'registering', A_RECEBER: 'open',  ATRASADO: 'open',   PROTESTO: 'open', RECEBIDO: 'paid',
  MARCADO_RECEBIDO: 'removed', // by a person, at the bank: no money has come through it
  CANCELADO: 'removed',        EXPIRADO: 'removed',    FALHA_EMISSAO: 'failed',
}
const isOver = new Set(['CANCELADO', 'EXPIRADO', 'FALHA_EMISSAO'])

const billingIn = (found: Fields): Fields => fieldsOf(found['cobranca'])
const codeIn = (found: Fields): string | null => textOf(billingIn(found)['codigoSolicitacao'])
const situationIn = (found: Fields): string => textOf(billingIn(found)['situacao']) ?? ''
const answerOf = (found: Fields): Answer => ({ status: 200, body: { status: situationIn(found) } })

/** Null: a state that nobody knows, or half an answer. Whether it has settled, only the statement shows. */
function reportOf(found: Fields): BoletoReport | null {
  const billing = billingIn(found)
  const [externalId, ourNumber] = [codeIn(found), textOf(billing['seuNumero'])]
  const state = states[situationIn(found)]
  if (externalId === null || ourNumber === null || state === undefined) return null
  const own = { externalId, ourNumber, boleto: boletoIn(found) }
  if (state === 'failed') return { ...own, state, words: textOf(billing['motivoFalha']) ?? 'FALHA_EMISSAO' }
  if (state !== 'paid') return { ...own, state }
  const origin = textOf(billing['origemRecebimento'])
  if (origin === 'PIX') return { ...own, state: 'paidByPix' }
  const [amount, paidOn] = [amountOf(billing['valorTotalRecebido']), textOf(billing['dataSituacao'])?.slice(0, 10)]
  if (origin !== 'BOLETO' || amount === null || paidOn === undefined || !isDay(paidOn)) return null
  return { ...own, state, amount, paidOn, isSettled: false }
}

/** Null: not registered yet. */
function boletoIn(found: Fields): RegisteredBoleto | null {
  const { nossoNumero, codigoBarras, linhaDigitavel } = fieldsOf(found['boleto'])
  const { txid, pixCopiaECola } = fieldsOf(found['pix'])
  const [bankNumber, barcode, typedLine] = [textOf(nossoNumero), textOf(codigoBarras), textOf(linhaDigitavel)]
  if (bankNumber === null || barcode === null || typedLine === null) return null
  return {
    bankNumber,
    barcode,
    typedLine: typedLine.replace(/\D/g, ''),
    qrCode: textOf(pixCopiaECola),
    txid: textOf(txid),
  }
}

/** What the statement may name it by: which of them is nowhere documented. */
const namesIn = (found: Fields): Set<string> => {
  const { seuNumero, codigoSolicitacao } = billingIn(found)
  const { nossoNumero, codigoBarras } = fieldsOf(found['boleto'])
  return new Set([seuNumero, codigoSolicitacao, nossoNumero, codigoBarras].map(textOf).filter(text => text !== null))
}
const textsIn = (row: Fields): string[] =>
  [...Object.values(row), ...Object.values(fieldsOf(row['detalhes']))].map(textOf).filter(text => text !== null)

type Terms = Pick<BoletoRequest, 'dueDate' | 'payableDaysAfterDue' | 'interest' | 'rebate' | 'discount'>

/** What Inter takes of a boleto is less than what Pix takes of a bill. */
function problemsOf({ dueDate, payableDaysAfterDue, interest, rebate, discount }: Terms): Problem[] {
  const isOneDay = discount !== null && 'until' in discount && discount.until.length === 1
  return [
    ...payableDaysProblems({ dueDate, payableDaysAfterDue }, mostDaysAfterDue),
    ...interestProblems({ interest }),
    ...(rebate === null ? [] : [wrong('/rebate', 'must not be sent for a boleto at this bank')]),
    ...(discount === null || isOneDay
      ? []
      : [wrong('/discount', 'must be Fixed or Percent with one date for a boleto at this bank')]),
  ]
}

function bodyOf(request: BoletoRequest) {
  const { ourNumber, amount, dueDate, payer, message, fine, interest, discount } = request
  const { taxNumber, name, email, address } = payer
  return {
    seuNumero: ourNumber,
    valorNominal: decimal(amount),
    dataVencimento: dueDate,
    numDiasAgenda: daysPayable(request),
    pagador: {
      cpfCnpj: taxNumber,
      tipoPessoa: taxNumber.length === 11 ? 'FISICA' : 'JURIDICA',
      nome: name.slice(0, 100),
      endereco: address?.street.slice(0, 100) ?? '',
      cidade: address?.city.slice(0, 60) ?? '',
      uf: address?.state ?? '',
      cep: address?.postalCode.replace(/\D/g, '') ?? '',
      ...(email && email.length <= 50 ? { email } : {}),
    },
    ...(fine && { multa: fineOf(fine) }),
    ...(interest && { mora: interestOf(interest) }),
    ...(discount && { desconto: discountOf(discount, dueDate) }),
    ...(message ? { mensagem: linesOf(message) } : {}),
    formasRecebimento: ['BOLETO', 'PIX'],
  }
}

const fineOf = (fine: FixedOrPercent) =>
  fine.kind === 'Fixed'
    ? { codigo: 'VALORFIXO', valor: decimal(fine.amount) }
    : { codigo: 'PERCENTUAL', taxa: decimal(fine.rate) }

const interestOf = (interest: Interest) =>
  'amount' in interest
    ? { codigo: 'VALORDIA', valor: decimal(interest.amount) }
    : { codigo: 'TAXAMENSAL', taxa: decimal(interest.rate) }

function discountOf(discount: Discount, dueDate: Day) {
  const [first] = 'until' in discount ? discount.until : []
  if (first === undefined) return undefined
  const quantidadeDias = daysBetween(first.day, dueDate)
  return 'amount' in first
    ? { codigo: 'VALORFIXODATAINFORMADA', valor: decimal(first.amount), quantidadeDias }
    : { codigo: 'PERCENTUALDATAINFORMADA', taxa: decimal(first.rate), quantidadeDias }
}

const lineLength = 78
const linesOf = (message: string) => ({
  linha1: message.slice(0, lineLength),
  ...(message.length > lineLength && { linha2: message.slice(lineLength, 2 * lineLength) }),
})
