import { type Ask, type Bank, BankAway, saysNothing } from '../bank.ts'
import { type Fields, amountOf, fieldsOf, listOf, participantOf, textOf } from '../reading.ts'
import type { Participant, SentPayout } from '../../rails.ts'
import { dayOf, startOfDay } from '../../../../platform/brazil/sao-paulo.ts'
import { remember } from '../../../../platform/lib/remember.ts'

const pageSize = 100
const mostPages = 500

/** What was debited may be refused, or come back, days later. */
const laterMs = 7 * 24 * 60 * 60_000

/**
 * Inter reports what it has sent in its statement, by days: a debit with its recipient. What it took back by now, because the
 * payment was refused or came back, was not sent.
 */
export async function* listSentByInter(bank: Bank, { from, until }: { from: Date; until: Date }, now: Date) {
  const lastDay = dayOf(new Date(until.getTime() - 1))
  const today = dayOf(new Date(Math.min(until.getTime() + laterMs, now.getTime())))
  const rows = await readStatement(bank, { dataInicio: dayOf(from), dataFim: today > lastDay ? today : lastDay })
  const undone = new Set(rows.filter(row => row['tipoOperacao'] === 'C').map(idOf))
  for (const row of rows) {
    const payout = row['tipoOperacao'] === 'D' && !undone.has(idOf(row)) ? sentOf(row) : null
    if (payout !== null && payout.at < until) yield payout
  }
}

class StatementTooLong extends Error {
  override message = 'the statement of the bank is longer than can be read at once'
}

type Statement = { dataInicio: string; dataFim: string }
type How = { size: number; most: number; call?: Pick<Ask, 'signal' | 'isOptional'> }

const idOf = (row: Fields) => textOf(fieldsOf(row['detalhes'])['endToEndId'])

/** Whole: a debit may stand on the first page and its return on the last. */
async function readStatement(
  bank: Bank,
  days: Statement,
  { size, most, call }: How = { size: pageSize, most: mostPages },
): Promise<Fields[]> {
  const rows: Fields[] = []
  for (let page = 0, pages = 1; page < pages; page++) {
    const query = new URLSearchParams({ ...days, pagina: String(page), tamanhoPagina: String(size) })
    const url = `${bank.settings.payoutUrl}/banking/v2/extrato/completo?${query}`
    const answer = await bank.call({ operation: 'read statement', method: 'GET', url, ...call })
    if (answer.status >= 300) return saysNothing(answer)
    const body = fieldsOf(answer.body)
    pages = Number(textOf(body['totalPaginas']) ?? 1)
    if (pages > most) throw new StatementTooLong()
    rows.push(...listOf(body['transacoes']))
  }
  return rows
}

function sentOf(row: Fields): SentPayout | null {
  const details = fieldsOf(row['detalhes'])
  const endToEndId = idOf(row)
  const amount = amountOf(row['valor'])
  const day = textOf(row['dataEntrada']) ?? textOf(row['dataTransacao']) ?? textOf(row['dataInclusao'])?.slice(0, 10)
  if (textOf(details['nomeRecebedor']) === null || endToEndId === null || amount === null || !day) return null
  const bankReference = textOf(details['codigoSolicitacao'])
  return { endToEndId, bankOrderId: null, bankReference, amount, at: startOfDay(day), returnedAmount: 0n }
}

/** Callbacks and sweeps ask for many payments of a day: the statement of a day is read once for all of them. */
const rememberedMs = 5_000
/** A longer statement would be read in vain again and again: then payers of that day stay unknown. */
const payersIn = { size: 1_000, most: 10 }
/** Payments wait for it to be credited. */
const payersMs = 3_000

/** Only the statement of Inter reports who paid. Null: it does not say, or cannot be read now. */
export function interPayers(bank: Bank): (payment: { endToEndId: string; at: Date }) => Promise<Participant | null> {
  const payersOn = remember(
    async day => {
      const call = { signal: AbortSignal.timeout(payersMs), isOptional: true }
      const days = { dataInicio: day, dataFim: day }
      // That it failed is remembered too: many payments ask one after the other.
      const rows = await readStatement(bank, days, { ...payersIn, call }).catch((error: unknown) => {
        if (error instanceof BankAway || error instanceof StatementTooLong) return []
        throw error
      })
      return new Map(rows.filter(row => row['tipoOperacao'] === 'C').map(row => [idOf(row), payerIn(row)]))
    },
    { forMs: rememberedMs, most: 100 },
  )
  return async ({ endToEndId, at }) => (await payersOn(dayOf(at))).get(endToEndId) ?? null
}

function payerIn(row: Fields): Participant | null {
  const { nomePagador, nomeEmpresaPagador, cpfCnpjPagador } = fieldsOf(row['detalhes'])
  return participantOf({ name: textOf(nomePagador) ?? nomeEmpresaPagador, taxNumber: cpfCnpjPagador, ispb: null })
}
