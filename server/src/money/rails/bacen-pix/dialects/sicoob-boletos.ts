import { lastPayableDay } from '../../../../platform/brazil/business-days.ts'
import type { Micros } from '../../../../platform/brazil/money.ts'
import { type Day, addDays, dayOf, isDay } from '../../../../platform/brazil/sao-paulo.ts'
import { type Problem, missing } from '../../../../platform/http/errors.ts'
import type { BoletoRail, BoletoReport, BoletoRequest, KnownBoleto, RegisteredBoleto } from '../../boleto-rail.ts'
import type { Discount, FixedOrPercent, Interest } from '../../due-terms.ts'
import { keyTypeOf } from '../../../../platform/brazil/pix-key.ts'
import { type Answer, type Bank, nullIfAway, saysNothing, unknownState } from '../bank.ts'
import {
  askToCancel,
  askToRegister,
  decimal,
  interestProblems,
  ownOf,
  refuseBoleto,
  surplusOf,
  wrong,
} from '../boletos.ts'
import { readTxid } from '../payload.ts'
import { type Fields, fieldsOf, listOf, textOf } from '../reading.ts'
import { logRefusal } from '../refusals.ts'
import type { BankSettings } from '../settings.ts'
import { type Settlement, settlementsOfSicoob } from './sicoob-settlements.ts'

/** Which of them a call wants is not documented: all three are asked for. */
export const sicoobBoletoScopes = 'boletos_inclusao boletos_consulta boletos_alteracao'

const path = '/cobranca-bancaria/v3'
/** Simple billing with registration: the only kind that can be registered here. */
const modality = 1
const least: Micros = 10_000n
/** How far back is looked for a payment whose day is not said. */
const lookBackDays = 10

/** The numbers of the billing contract and of the account that is credited; null: the connection lacks one. */
function contractOf({ clientNumber, accountNumber }: BankSettings) {
  const [client, account] = [clientNumber, accountNumber].map(text => Number((text ?? '').replaceAll(/[.\s-]/g, '')))
  return client && account ? { clientNumber: client, accountNumber: account } : null
}

/** Shows whether the billing contract is known, and registers nothing. */
export const sicoobBoletoProbe = {
  path: (settings: BankSettings) =>
    `${path}/boletos/faixas-nosso-numero?${queryOf({ numeroCliente: contractOf(settings)?.clientNumber ?? 0, quantidade: 1 })}`,
  isAbsence: () => false,
}

const queryOf = (query: Record<string, string | number>) =>
  new URLSearchParams(
    Object.entries({ codigoModalidade: modality, ...query }).map(([name, value]) => [name, String(value)]),
  )

/**
 * Boletos that Pix pays, too, by `/cobranca-bancaria/v3`, which registers at once. It finds a boleto by its own number only,
 * or lists those of a payer. Its notice of a payment is of an intention, which may be taken back, and cannot be read again:
 * what counts is the report of what has settled.
 */
