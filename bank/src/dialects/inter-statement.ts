import type { Call } from '../http/routes.ts'
import { numberOfCentavos } from '../truth/money.ts'
import { accountOf } from '../truth/move-money.ts'
import type { Movement, MovementKind } from '../truth/records.ts'
import { Refusal, type Truth } from '../truth/truth.ts'
import { masked } from './efi-views.ts'
import { localDay, localStamp } from './inter-views.ts'

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
}

const mostDays = 90

export function interStatement(call: Call) {
  return { transacoes: movementsOf(call).map(movement => rowOf(call, movement)) }
}

/** With the details of each row: this is where the bank reports the payer. */
export function interWholeStatement(call: Call) {
  const page = number(call.query, 'pagina', 0)
  const size = number(call.query, 'tamanhoPagina', 50)
  const all = movementsOf(call)
  const rows = all.slice(page * size, (page + 1) * size)
  return {
    totalPaginas: Math.ceil(all.length / size),
    totalElementos: all.length,
    ultimaPagina: (page + 1) * size >= all.length,
    transacoes: rows.map(movement => ({
      ...rowOf(call, movement),
      idTransacao: movement.id,
      detalhes: detailsOf(call.truth, movement),
    })),
  }
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
  tipoTransacao: 'PIX',
  tipoOperacao: to === accountOf(partner.name) ? 'C' : 'D',
  valor: numberOfCentavos(amount),
  titulo: titles[kind],
  descricao: reference,
})

function detailsOf({ book }: Truth, { reference }: Movement) {
  const pix = book.get('pix', reference)
  if (pix)
    return {
      txId: pix.txid ?? '',
      endToEndId: pix.endToEndId,
      nomePagador: pix.payer.name,
      cpfCnpjPagador: pix.payer.taxId,
      chavePixRecebedor: pix.key,
    }
  const payout = book.get('payouts', reference)
  if (!payout) return {}
  return {
    endToEndId: payout.endToEndId,
    codigoSolicitacao: payout.requestId,
    nomeRecebedor: payout.recipient.name,
    cpfCnpjRecebedor: masked(payout.recipient).cpf ?? payout.recipient.taxId,
  }
}

function number(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name) ?? String(otherwise)
  if (!/^\d{1,5}$/.test(text)) throw new Refusal('malformed', `${name} não é um número.`, name)
  return Math.max(Number(text), name === 'pagina' ? 0 : 1)
}
