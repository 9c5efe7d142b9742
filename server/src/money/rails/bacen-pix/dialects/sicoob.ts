import { type Answer, type Bank, BankAway, requestMs, saysNothing, unknownState } from '../bank.ts'
import type { Dialect } from '../dialect.ts'
import { presets } from '../presets.ts'
import {
  type Fields,
  amountOf,
  centsText,
  fieldsOf,
  isTariffText,
  listOf,
  participantOf,
  textOf,
  timeOf,
} from '../reading.ts'
import { BankRefused } from '../../bank-faults.ts'
import { agree } from '../../participant.ts'
import { causeOf } from '../refusal-causes.ts'
import { payoutRefusal, refusedPayout } from '../payout-refusal.ts'
import { logRefusal, wordsIn, wordsOf } from '../refusals.ts'
import { type Day, addDays, dayOf } from '../../../../platform/brazil/sao-paulo.ts'
import { normalizeTaxNumber } from '../../../../platform/brazil/tax-number.ts'
import type { KeyRail } from '../../key-rail.ts'
import type { AccountBalance, BankCall, Payout, PayoutRail, PayoutReport, SentPayout, Tariff } from '../../rails.ts'
import { sicoobBoletoProbe, sicoobBoletoScopes, sicoobBoletos } from './sicoob-boletos.ts'
import { standard } from './standard.ts'

const path = '/pix-pagamentos/v2/pagamentos'

/**
 * Sicoob pays in two steps: looking a key up gives the end-to-end id under which the payment is then confirmed. That id is
 * remembered before the confirmation, so that a lost answer is a question.
 */
export const sicoob: Dialect = {
  ...standard,
  calls: presets.sicoob.calls,
  // As Sicoob publishes them for boletos: two new ones a second, ten questions.
  limits: { boletos: { perMinute: 120, atOnce: 2 }, boletoReads: { perMinute: 600, atOnce: 10 } },
  boletos: { scopes: sicoobBoletoScopes, rail: sicoobBoletos, probe: sicoobBoletoProbe },
  payouts: sicoobPayouts,
  // It lists no payouts: one that cannot exist is asked for.
  payoutProbe: {
    path: () => `${path}/E${'0'.repeat(31)}`,
    isAbsence: ({ body }) => Array.isArray(fieldsOf(body)['mensagens']),
  },
  payoutCallbackPath: `${path}/webhook`,
  keys: sicoobKeys,
  // Its statement is of an account by number, and wants the scope `cco_consulta`.
  balance: (bank, clock) =>
    bank.settings.accountNumber ? () => readSicoobBalance(bank, bank.settings.accountNumber ?? '', clock()) : null,
  tariffs: bank => {
    const { accountNumber } = bank.settings
    return accountNumber ? period => listSicoobTariffs(bank, accountNumber, period) : null
  },
}

const statementOf = (bank: Bank, account: string, day: Day) => {
  const [year = '', month = ''] = day.split('-')
  const query = new URLSearchParams({ numeroContaCorrente: account })
  return { url: `${bank.settings.payoutUrl}/conta-corrente/v4/extrato/${month}/${year}`, query }
}

/** Debits that are called a tariff; null: the connection may not read the statement. A row without an id of its own is known by all that it says, and its place among equal ones. */
async function listSicoobTariffs(bank: Bank, account: string, { from, until }: { from: Date; until: Date }) {
  const tariffs: Tariff[] = []
  const last = dayOf(new Date(until.getTime() - 1))
  for (let day = dayOf(from); day <= last; day = addDays(day, 1)) {
    const { url, query } = statementOf(bank, account, day)
    const number = String(Number(day.slice(8)))
    query.set('diaInicial', number)
    query.set('diaFinal', number)
    const answer = await bank.call({ operation: 'read statement', method: 'GET', url: `${url}?${query}` })
    if (answer.status === 403) return null
    const rows = fieldsOf(fieldsOf(answer.body)['resultado'])['transacoes']
    if (answer.status >= 300 || !Array.isArray(rows)) return saysNothing(answer)
    const seen = new Map<string, number>()
    for (const row of listOf(rows)) {
      const [amount, text] = [amountOf(textOf(row['valor'])?.replace(/^-/, '')), textOf(row['descricao']) ?? '']
      if (row['tipo'] !== 'DEBITO' || amount === null || !isTariffText(text)) continue
      const said = [day, textOf(row['numeroDocumento']), text, amount].join(' ')
      const place = (seen.get(said) ?? 0) + 1
      seen.set(said, place)
      tariffs.push({ id: `sicoob ${account} ${textOf(row['transactionId']) ?? `${said} ${place}`}`, amount, text })
    }
  }
  return tariffs
}

const pathOf = (bank: Bank) => `${bank.settings.payoutUrl}${path}`

/** The balance stands in the statement of the month. */
async function readSicoobBalance(bank: Bank, account: string, now: Date): Promise<AccountBalance> {
  const { url, query } = statementOf(bank, account, dayOf(now))
  const answer = await bank.call({ operation: 'read balance', method: 'GET', url: `${url}?${query}` })
  const { saldoAtual, saldoBloqueado } = fieldsOf(fieldsOf(answer.body)['resultado'])
  const amount = answer.status < 300 ? amountOf(saldoAtual) : null
  return amount === null ? saysNothing(answer) : { amount, blocked: amountOf(saldoBloqueado) ?? 0n }
}