export function sicoobBoletos(bank: Bank, _statements: Bank, clock: () => Date): BoletoRail | null {
  const { payoutUrl, pixKey } = bank.settings
  const contract = contractOf(bank.settings)
  if (contract === null) return null
  const { clientNumber } = contract
  const url = `${payoutUrl}${path}/boletos`
  const settlements = settlementsOfSicoob(bank, clock, { url: `${url}/movimentacoes`, clientNumber })
  const ofContract = { numeroCliente: clientNumber, codigoModalidade: modality }

  async function readOne(externalId: string, signal: AbortSignal): Promise<Fields | null> {
    const ask = { operation: 'read boleto', method: 'GET', signal } as const
    const query = queryOf({ numeroCliente: clientNumber, nossoNumero: externalId })
    const answer = await bank.call({ ...ask, url: `${url}?${query}` })
    if (answer.status === 204) return null
    const found = fieldsOf(fieldsOf(answer.body)['resultado'])
    // An answer about another says nothing of this one.
    return answer.status < 300 && numberIn(found) === externalId ? found : saysNothing(answer)
  }

  /** What has our number among the boletos of the payer that are due on its day: a repeated registration may have made two. */
  async function searchAll(
    { ourNumber, payerTaxNumber, dueDate }: KnownBoleto,
    signal: AbortSignal,
  ): Promise<Fields[]> {
    const query = new URLSearchParams({ numeroCliente: String(clientNumber), dataInicio: dueDate, dataFim: dueDate })
    const ask = { operation: 'read boleto', method: 'GET', signal } as const
    const answer = await bank.call({ ...ask, url: `${payoutUrl}${path}/pagadores/${payerTaxNumber}/boletos?${query}` })
    if (answer.status === 204) return []
    const listed = fieldsOf(answer.body)['resultado']
    if (answer.status >= 300 || !Array.isArray(listed)) return saysNothing(answer)
    return listOf(listed).filter(one => textOf(one['seuNumero'])?.trim() === ourNumber)
  }

  /** The bank's number of what has our number; null: there is none. */
  async function search(known: KnownBoleto, signal: AbortSignal): Promise<string | null> {
    const found = ownOf(await searchAll(known, signal), one => stateOf(one) === 'removed')
    return found === null ? null : (numberIn(found) ?? saysNothing(answerOf(found)))
  }

  /** The bank names the Pix charge of a boleto only where its code leads to. Null: that cannot be read now. */
  async function withTxid(
    boleto: RegisteredBoleto | null,
    known: string | null,
    signal: AbortSignal,
  ): Promise<RegisteredBoleto | null> {
    if (boleto === null || boleto.qrCode === null || known !== null) return boleto && { ...boleto, txid: known }
    return readTxid(bank, boleto.qrCode, signal).then(txid => ({ ...boleto, txid }), nullIfAway)
  }

  const paidReport = (own: Own, { isPix, amount, paidOn, creditedOn }: Settlement): BoletoReport =>
    isPix
      ? { ...own, state: 'paidByPix' }
      : // No word of Sicoob's comes after this day: once it is over the money is there.
        { ...own, state: 'paid', amount, paidOn, isSettled: creditedOn !== null && creditedOn < dayOf(clock()) }

  return {
    key: pixKey,
    keyType: keyTypeOf(pixKey),
    needsDistrict: true,

    refuse: request => refuseBoleto(request.amount, least, problemsOf(request)),

    async registerBoleto(request, call) {
      const { ourNumber } = request
      const body = { ...ofContract, numeroContaCorrente: contract.accountNumber, ...bodyOf(request, dayOf(clock())) }
      const asked = await askToRegister(bank, { url, body, ourNumber }, call)
      if ('refused' in asked) return asked.refused
      const { answer } = asked
      const made = fieldsOf(fieldsOf(answer.body)['resultado'])
      const externalId = numberIn(made) ?? saysNothing(answer)
      const whyNoPix = textOf(made['descricaoRejeicaoPix'])
      if (whyNoPix !== null) logRefusal(bank, 'create boleto', { ...answer, body: { mensagem: whyNoPix } })
      // Once it is known by its number, it is read again.
      const boleto = await withTxid(boletoIn(made), null, call.signal)
      return { ourNumber, externalId, boleto, state: boleto === null ? 'registering' : 'open' }
    },

    async findBoleto(known, { signal }) {
      const { ourNumber } = known
      const externalId = known.externalId ?? (await search(known, signal))
      const found = externalId === null ? null : await readOne(externalId, signal)
      if (externalId === null || found === null) return null
      // By an integrator's word what is paid may be shown like what was cancelled: once a report had it, its state says no more.
      const state = known.isPaidBySlip ? 'paid' : (stateOf(found) ?? unknownState(answerOf(found)))
      const boleto = state === 'removed' ? null : await withTxid(boletoIn(found), known.txid, signal)
      const own = { ourNumber, externalId, boleto }
      if (state !== 'paid') return { ...own, state }
      const paid = await settlements.find(externalId, settledOn(found) ?? addDays(dayOf(clock()), -lookBackDays))
      return paid === null ? { ...own, state: 'paidUnknown' } : paidReport(own, paid)
    },

    cancelBoleto: ({ externalId }, call) =>
      askToCancel(bank, { url: `${url}/${encodeURIComponent(externalId)}/baixar`, body: ofContract }, call),

    async findSurplus(known, { signal }) {
      const found = await searchAll(known, signal)
      return surplusOf(
        found.map(one => ({ externalId: numberIn(one), state: stateOf(one), status: situationIn(one) })),
        known,
      )
    },

    async *listPaid(period) {
      for await (const one of settlements.list(period))
        yield paidReport({ ourNumber: one.ourNumber, externalId: one.bankNumber, boleto: null }, one)
    },
  }
}

type Own = Pick<BoletoReport, 'ourNumber' | 'externalId' | 'boleto'>

const states: Record<string, 'open' | 'removed' | 'paid'> = {
  'EM ABERTO': 'open',
  'ENTRADA NORMAL': 'open',
  BAIXADO: 'removed',
  LIQUIDADO: 'paid',
}
const numberIn = (found: Fields): string | null => textOf(found['nossoNumero'])
const situationIn = (found: Fields): string => textOf(found['situacaoBoleto'])?.trim().toUpperCase() ?? ''
const stateOf = (found: Fields) => states[situationIn(found)]
const answerOf = (found: Fields): Answer => ({ status: 200, body: { status: situationIn(found) } })

/** Null: the bank does not say. */
function settledOn(found: Fields): Day | null {
  const rows = listOf(found['listaHistorico']).filter(({ tipoHistorico }) => textOf(tipoHistorico) === '6')
  const days = rows.map(row => textOf(row['dataHistorico'])?.slice(0, 10) ?? '').filter(isDay)
  return days.toSorted()[0] ?? null
}

