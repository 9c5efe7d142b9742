import { type Ask, type Bank, BankAway, saysNothing } from '../bank.ts'
import { type Fields, amountOf, fieldsOf, isTariffText, listOf, participantOf, textOf } from '../reading.ts'
import type { Participant, ReceivedPayment, SentPayout, Tariff } from '../../rails.ts'
import { openStaticId } from '../../static-ids.ts'
import { openTxid } from '../ids.ts'
import { readable, unreadableRow } from '../unreadable-rows.ts'
import { type UnreadableRow, UnreadableRows } from '../../bank-faults.ts'
import type { Micros } from '../../../../platform/brazil/money.ts'
import { isSamePixKey } from '../../../../platform/brazil/pix-key.ts'
import { type Day, addDays, dayOf, startOfDay } from '../../../../platform/brazil/sao-paulo.ts'
import { remember } from '../../../../platform/lib/remember.ts'

const pageSize = 100
const mostPages = 500

/** What was debited may be refused, or come back, days later. */
const dayMs = 24 * 60 * 60_000
const laterMs = 7 * dayMs

/**
 * Inter reports what it has sent in its statement, by days: a debit with its recipient. What it took back by now, because the
 * payment was refused or came back, was not sent; a smaller credit under the same id is the part that came back.
 */
export async function* listSentByInter(bank: Bank, period: Period, now: Date) {
  const { until } = period
  const rows = await readUntilNow(bank, period, now)
  const credits = Map.groupBy(
    rows.filter(row => row['tipoOperacao'] === 'C'),
    idOf,
  )
  const creditsOf = (row: Fields) => (idOf(row) === null ? [] : (credits.get(idOf(row)) ?? []))
  const isUndone = (row: Fields) => {
    const own = creditsOf(row)
    // A credit without a readable amount counts as all of it.
    return own.some(one => amountOf(one['valor']) === null) || (own.length > 0 && sumOf(own) >= valueOf(row))
  }
  const sent = rows.filter(row => row['tipoOperacao'] === 'D' && isOfPayout(row) && !isUndone(row))
  const read = (row: Fields) => {
    const payout = sentOf(row)
    return 'endToEndId' in payout ? { ...payout, returnedAmount: sumOf(creditsOf(row)) } : payout
  }
  for await (const payout of readable(sent, read)) if (payout.at < until) yield payout
}

/**
 * Plain transfers to our key: Inter's list of Pix has payments of charges only. A refund that failed is a credit too, so the
 * largest credit of an end-to-end id is the payment, and what is missing of it by now has gone back.
 */
export async function* listTransfersByInter(bank: Bank, period: Period, now: Date): AsyncGenerator<ReceivedPayment> {
  const [first, last] = [dayOf(period.from), dayOf(new Date(period.until.getTime() - 1))]
  const rows = (await readUntilNow(bank, period, now)).filter(row => row['tipoTransacao'] === 'PIX')
  const unreadable: UnreadableRow[] = []
  for (const [endToEndId, own] of Map.groupBy(rows, idOf)) {
    const credits = own.filter(row => row['tipoOperacao'] === 'C' && payerIn(row) !== null && isTransfer(row, bank))
    const isOfPeriod = (row: Fields) => {
      const day = dayIn(row)
      return !day || (day >= first && day <= last)
    }
    const [anyCredit] = credits
    const lost = endToEndId === null ? credits : anyCredit ? own.filter(row => amountOf(row['valor']) === null) : []
    unreadable.push(
      ...lost.filter(isOfPeriod).map(row => unreadableRow(row, { endToEndId, valor: amountOf(row['valor']) })),
    )
    if (endToEndId === null || lost.length > 0) continue
    const credit = credits.toSorted((one, other) => Number(valueOf(other) - valueOf(one)))[0]
    const day = credit && dayIn(credit)
    if (credit === undefined || !day || !isOfPeriod(credit)) continue
    const amount = valueOf(credit)
    const left = own.reduce((sum, row) => (row['tipoOperacao'] === 'C' ? sum + valueOf(row) : sum - valueOf(row)), 0n)
    const returned = { id: endToEndId, amount: amount - left, isForced: false, isDone: true, isRefused: false }
    const txid = textOf(fieldsOf(credit['detalhes'])['txId'])
    const staticCode = txid === null ? null : openStaticId(txid)
    const returns = left < amount ? [returned] : []
    const named = txid === null ? {} : { txid }
    yield {
      endToEndId,
      amount,
      charge: null,
      ...named,
      staticCode,
      at: timeIn(credit, day),
      payer: payerIn(credit),
      returns,
      mayHideReturns: true,
    }
  }
  if (unreadable.length > 0) throw new UnreadableRows(unreadable)
}

