import type { Call } from '../http/routes.ts'
import { numberOfCentavos } from '../truth/money.ts'
import { accountOf } from '../truth/move-money.ts'
import type { Movement, MovementKind } from '../truth/records.ts'
import { Refusal, type Truth } from '../truth/truth.ts'
import { masked } from './efi-views.ts'
import { localDay, localStamp } from './inter-views.ts'
import { pdfOf } from './plain-pdf.ts'
import { interPage } from './inter-page.ts'

const titles: Record<MovementKind, string> = {
  opening: 'Depósito inicial',
  pixReceived: 'Pix recebido',
  refundHeld: 'Devolução de Pix',
  refundReleased: 'Devolução de Pix não realizada',
  refundSettled: 'Devolução de Pix',
  payoutHeld: 'Pix enviado',
  payoutReleased: 'Pix enviado estornado',
  payoutSettled: 'Pix recebido',
  payoutReturned: 'Pix enviado devolvido',
  forcedReturn: 'Devolução especial (MED)',
  boletoSettled: 'Boleto de cobrança recebido',
  fee: 'Tarifa',
  shared: 'Divisão de pagamento',
  shareTaken: 'Divisão de pagamento devolvida',
}

const mostDays = 90

export function interStatement(call: Call) {
  return { transacoes: movementsOf(call).map(movement => rowOf(call, movement)) }
}

/** With the details of each row: this is where the bank reports the payer. */
export function interWholeStatement(call: Call) {
  const page = numberIn(call.query, 'pagina', 0)
  const size = numberIn(call.query, 'tamanhoPagina', 50)
  const requested = readFilter(call.query)
  const all = movementsOf(call).filter(
    movement => requested === null || rowOf(call, movement).tipoOperacao === requested,
  )
  const { rows, paging } = interPage(all, { page, size })
  return {
    ...paging,
    transacoes: rows.map(movement => ({
      ...rowOf(call, movement),
      idTransacao: movement.id,
      detalhes: detailsOf(call.truth, movement),
    })),
  }
}

/** As a PDF that only counts the rows: nobody reads it here. */
export function interPrintedStatement(call: Call) {
  const lines = ['Extrato', `${movementsOf(call).length} lancamentos`]
  return { pdf: Buffer.from(pdfOf(lines)).toString('base64') }
}

function readFilter(query: URLSearchParams): string | null {
  const requested = query.get('tipoOperacao')
  if (requested !== null && requested !== 'C' && requested !== 'D')
    throw new Refusal('malformed', 'tipoOperacao é C ou D.', 'tipoOperacao')
  return requested
}

function movementsOf({ truth, partner, query }: Call): Movement[] {
  const [from, to] = [query.get('dataInicio') ?? '', query.get('dataFim') ?? '']
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  if (!(days >= 0 && days <= mostDays))
    throw new Refusal(
      'malformed',
      `dataInicio e dataFim (AAAA-MM-DD) com até ${mostDays} dias são obrigatórios.`,
      'dataInicio',
    )
  const account = accountOf(partner.name)
  return [...truth.book.all('movements').values()].filter(
    ({ at, from: source, to: target }) =>
      (source === account || target === account) && localDay(at) >= from && localDay(at) <= to,
  )
}

const rowOf = ({ partner }: Call, { at, to, amount, kind, reference }: Movement) => ({
  dataEntrada: localDay(at),
  dataInclusao: localStamp(at),
  tipoTransacao: kind === 'boletoSettled' ? 'BOLETO_COBRANCA' : 'PIX',
  tipoOperacao: to === accountOf(partner.name) ? 'C' : 'D',
  valor: numberOfCentavos(amount),
  titulo: titles[kind],
  descricao: reference,
})

/** A Pix between two partners has one id: what was taken for it is the payout, what came is the payment. */
const ofPayouts = new Set<MovementKind>(['payoutHeld', 'payoutReleased'])

function detailsOf({ book }: Truth, { reference, kind }: Movement) {
  const boleto = kind === 'boletoSettled' ? book.get('boletos', reference) : undefined
  if (boleto) return { nossoNumero: boleto.bankNumber, seuNumero: boleto.ownNumber, codigoBarras: boleto.barcode }
  const pix = ofPayouts.has(kind) ? undefined : book.get('pix', reference)
  if (pix)
    return {
      txId: pix.txid ?? '',
      endToEndId: pix.endToEndId,
      nomePagador: pix.payer.name,
      cpfCnpjPagador: pix.payer.taxId,
      chavePixRecebedor: pix.key,
    }
  const payout =
    book.get('payouts', reference) ?? (kind === 'payoutReturned' ? payoutOfReturn(book, reference) : undefined)
  if (!payout) return {}
  return {
    endToEndId: payout.endToEndId,
    codigoSolicitacao: payout.requestId,
    nomeRecebedor: payout.recipient.name,
    cpfCnpjRecebedor: masked(payout.recipient).cpf ?? payout.recipient.taxId,
  }
}

const payoutOfReturn = (book: Truth['book'], reference: string) =>
  [...book.all('payouts').values()].find(({ returns }) => returns.some(({ rtrId }) => rtrId === reference))

export function numberIn(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name) ?? String(otherwise)
  if (!/^\d{1,5}$/.test(text)) throw new Refusal('malformed', `${name} não é um número.`, name)
  return Math.max(Number(text), name === 'pagina' ? 0 : 1)
}