function boletoIn({ nossoNumero, codigoBarras, linhaDigitavel, qrCode }: Fields): RegisteredBoleto | null {
  const [bankNumber, barcode, typedLine] = [nossoNumero, codigoBarras, linhaDigitavel].map(textOf)
  if (!bankNumber || !barcode || !typedLine) return null
  return { bankNumber, barcode, typedLine: typedLine.replaceAll(/\D/g, ''), qrCode: textOf(qrCode), txid: null }
}

/** What Sicoob takes of a boleto is less than what Pix takes of a bill, and more of its payer. */
const problemsOf = ({ interest, rebate, payer }: Pick<BoletoRequest, 'interest' | 'rebate' | 'payer'>): Problem[] => [
  ...interestProblems({ interest }),
  ...(rebate?.kind === 'Percent' ? [wrong('/rebate/kind', 'must be Fixed for a boleto at this bank')] : []),
  ...(payer.address?.district ? [] : [missing('/payer/address', 'district')]),
]

function bodyOf(request: BoletoRequest, today: Day) {
  const { ourNumber, amount, dueDate, payableDaysAfterDue, payer, message, fine, interest, rebate, discount } = request
  const { taxNumber, name, email, address } = payer
  const lastDay = lastPayableDay(dueDate, payableDaysAfterDue)
  const firstLate = addDays(dueDate, 1)
  // A bank takes no fine from a day on which nobody can pay any more.
  const canBeLate = firstLate <= lastDay
  return {
    seuNumero: ourNumber,
    codigoEspecieDocumento: 'DM',
    dataEmissao: today,
    // The merchant prints it and sends it to the payer.
    identificacaoEmissaoBoleto: 2,
    identificacaoDistribuicaoBoleto: 2,
    valor: decimal(amount),
    dataVencimento: dueDate,
    dataLimitePagamento: lastDay,
    numeroParcela: 1,
    ...(rebate?.kind === 'Fixed' && { valorAbatimento: decimal(rebate.amount) }),
    ...discountOf(discount, dueDate),
    ...fineOf(canBeLate ? fine : null, firstLate),
    ...interestOf(canBeLate ? interest : null, firstLate),
    // Nobody is reported or taken to court because of a default of the contract.
    codigoNegativacao: 3,
    codigoProtesto: 3,
    pagador: {
      numeroCpfCnpj: taxNumber,
      nome: name.slice(0, 50),
      endereco: address?.street.slice(0, 40) ?? '',
      bairro: address?.district?.slice(0, 30) ?? '',
      cidade: address?.city.slice(0, 40) ?? '',
      cep: address?.postalCode.replaceAll(/\D/g, '') ?? '',
      uf: address?.state ?? '',
      ...(email && { email }),
    },
    ...(message && { mensagensInstrucao: linesOf(message) }),
    gerarPdf: false,
    codigoCadastrarPIX: 1,
  }
}

const fineOf = (fine: FixedOrPercent | null, from: Day) =>
  fine === null
    ? { tipoMulta: 0 }
    : fine.kind === 'Fixed'
      ? { tipoMulta: 1, dataMulta: from, valorMulta: decimal(fine.amount) }
      : { tipoMulta: 2, dataMulta: from, valorMulta: decimal(fine.rate) }

const interestOf = (interest: Interest | null, from: Day) =>
  interest === null
    ? { tipoJurosMora: 3 }
    : 'amount' in interest
      ? { tipoJurosMora: 1, dataJurosMora: from, valorJurosMora: decimal(interest.amount) }
      : { tipoJurosMora: 2, dataJurosMora: from, valorJurosMora: decimal(interest.rate) }

const discountKinds = {
  Fixed: 1,
  Percent: 2,
  AmountPerDay: 3,
  AmountPerBusinessDay: 4,
  PercentPerDay: 5,
  PercentPerBusinessDay: 6,
} as const satisfies Record<Discount['kind'], number>

const ordinals = ['Primeiro', 'Segundo', 'Terceiro']

/** Up to three days, or for each day before the due date. */
function discountOf(discount: Discount | null, dueDate: Day) {
  if (discount === null) return { tipoDesconto: 0 }
  const parts = 'until' in discount ? discount.until : [{ ...discount, day: dueDate }]
  const fields = parts.slice(0, ordinals.length).flatMap((part, i) => [
    [`data${ordinals[i]}Desconto`, part.day],
    [`valor${ordinals[i]}Desconto`, decimal('amount' in part ? part.amount : part.rate)],
  ])
  return { tipoDesconto: discountKinds[discount.kind], ...Object.fromEntries(fields) }
}

const lineLength = 40
const mostLines = 5
const linesOf = (message: string): string[] =>
  Array.from({ length: mostLines }, (_, i) => message.slice(i * lineLength, (i + 1) * lineLength)).filter(
    line => line !== '',
  )