/** Debits that are called a tariff and belong to no Pix. One without an id or an amount is not booked: the balance shows it. */
export async function listTariffsByInter(bank: Bank, { from, until }: Period): Promise<Tariff[]> {
  const days = { dataInicio: dayOf(from), dataFim: dayOf(new Date(until.getTime() - 1)) }
  return (await readStatement(bank, days)).flatMap(row => {
    const [id, amount] = [textOf(row['idTransacao']), amountOf(row['valor'])]
    const text = [row['titulo'], row['descricao']]
      .map(textOf)
      .filter(one => one !== null)
      .join(': ')
    const isTariff = row['tipoOperacao'] === 'D' && idOf(row) === null && isTariffText(text)
    return isTariff && id !== null && amount !== null ? [{ id: `inter ${id}`, amount, text }] : []
  })
}

/** A payment of a charge is in the list of Pix, and another key belongs to another connection. */
function isTransfer(row: Fields, { settings }: Bank): boolean {
  const { txId, chavePixRecebedor } = fieldsOf(row['detalhes'])
  const [txid, key] = [textOf(txId), textOf(chavePixRecebedor)]
  return (txid === null || openTxid(txid) === null) && (key === null || isSamePixKey(key, settings.pixKey))
}

/** Of a row whose amount can be read. */
const valueOf = (row: Fields): Micros => amountOf(row['valor']) ?? 0n
const sumOf = (rows: Fields[]): Micros => rows.reduce((sum, row) => sum + valueOf(row), 0n)
const dayIn = (row: Fields) =>
  textOf(row['dataEntrada']) ?? textOf(row['dataTransacao']) ?? textOf(row['dataInclusao'])?.slice(0, 10)

/** Inter writes the time of São Paulo, without a zone, if any. */
function timeIn(row: Fields, day: Day): Date {
  const [hours = 0, minutes = 0, seconds = 0] = textOf(row['dataInclusao'])?.slice(11, 19).split(':').map(Number) ?? []
  return new Date(startOfDay(day).getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000)
}

type Period = { from: Date; until: Date }

/** With the days after the period, because what was refused or came back stands there. */
function readUntilNow(bank: Bank, { from, until }: Period, now: Date): Promise<Fields[]> {
  const lastDay = dayOf(new Date(until.getTime() - 1))
  const today = dayOf(new Date(Math.min(until.getTime() + laterMs, now.getTime())))
  return readStatement(bank, { dataInicio: dayOf(from), dataFim: today > lastDay ? today : lastDay })
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
    const found = listOf(body['transacoes'])
    pages = Number(textOf(body['totalPaginas']) ?? page + (found.length >= size ? 2 : 1))
    if (!Number.isInteger(pages) || (pages > 0 && !Array.isArray(body['transacoes']))) return saysNothing(answer)
    if (pages > most) return readHalves(bank, days, { size, most, ...(call && { call }) })
    rows.push(...found)
  }
  return rows
}

/** All credits of some days. */
export async function readCreditsOfInter(bank: Bank, { from, until }: { from: Day; until: Day }): Promise<Fields[]> {
  const rows = await readStatement(bank, { dataInicio: from, dataFim: until < from ? from : until })
  return rows.filter(row => row['tipoOperacao'] === 'C')
}

/** A statement that is too long is read in halves of its days; one day that is too long is an error, and never cut short. */
async function readHalves(bank: Bank, { dataInicio, dataFim }: Statement, how: How): Promise<Fields[]> {
  const days = Math.round((startOfDay(dataFim).getTime() - startOfDay(dataInicio).getTime()) / dayMs)
  if (days < 1) throw new StatementTooLong()
  const middle = addDays(dataInicio, Math.floor((days - 1) / 2))
  const first = await readStatement(bank, { dataInicio, dataFim: middle }, how)
  return [...first, ...(await readStatement(bank, { dataInicio: addDays(middle, 1), dataFim }, how))]
}

/** Only a payout names its recipient, or the bank's id of it. */
function isOfPayout(row: Fields): boolean {
  const { nomeRecebedor, codigoSolicitacao } = fieldsOf(row['detalhes'])
  return textOf(nomeRecebedor) !== null || textOf(codigoSolicitacao) !== null
}

function sentOf(row: Fields): SentPayout | UnreadableRow {
  const details = fieldsOf(row['detalhes'])
  const endToEndId = idOf(row)
  const amount = amountOf(row['valor'])
  const day = dayIn(row)
  if (endToEndId === null || amount === null || !day)
    return unreadableRow(row, { endToEndId, valor: amount, dataEntrada: day })
  const bankReference = textOf(details['codigoSolicitacao'])
  const to = { key: null, taxNumber: textOf(details['cpfCnpjRecebedor']) }
  return { endToEndId, bankOrderId: null, bankReference, amount, at: startOfDay(day), returnedAmount: 0n, ...to }
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
