import { type Answer, type Bank, saysNothing } from '../bank.ts'
import type { Dialect } from '../dialect.ts'
import { centsText, fieldsOf, listOf, participantOf, textOf } from '../reading.ts'
import { causeOf } from '../refusal-causes.ts'
import type { BankCall, Payout, PayoutRail, PayoutReport } from '../../rails.ts'
import { standard } from './standard.ts'
import { interPayers, listSentByInter } from './inter-statement.ts'

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
  // Inter's list has payments of charges only: what is paid by a static code could never be read back.
  reportsStaticIds: false,
  payouts: interPayouts,
  payers: interPayers,
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
    isAskedByReference: true,
    listsByDay: true,
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
  return participantOf({ name: nome, taxNumber: cpfCnpj, ispb: null })
}
