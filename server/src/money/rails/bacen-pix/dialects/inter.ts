import { type Answer, type Bank, saysNothing, unknownState } from '../bank.ts'
import type { Dialect } from '../dialect.ts'
import { presets } from '../presets.ts'
import { amountOf, centsText, fieldsOf, listOf, participantOf, textOf } from '../reading.ts'
import { causeOf } from '../refusal-causes.ts'
import { payoutRefusal, refusedPayout } from '../payout-refusal.ts'
import { logRefusal, refusalIn, wordsIn, wordsOf } from '../refusals.ts'
import type { AccountBalance, BankCall, Payout, PayoutRail, PayoutReport, SentPayout } from '../../rails.ts'
import { startOfDay } from '../../../../platform/brazil/sao-paulo.ts'
import { standard } from './standard.ts'
import { interBoletoScopes, interBoletos } from './inter-boletos.ts'
import { interPayers, listSentByInter, listTariffsByInter, listTransfersByInter } from './inter-statement.ts'

/** Not in TypeScript's library yet. */
const { rawJSON: rawJson } = JSON as typeof JSON & { rawJSON: (text: string) => unknown }

/** No boleto has this id. */
const noBoleto = '00000000-0000-4000-8000-000000000000'

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
  calls: presets.inter.calls,
  // As Inter publishes them for production; its sandbox takes ten charges a minute, and says so by 429.
  // biome-ignore format: a table is read in columns
  limits: {
    token:         { perMinute: 5, atOnce: 4 },
    charges:       { perMinute: 120 },
    chargeReads:   { perMinute: 120 },
    chargeCancels: { perMinute: 120 },
    boletos:       { perMinute: 120 },
    boletoReads:   { perMinute: 120 },
    payments:      { perMinute: 120 },
    refunds:       { perMinute: 120 },
    refundReads:   { perMinute: 120 },
    payouts:       { perMinute: 60, atOnce: 1 }, // one a second
    payoutReads:   { perMinute: 20, atOnce: 4 },
    callbacks:     { perMinute: 10, atOnce: 3 },
  },
  reportsStaticIds: presets.inter.reportsStaticIds,
  boletos: {
    scopes: interBoletoScopes,
    rail: interBoletos,
    probe: { path: () => `/cobranca/v3/cobrancas/${noBoleto}`, isAbsence: answer => refusalIn(answer) !== null },
  },
  payouts: interPayouts,
  payoutProbe: {
    path: now => {
      const day = now.toISOString().slice(0, 10)
      return `/banking/v2/extrato?${new URLSearchParams({ dataInicio: day, dataFim: day })}`
    },
    isAbsence: () => false,
  },
  payers: interPayers,
  transfers: (bank, clock) => period => listTransfersByInter(bank, period, clock()),
  // Inter's documents want a phone without its plus there.
  keyInPath: pixKey => encodeURIComponent(pixKey.replace(/^\+/, '')),
  balance: bank => () => readInterBalance(bank),
  tariffs: bank => period => listTariffsByInter(bank, period),
  payoutCallbackPath: '/banking/v2/webhooks/pix-pagamento',
}

