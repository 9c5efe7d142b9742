import { type Answer, type Bank, saysNothing } from '../bank.ts'
import type { Dialect } from '../dialect.ts'
import { type Fields, amountOf, centsText, fieldsOf, listOf, participantOf, textOf } from '../reading.ts'
import { causeOf } from '../refusal-causes.ts'
import type { BankCall, Payout, PayoutRail, PayoutReport, SentPayout } from '../../rails.ts'
import { standard } from './standard.ts'
import { dayOf, startOfDay } from '../../../../platform/brazil/sao-paulo.ts'

/** Not in TypeScript's library yet. */
const { rawJSON: rawJson } = JSON as typeof JSON & { rawJSON: (text: string) => unknown }

/** Inter's words for a payout, in GET and callbacks. Whatever is not listed decides nothing. A person may approve for days. */
// biome-ignore format: a table is read in columns
const states: Record<string, 'accepted' | 'paid' | 'refused' | 'returned'> = {
  CRIADO: 'accepted',      AGUARDANDO_APROVACAO: 'accepted', APROVADO: 'accepted',        AGENDADO: 'accepted',
  DEBITADO: 'accepted',    PARCIALMENTE_DEBITADO: 'accepted', ENVIADO: 'accepted',        PARCIALMENTE_PAGO: 'accepted',
  TRANSACAO_CRIADA: 'accepted', TRANSACAO_APROVADA: 'accepted', PIX_ENVIADO: 'accepted',
  PAGO: 'paid',            PIX_PAGO: 'paid',                 EFETIVADO: 'paid',
  REPROVADO: 'refused',    EXPIRADO: 'refused',              CANCELADO: 'refused',        FALHA: 'refused',
  CANCELADO_SEM_SALDO: 'refused', NAO_DEBITADO: 'refused',   AGENDAMENTO_CANCELADO: 'refused',
  DEVOLVIDO: 'returned',
}

/**
 * Inter cannot be asked by our id, only by the one it gives. So a payout whose answer was lost is sent again under the same
 * key, which pays once; that it "never got it" is nothing Inter can say.
 */
export const inter: Dialect = {
  ...standard,
  token: {
    style: 'form',
    scopes: `${standard.token.scopes} pagamento-pix.write pagamento-pix.read webhook-banking.read webhook-banking.write extrato.read`,
  },
  payouts: interPayouts,
  payoutCallbackPath: '/banking/v2/webhooks/pix-pagamento',
}

function interPayouts(bank: Bank, clock: () => Date): PayoutRail {
  const url = `${bank.settings.payoutUrl}/banking/v2/pix`

  /** A recipient that Inter does not know ends it the first time. Later an earlier call may have been taken, and its answer lost. */
  async function send(payout: Payout, { signal, remember }: BankCall, isFirst: boolean): Promise<PayoutReport> {
    const headers = { 'x-id-idempotente': payout.bankOrderId }
    // Inter wants a number: it is written as the digits it has, and never was a float.
    const body = { valor: rawJson(centsText(payout.amount)), destinatario: { tipo: 'CHAVE', chave: payout.key } }
    const answer = await bank.call({ operation: 'send payout', method: 'POST', url, body, headers, signal })
    if (isUnknownKey(answer)) return { state: isFirst ? 'refused' : 'doubtful', cause: 'PixKeyNotFound' }
    const { codigoSolicitacao } = fieldsOf(answer.body)
    const reference = textOf(codigoSolicitacao)
    if (answer.status >= 300 || reference === null) return saysNothing(answer)
    await remember(reference)
    return { state: 'accepted', externalId: reference }
  }

  return {
    sendPayout: (payout, call) => send(payout, call, true),
    listSent: period => listSentByInter(bank, period, clock()),
    async readPayout(payout, call) {
      if (payout.bankReference === null) return send(payout, call, false)
      const ask = { operation: 'read payout', method: 'GET', url: `${url}/${payout.bankReference}` } as const
      return reportOf(await bank.call({ ...ask, signal: call.signal }), payout.bankReference)
    },
  }
}

const isUnknownKey = ({ status, body }: Answer): boolean =>
  status >= 400 &&
  status < 500 &&
  listOf(fieldsOf(body)['violacoes']).some(({ propriedade }) => textOf(propriedade)?.endsWith('chave') === true)

function reportOf(answer: Answer, reference: string): PayoutReport {
  const body = fieldsOf(answer.body)
  const sent = { ...body, ...fieldsOf(body['transacaoPix']) }
  const state = answer.status < 300 ? states[textOf(sent['status']) ?? ''] : undefined
  const endToEndId = textOf(sent['endToEnd']) ?? reference
  const [fault] = listOf(sent['erros'])
  switch (state) {
    case 'accepted':
      return { state, externalId: reference }
    case 'paid':
      return { state, externalId: reference, endToEndId, participant: recipientOf(sent['recebedor']) }
    case 'refused':
    case 'returned':
      return { state, cause: causeOf(textOf(fault?.['codigoErroComplementar']) ?? textOf(fault?.['codigoErro'])) }
    case undefined:
      return saysNothing(answer)
  }
}

/** The document comes masked. */
function recipientOf(value: unknown) {
  const { nome, cpfCnpj } = fieldsOf(value)
  if (textOf(nome) === null && textOf(cpfCnpj) === null) return null
  return participantOf({ name: nome, taxNumber: cpfCnpj, ispb: null })
}

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

const idOf = (row: Fields) => textOf(fieldsOf(row['detalhes'])['endToEndId'])

/** Whole: a debit may stand on the first page and its return on the last. */
async function readStatement(bank: Bank, days: { dataInicio: string; dataFim: string }): Promise<Fields[]> {
  const rows: Fields[] = []
  for (let page = 0, pages = 1; page < pages; page++) {
    if (page === mostPages) throw new Error('the statement of the bank is longer than can be read at once')
    const query = new URLSearchParams({ ...days, pagina: String(page), tamanhoPagina: String(pageSize) })
    const url = `${bank.settings.payoutUrl}/banking/v2/extrato/completo?${query}`
    const answer = await bank.call({ operation: 'read statement', method: 'GET', url })
    if (answer.status >= 300) return saysNothing(answer)
    const body = fieldsOf(answer.body)
    pages = Number(textOf(body['totalPaginas']) ?? 1)
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