/** The bank knows no account with the key, and says so in these words. */
type Unknown = { unknownWords: string | null }

async function lookUp(bank: Bank, key: string, signal: AbortSignal): Promise<Found | Unknown> {
  const ask = { operation: 'look up key', method: 'POST', url: pathOf(bank), body: { chave: key } } as const
  const answer = await bank.call({ ...ask, signal })
  if (answer.status >= 400) logRefusal(bank, 'look up key', answer)
  if (standard.isNotFound(answer)) return { unknownWords: wordsIn(answer) }
  const { endToEndId, proprietario } = fieldsOf(answer.body)
  const id = textOf(endToEndId)
  if (answer.status >= 300 || id === null) return saysNothing(answer)
  return { endToEndId: id, owner: fieldsOf(proprietario) }
}

type Found = { endToEndId: string; owner: Fields }

/** How long a process keeps a look-up that no payout has taken. */
const freshMs = 60_000
/** The central bank settles no payment whose end-to-end id is more than twelve hours older. */
const longestMs = 11 * 3_600_000
const mostKept = 1_000

/** The look-ups of a moment ago, for the payouts that they were made for: each costs one of the bank's tokens. */
const lookUps = new WeakMap<Bank, (Found & { key: string; atMs: number })[]>()

const freshOf = (bank: Bank) => (lookUps.get(bank) ?? []).filter(({ atMs }) => performance.now() - atMs < freshMs)

function keepLookUp(bank: Bank, key: string, found: Found): void {
  lookUps.set(bank, [...freshOf(bank), { ...found, key, atMs: performance.now() }].slice(-mostKept))
}

/** For one payout only: the id of a look-up pays once. */
function takeLookUp(bank: Bank, key: string): Found | null {
  const fresh = freshOf(bank)
  const found = fresh.find(one => one.key === key) ?? null
  lookUps.set(
    bank,
    fresh.filter(one => one !== found),
  )
  return found
}

function sicoobKeys(bank: Bank, clock: () => Date): KeyRail {
  return {
    async findKeyOwner({ key, recipientTaxNumber }) {
      const found = await lookUp(bank, key, AbortSignal.timeout(requestMs)).catch((error: unknown) => {
        if (error instanceof BankAway) return 'notReported' as const
        throw error
      })
      // The payout looks it up again.
      if (found === 'notReported') return found
      if ('unknownWords' in found) return null
      const taxNumber = textOf(found.owner['identificador'])
      keepLookUp(bank, key, found)
      // What is visible of a masked document can only show that it is another one.
      if (isHidden(taxNumber) && agree(taxNumber, recipientTaxNumber)) return 'hidden'
      return { taxNumber: normalizeTaxNumber(taxNumber ?? ''), name: textOf(found.owner['nome']) }
    },
    takeLookUp: key => takeLookUp(bank, key)?.endToEndId ?? null,
    isUsable: lookUpId => ageOf(lookUpId, clock()) <= longestMs,
  }
}

const isHidden = (taxNumber: string | null): boolean => taxNumber === null || taxNumber.includes('*')

