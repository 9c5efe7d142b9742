import { type Answer, type Bank, CallbackMissing, saysNothing, unknownState } from '../bank.ts'
import type { Dialect } from '../dialect.ts'
import { presets } from '../presets.ts'
import { type Period, readPages } from '../read-pages.ts'
import {
  type Fields,
  amountOf,
  centsText,
  documentField,
  fieldsOf,
  listOf,
  participantOf,
  textOf,
  timeOf,
} from '../reading.ts'
import { refusalOf } from '../received.ts'
import { payoutRefusal, refusedPayout } from '../payout-refusal.ts'
import { forLog, wordsIn } from '../refusals.ts'
import { efiBoletoProbe, efiBoletos, settingsOfEfiBoletos } from './efi-boletos.ts'
import { efiDisputes } from './efi-disputes.ts'
import { efiInitiations } from './efi-initiations.ts'
import type { AccountBalance, Payout, PayoutRail, PayoutReport, SentPayout } from '../../rails.ts'
import { openOrderId, orderIdAtBank } from '../ids.ts'
import type { Micros } from '../../../../platform/brazil/money.ts'
import { readable, unreadableRow } from '../unreadable-rows.ts'
import { standard } from './standard.ts'

const nameOf = ({ body }: Answer) => textOf(fieldsOf(body)['nome']) ?? ''

/** What Efí refuses for good when asked to pay, and what we call it. */
const refusals: Record<string, string> = {
  chave_nao_pertence_ao_documento: 'PixKeyOwnerMismatch',
  chave_favorecido_nao_encontrada: 'PixKeyNotFound',
  chave_invalida: 'PixKeyInvalid',
  pagamento_negado: 'PaymentDenied',
}

/** Efí: a repeated id is refused with 409, and what is not there with 400. */
export const efi: Dialect = {
  ...standard,
  calls: presets.efi.calls,
  isNotFound: answer =>
    standard.isNotFound(answer) || (answer.status === 400 && /nao_encontrad[ao]$/.test(nameOf(answer))),
  isDuplicate: ({ status }) => status === 409,
  boletos: { scopes: '', settingsOf: settingsOfEfiBoletos, rail: efiBoletos, probe: efiBoletoProbe },
  payouts: efiPayouts,
  payoutScopes: 'pix.send gn.pix.send.read',
  payoutProbe: {
    path: now => {
      const at = now.toISOString().replace(/\.\d+Z$/, 'Z')
      return `/v2/gn/pix/enviados?${new URLSearchParams({ inicio: at, fim: at })}`
    },
    isAbsence: () => false,
  },
  payersInCallbacks: true,
  balance: bank => () => readEfiBalance(bank),
  disputes: efiDisputes,
  initiations: efiInitiations,
}

function efiPayouts(bank: Bank): PayoutRail {
  const { payoutUrl, pixKey } = bank.settings

  const read: PayoutRail['readPayout'] = async (payout, { signal }) => {
    const url = `${payoutUrl}/v2/gn/pix/enviados/id-envio/${orderIdAtBank(payout.bankOrderId)}`
    const answer = await bank.call({ operation: 'read payout', method: 'GET', url, signal })
    if (efi.isNotFound(answer)) return null
    return reportOf(bank, answer, payout)
  }

  return {
    readPayout: read,
    async findSent({ endToEndId }, signal) {
      if (endToEndId === null) return null
      const url = `${payoutUrl}/v2/gn/pix/enviados/${encodeURIComponent(endToEndId)}`
      const answer = await bank.call({ operation: 'read payout', method: 'GET', url, signal })
      const sent = fieldsOf(answer.body)
      if (efi.isNotFound(answer) || sent['status'] === 'NAO_REALIZADO') return null
      const isReadable = answer.status < 300 && sentStates.includes(textOf(sent['status']) ?? '')
      return (isReadable ? sentOf(sent) : null) ?? saysNothing(answer)
    },
    listSent: period => listSentByEfi(bank, period),
    listReturned: period => listSentByEfi(bank, { ...period, onlyReturned: true }),
    async sendPayout(payout, call) {
      const url = `${payoutUrl}/v3/gn/pix/${orderIdAtBank(payout.bankOrderId)}`
      const body = { valor: centsText(payout.amount), pagador: { chave: pixKey }, favorecido: recipientOf(payout) }
      const { signal, noteSent } = call
      const answer = await bank.call({ operation: 'send payout', method: 'PUT', url, body, signal, noteSent })
      if (efi.isDuplicate(answer)) return (await read(payout, call)) ?? saysNothing(answer)
      if (isCallbackMissing(answer)) throw new CallbackMissing(bank.name, wordsIn(answer) ?? '', forLog(answer))
      const { isSentBefore } = payout
      const how = { isSentBefore, cause: refusals[nameOf(answer)] }
      const refusal = await payoutRefusal(bank, answer, how, () => read(payout, call))
      return refusal ?? reportOf(bank, answer, payout)
    },
  }
}

async function readEfiBalance(bank: Bank): Promise<AccountBalance> {
  const url = `${bank.settings.payoutUrl}/v2/gn/saldo?bloqueios=true`
  const answer = await bank.call({ operation: 'read balance', method: 'GET', url })
  const { saldo, bloqueios } = fieldsOf(answer.body)
  const amount = answer.status < 300 ? amountOf(saldo) : null
  return amount === null ? saysNothing(answer) : { amount, blocked: amountOf(fieldsOf(bloqueios)['total']) ?? 0n }
}