function interPayouts(bank: Bank, clock: () => Date): PayoutRail {
  const url = `${bank.settings.payoutUrl}/banking/v2/pix`

  /** A recipient that Inter does not know ends it the first time. Later an earlier call may have been taken, and its answer lost. */
  async function send(
    payout: Payout,
    { signal, remember, noteSent }: BankCall,
    isFirst: boolean,
  ): Promise<PayoutReport> {
    const headers = { 'x-id-idempotente': payout.bankOrderId }
    // Inter wants a number: it is written as the digits it has, and never was a float.
    const body = { valor: rawJson(centsText(payout.amount)), destinatario: { tipo: 'CHAVE', chave: payout.key } }
    const answer = await bank.call({ operation: 'send payout', method: 'POST', url, body, headers, signal, noteSent })
    if (isUnknownKey(answer)) {
      logRefusal(bank, 'send payout', answer)
      const [cause, words] = ['PixKeyNotFound', wordsIn(answer)]
      return isFirst ? { state: 'refused', cause, ...(words !== null && { words }) } : { state: 'doubtful', cause }
    }
    const refusal = await payoutRefusal(bank, answer, { isSentBefore: !isFirst })
    if (refusal !== null) return refusal
    const { codigoSolicitacao } = fieldsOf(answer.body)
    const reference = textOf(codigoSolicitacao)
    if (answer.status >= 300 || reference === null) return saysNothing(answer)
    await remember(reference)
    return { state: 'accepted', externalId: reference }
  }

  return {
    ignoresOwner: true,
    isAskedByReference: true,
    listsByDay: true,
    sendPayout: (payout, call) => send(payout, call, true),
    listSent: period => listSentByInter(bank, period, clock()),
    async findSent({ bankReference }, signal) {
      if (bankReference === null) return null
      const ask = {
        operation: 'read payout',
        method: 'GET',
        url: `${url}/${encodeURIComponent(bankReference)}`,
      } as const
      const answer = await bank.call({ ...ask, signal })
      if (inter.isNotFound(answer)) return null
      const { state } = reportOf(bank, answer, bankReference)
      if (state === 'refused') return null
      const sent = sentOf(answer, bankReference) ?? saysNothing(answer)
      if (state === 'accepted') return { ...sent, isInProcess: true }
      return state === 'returned' ? { ...sent, returnedAmount: sent.amount } : sent
    },
    async readPayout(payout, call) {
      if (payout.bankReference === null) return send(payout, call, false)
      const ask = { operation: 'read payout', method: 'GET', url: `${url}/${payout.bankReference}` } as const
      return reportOf(bank, await bank.call({ ...ask, signal: call.signal }), payout.bankReference)
    },
  }
}

async function readInterBalance(bank: Bank): Promise<AccountBalance> {
  const url = `${bank.settings.payoutUrl}/banking/v2/saldo`
  const answer = await bank.call({ operation: 'read balance', method: 'GET', url })
  const { disponivel, bloqueadoCheque, bloqueadoJudicialmente, bloqueadoAdministrativo } = fieldsOf(answer.body)
  const amount = answer.status < 300 ? amountOf(disponivel) : null
  if (amount === null) return saysNothing(answer)
  const blocked = [bloqueadoCheque, bloqueadoJudicialmente, bloqueadoAdministrativo].map(one => amountOf(one) ?? 0n)
  return { amount, blocked: blocked.reduce((sum, one) => sum + one, 0n) }
}

const isUnknownKey = ({ status, body }: Answer): boolean =>
  status >= 400 &&
  status < 500 &&
  listOf(fieldsOf(body)['violacoes']).some(({ propriedade }) => textOf(propriedade)?.endsWith('chave') === true)

function reportOf(bank: Bank, answer: Answer, reference: string): PayoutReport {
  const body = fieldsOf(answer.body)
  const sent = { ...body, ...fieldsOf(body['transacaoPix']) }
  const state = answer.status < 300 ? states[textOf(sent['status']) ?? ''] : undefined
  const endToEndId = textOf(sent['endToEnd'])
  const faults = listOf(sent['erros'])
  switch (state) {
    case 'accepted':
      return { state, externalId: reference }
    case 'paid':
      // Completed is final, so it is not booked under another name: it is asked about again.
      if (endToEndId === null) return saysNothing(answer)
      return { state, externalId: reference, endToEndId, participant: recipientOf(sent['recebedor']) }
    case 'refused':
    case 'returned': {
      const cause = causeOf(textOf(faults[0]?.['codigoErroComplementar']) ?? textOf(faults[0]?.['codigoErro']))
      const words = wordsOf(...faults.flatMap(fault => [fault['codigoErro'], fault['descricaoErro']]))
      return refusedPayout(bank, answer, { state, cause }, words)
    }
    case undefined:
      return unknownState(answer)
  }
}

/** As its statement lists it: by the day. */
function sentOf({ body }: Answer, bankReference: string): SentPayout | null {
  const { endToEnd, valor, chave, recebedor, dataHoraMovimento } = fieldsOf(fieldsOf(body)['transacaoPix'])
  const [endToEndId, amount, moved] = [textOf(endToEnd), amountOf(valor), textOf(dataHoraMovimento)]
  if (endToEndId === null || amount === null || moved === null) return null
  const to = { key: textOf(chave), taxNumber: recipientOf(recebedor)?.taxNumber ?? null }
  const at = startOfDay(moved.slice(0, 10))
  return { endToEndId, bankOrderId: null, bankReference, amount, at, returnedAmount: 0n, ...to }
}

/** The document comes masked. */
function recipientOf(value: unknown) {
  const { nome, cpfCnpj } = fieldsOf(value)
  return participantOf({ name: nome, taxNumber: cpfCnpj, ispb: null })
}