function sicoobPayouts(bank: Bank, clock: () => Date): PayoutRail {
  /** `unconfirmed`: confirming it again under the same id pays once. */
  async function ask(endToEndId: string, signal: AbortSignal) {
    const url = `${pathOf(bank)}/${endToEndId}`
    const answer = await bank.call({ operation: 'read payout', method: 'GET', url, signal })
    // A 404 without words is a gateway's, and says nothing of the payout.
    if (standard.isNotFound(answer)) return null
    return isUnconfirmed(answer) ? 'unconfirmed' : reportOf(bank, answer, endToEndId)
  }

  const read: PayoutRail['readPayout'] = async ({ bankReference }, { signal }) => {
    const known = bankReference === null ? null : await ask(bankReference, signal)
    return known === 'unconfirmed' ? null : known
  }

  /** `isShownUnconfirmed`: refused, and asked about it the bank says that it has not confirmed it. */
  async function confirm(endToEndId: string, payout: Payout, { signal, noteSent }: BankCall) {
    const body = { endToEndId, valor: centsText(payout.amount).replace('.', ','), meioIniciacao: 'CHAVE' }
    const url = `${pathOf(bank)}/confirmacao`
    const answer = await bank.call({ operation: 'send payout', method: 'POST', url, body, signal, noteSent })
    let isShownUnconfirmed = false
    const refusal = await payoutRefusal(bank, answer, { isSentBefore: payout.isSentBefore }, async () => {
      const known = await ask(endToEndId, signal)
      isShownUnconfirmed = known === 'unconfirmed'
      return known === 'unconfirmed' ? null : known
    })
    return { report: refusal ?? reportOf(bank, answer, endToEndId), isShownUnconfirmed }
  }

  const storedLookUpOf = ({ keyLookUp = null, isSentBefore }: Payout) =>
    keyLookUp !== null && !isSentBefore && ageOf(keyLookUp, clock()) <= longestMs ? keyLookUp : null

  return {
    isAskedByReference: true,
    async sendPayout(payout, call) {
      const { signal, remember } = call
      const lookUpId = payout.bankReference ?? storedLookUpOf(payout)
      // A confirmation of before may still arrive: then no refusal of another look-up ends the payout.
      const isInDoubt = lookUpId !== null && payout.isSentBefore
      const refused = (cause: string, words: string | null = null): PayoutReport =>
        isInDoubt
          ? { state: 'doubtful', cause: cause === 'RefusedByBank' ? (words ?? cause) : cause }
          : { state: 'refused', cause, ...(words !== null && { words }) }
      if (lookUpId !== null) {
        await remember(lookUpId)
        const { report, isShownUnconfirmed } = await confirm(lookUpId, payout, call)
        // How long Sicoob takes a look-up is not documented. What it has not confirmed may be looked up again, now or later.
        if (!isShownUnconfirmed || ageOf(lookUpId, clock()) <= 2 * freshMs) return report
      }
      // Only what is confirmed is sent: a refusal here is the end.
      const found = takeLookUp(bank, payout.key) ?? (await lookUp(bank, payout.key, signal).catch(wordsIfRefused))
      if (typeof found === 'string') return refused('RefusedByBank', found)
      if ('unknownWords' in found) return refused('PixKeyNotFound', found.unknownWords)
      const owner = textOf(found.owner['identificador'])
      const { taxNumber } = payout.recipient
      if (!agree(owner, taxNumber)) return refused('PixKeyOwnerMismatch')
      // Whose the key is was not compared when the payout was made, or with another look-up. One without a recipient is the platform's own.
      const isKnown = !isHidden(owner) || taxNumber === null || payout.key === taxNumber
      if (!isKnown && payout.allowsUnknownOwner !== true) return refused('PixKeyOwnerUnknown')
      await remember(found.endToEndId)
      return (await confirm(found.endToEndId, payout, call)).report
    },

    readPayout: read,

    async findSent({ bankReference }, signal) {
      if (bankReference === null) return null
      const url = `${pathOf(bank)}/${encodeURIComponent(bankReference)}`
      const answer = await bank.call({ operation: 'read payout', method: 'GET', url, signal })
      if (standard.isNotFound(answer) || isUnconfirmed(answer)) return null
      const { state } = reportOf(bank, answer, bankReference)
      if (state === 'refused') return null
      const isReadable = state === 'paid' || state === 'accepted'
      const sent = (isReadable ? sentOf(answer, bankReference, clock()) : null) ?? saysNothing(answer)
      return state === 'accepted' ? { ...sent, isInProcess: true } : sent
    },
  }
}

/** An end-to-end id has the minute of its look-up in it, by the clock of UTC. NaN: it has none. */
function ageOf(endToEndId: string, now: Date): number {
  const [, year, month, day, hour, minute] = /^E.{8}(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)/.exec(endToEndId) ?? []
  return Math.abs(now.getTime() - Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`))
}

/** Looked up and not confirmed. */
const isUnconfirmed = ({ body }: Answer): boolean => /^N[ÃA]O_REALIZADO$/.test(textOf(fieldsOf(body)['estado']) ?? '')

/** When it was paid Sicoob does not always say. */
function sentOf({ body }: Answer, endToEndId: string, now: Date): SentPayout | null {
  const { valor, chave, destino, dataPagamento, dataSolicitacao } = fieldsOf(body)
  const amount = amountOf(valor)
  if (amount === null) return null
  const at = timeOf(dataPagamento) ?? timeOf(dataSolicitacao) ?? now
  const to = { key: textOf(chave), taxNumber: recipientIn(destino)?.taxNumber ?? null }
  return { endToEndId, bankOrderId: null, bankReference: endToEndId, amount, at, returnedAmount: 0n, ...to }
}

function wordsIfRefused(error: unknown): string {
  if (error instanceof BankRefused) return error.words
  throw error
}

function reportOf(bank: Bank, answer: Answer, endToEndId: string): PayoutReport {
  const { estado, detalheRejeicao, destino } = fieldsOf(answer.body)
  switch (answer.status < 300 ? (textOf(estado) ?? '') : '') {
    case 'EM_PROCESSAMENTO':
      return { state: 'accepted', externalId: endToEndId }
    case 'FINALIZADO':
    case 'FINALIZADO_SUCESSO':
      return { state: 'paid', externalId: endToEndId, endToEndId, participant: recipientIn(destino) }
    case 'REJEITADO':
    case 'FINALIZADO_REJEICAO':
      return refusedPayout(
        bank,
        answer,
        { state: 'refused', cause: causeOf(textOf(detalheRejeicao)) },
        wordsOf(detalheRejeicao),
      )
    default:
      return unknownState(answer)
  }
}

function recipientIn(value: unknown) {
  const { nome, cpfCnpj, ispb, agencia, conta, tipo } = fieldsOf(value)
  return participantOf({ name: nome, taxNumber: cpfCnpj, ispb, agency: agencia, account: conta, accountType: tipo })
}