/** Efí pays from keys with a webhook only. It does not publish the name of this refusal. */
const isCallbackMissing = (answer: Answer): boolean =>
  answer.status >= 400 && answer.status < 500 && /webhook/i.test(wordsIn(answer) ?? '')

function recipientOf({ key, recipient: { taxNumber } }: Payout) {
  if (taxNumber === null) return { chave: key }
  return { chave: key, ...documentField(taxNumber) }
}

/** Why it has refused Efí says in its callback, as a rule. */
function reportOf(bank: Bank, answer: Answer, { causeFromNotice, wordsFromNotice = null }: Payout): PayoutReport {
  const sent = fieldsOf(answer.body)
  const endToEndId = textOf(sent['e2eId']) ?? textOf(sent['endToEndId']) ?? ''
  switch (answer.status < 300 ? (textOf(sent['status']) ?? '') : '') {
    case 'EM_PROCESSAMENTO':
      return { state: 'accepted', externalId: endToEndId }
    case 'REALIZADO':
      // Without an id it is like any other such payment: it is asked about again.
      if (endToEndId === '') return saysNothing(answer)
      if (isReturned(sent)) return { state: 'returned', cause: 'ReturnedByRecipient' }
      return {
        state: 'paid',
        externalId: endToEndId,
        endToEndId,
        participant: recipientIn(sent['favorecido']),
        returns: returnsIn(sent),
      }
    case 'NAO_REALIZADO': {
      const { cause, words } = refusalOf(fieldsOf(sent['gnExtras'])['erro'])
      const ended = { state: 'refused', cause: cause ?? causeFromNotice ?? 'RefusedByBank' } as const
      return refusedPayout(bank, answer, ended, words ?? wordsFromNotice)
    }
    default:
      return unknownState(answer)
  }
}

/** What the recipient has sent back, each under the bank's id of it. */
const returnsIn = (sent: Fields) =>
  listOf(sent['devolucoes']).flatMap(({ rtrId, valor }) => {
    const [id, amount] = [textOf(rtrId), amountOf(valor)]
    return id === null || amount === null ? [] : [{ id, amount }]
  })

/** Whole: what came back in part leaves the payout paid. */
function isReturned(sent: Fields): boolean {
  const returned = listOf(sent['devolucoes']).reduce((sum, { valor }) => sum + (amountOf(valor) ?? 0n), 0n)
  return returned > 0n && returned === amountOf(sent['valor'])
}

/** The document comes masked. */
function recipientIn(value: unknown) {
  const { identificacao, contaBanco, ...own } = fieldsOf(value)
  const { nome, cpf, cnpj, codigoBanco, agencia, conta, tipoConta } = {
    ...own,
    ...fieldsOf(contaBanco),
    ...fieldsOf(identificacao),
  }
  const account = { agency: agencia, account: conta, accountType: tipoConta }
  return participantOf({ name: nome, taxNumber: textOf(cpf) ?? cnpj, ispb: codigoBanco, ...account })
}

/** Efí lists what was asked for in a period, with how it ended. */
async function* listSentByEfi(bank: Bank, { onlyReturned, withInProcess, ...period }: Period & Filter) {
  const query = {
    ...(withInProcess ? {} : { status: 'REALIZADO' }),
    ...(onlyReturned ? { devolucaoPresente: 'true' } : {}),
  }
  const states = withInProcess ? sentStates : ['REALIZADO']
  const url = `${bank.settings.payoutUrl}/v2/gn/pix/enviados`
  const rows = readPages(bank, { operation: 'list payouts', url, items: 'pix', query }, period)
  yield* readable(rows, one => {
    const status = textOf(one['status'])
    // What is in another of its states was not sent.
    if (allStates.has(status ?? '') && !states.includes(status ?? '')) return null
    return (states.includes(status ?? '') ? sentOf(one) : null) ?? unreadablePayout(one)
  })
}

/** Paid, or may still be. */
const sentStates = ['REALIZADO', 'EM_PROCESSAMENTO']
const allStates = new Set([...sentStates, 'NAO_REALIZADO'])

const unreadablePayout = (one: Fields) => {
  const { solicitacao, liquidacao } = fieldsOf(one['horario'])
  const status = textOf(one['status'])
  return unreadableRow(one, {
    endToEndId: textOf(one['endToEndId']),
    valor: amountOf(one['valor']),
    horario: timeOf(liquidacao) ?? timeOf(solicitacao),
    status: status !== null && allStates.has(status) ? status : null,
    devolucoes: returnedIn(one),
  })
}

/** What has come back of it; null: that cannot be read. */
function returnedIn(one: Fields): Micros | null {
  const amounts = listOf(one['devolucoes']).map(({ valor }) => amountOf(valor))
  return amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0n)
}

type Filter = { onlyReturned?: boolean; withInProcess?: boolean }

function sentOf(one: Fields): SentPayout | null {
  const { solicitacao, liquidacao } = fieldsOf(one['horario'])
  const endToEndId = textOf(one['endToEndId'])
  const amount = amountOf(one['valor'])
  const at = timeOf(liquidacao) ?? timeOf(solicitacao)
  const returnedAmount = returnedIn(one)
  if (endToEndId === null || amount === null || at === null || returnedAmount === null) return null
  const bankOrderId = openOrderId(textOf(one['idEnvio']) ?? '')
  const favoured = fieldsOf(one['favorecido'])
  const to = { key: textOf(favoured['chave']), taxNumber: recipientIn(favoured)?.taxNumber ?? null }
  const state = one['status'] === 'EM_PROCESSAMENTO' ? ({ isInProcess: true } as const) : {}
  return { endToEndId, bankOrderId, bankReference: null, amount, at, returnedAmount, ...to, ...state }
}
