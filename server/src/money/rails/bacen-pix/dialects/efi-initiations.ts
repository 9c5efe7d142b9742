import { minuteOf } from '../../../../platform/brazil/end-to-end-id.ts'
import { ApiError } from '../../../../platform/http/errors.ts'
import { remember } from '../../../../platform/lib/remember.ts'
import type { ConsentRequest, FollowedReport, InitiationAddresses, InitiationRail, Institution } from '../../rails.ts'
import { senderOf } from '../../participant.ts'
import { type Answer, type Bank, BankAway, nullIfAway, requestMs, saysNothing, unknownState } from '../bank.ts'
import { type Fields, amountOf, centsText, fieldsOf, listOf, textOf } from '../reading.ts'
import type { CreditedAccount, InitiationSettings } from '../settings.ts'

/** Efí credits accounts of its own only. */
const ownBankCode = '09089356'
/** Open Finance Brasil's limit; Efí itself says only afterwards that a payer was too late. */
const consentSeconds = 5 * 60
const institutionsMs = 10 * 60_000

/** Efí's words for an initiation. Whatever is not listed decides nothing. */
const states: Record<string, FollowedReport['state']> = {
  pendente: 'pending',
  agendado: 'pending',
  aceito: 'paid',
  rejeitado: 'refused',
  cancelado: 'refused',
  expirado: 'expired',
  erro: 'failed',
}

/**
 * Open Finance by Efí: it keeps the consent and pays as soon as the payer agrees, with an end-to-end id of its own. So a
 * consent is its payment, and what the payer's return says is only a reason to ask.
 */
export function efiInitiations(bank: Bank, settings: InitiationSettings, clock: () => Date): InitiationRail {
  const { url, returnParameter = 'identificadorPagamento' } = settings
  const paymentsUrl = `${url}/pagamentos/pix`

  const institutions = remember(
    async (): Promise<Institution[]> => {
      const signal = AbortSignal.timeout(requestMs)
      const answer = await bank.call({
        operation: 'list institutions',
        method: 'GET',
        url: `${url}/participantes/`,
        signal,
      })
      if (answer.status >= 300) return saysNothing(answer)
      return listOf(fieldsOf(answer.body)['participantes']).flatMap(institutionOf)
    },
    { forMs: institutionsMs },
  )

  return {
    async registerPayment({ transactionId }) {
      return { externalId: transactionId.replaceAll('-', '') }
    },

    listInstitutions: () =>
      institutions('all').catch((error: unknown) => {
        if (error instanceof BankAway) throw new ApiError('BankUnavailable', { retryAfterSeconds: 5 })
        throw error
      }),

    async createConsent(request) {
      const headers = { 'x-idempotency-key': request.id }
      const ask = { operation: 'create initiation', method: 'POST', url: paymentsUrl, headers } as const
      const signal = AbortSignal.timeout(requestMs)
      const send = () => bank.call({ ...ask, body: bodyOf(request, settings, bank.settings.pixKey), signal })
      // Under the same key: where only the answer was lost, nothing is made a second time.
      const answer = (await send().catch(nullIfAway)) ?? (await send())
      const { identificadorPagamento, redirectURI } = fieldsOf(answer.body)
      const [externalId, authorisationUrl] = [textOf(identificadorPagamento), textOf(redirectURI)]
      // Also where the key was used and the bank does not repeat its answer: nobody has that address, so it is never paid.
      if (answer.status >= 300 || externalId === null || authorisationUrl === null) return saysNothing(answer)
      return { externalId, authorisationUrl, expiresAt: new Date(clock().getTime() + consentSeconds * 1000) }
    },

    async finishAuthorisation(query) {
      const externalId = query[returnParameter] ?? ''
      return externalId === '' ? null : { outcome: 'toBeAsked', externalId }
    },

    async readPayment({ externalId }, { signal }) {
      const query = new URLSearchParams({ identificador: externalId })
      const ask = { operation: 'read initiation', method: 'GET', url: `${paymentsUrl}?${query}` } as const
      const answer = await bank.call({ ...ask, signal })
      const payment = paymentsIn(answer).find(one => one['identificadorPagamento'] === externalId)
      return answer.status >= 300 || payment === undefined ? saysNothing(answer) : reportOf(answer, payment)
    },

    async keepAddresses(addresses) {
      const config = configOf(addresses)
      const known = await bank.call({ operation: 'read initiation addresses', method: 'GET', url: `${url}/config` })
      if (known.status < 300 && isKnown(fieldsOf(known.body), config)) return
      const ask = { operation: 'set initiation addresses', method: 'PUT', url: `${url}/config`, body: config } as const
      const answer = await bank.call(ask)
      if (answer.status >= 300) saysNothing(answer)
    },
  }
}

function institutionOf({ identificador, nome }: Fields): Institution[] {
  const [id, name] = [textOf(identificador), textOf(nome)]
  return id === null || name === null ? [] : [{ id, name }]
}

function bodyOf(
  { institutionId, payer, amount, reference }: ConsentRequest,
  { account, bodyForm = 'pagamento' }: InitiationSettings,
  pixKey: string,
) {
  const details = { valor: centsText(amount), idProprio: reference }
  return {
    pagador: { idParticipante: institutionId, cpf: payer.cpf, ...(payer.cnpj !== null && { cnpj: payer.cnpj }) },
    favorecido: account === null ? { chave: pixKey } : { contaBanco: accountOf(account) },
    ...(bodyForm === 'top' ? details : { [bodyForm]: details }),
  }
}

const accountOf = ({ agency, number, type, holderName, holderTaxNumber }: CreditedAccount) => ({
  codigoBanco: ownBankCode,
  // Exactly four digits, where people write `1`.
  agencia: agency.padStart(4, '0'),
  documento: holderTaxNumber,
  nome: holderName,
  conta: number,
  tipoConta: type,
})

/** The bank does not document the list's name, so every list of the answer is read. */
const paymentsIn = ({ body }: Answer): Fields[] =>
  Array.isArray(body) ? listOf(body) : Object.values(fieldsOf(body)).flatMap(listOf)

function reportOf(answer: Answer, payment: Fields): FollowedReport {
  const state = states[textOf(payment['status']) ?? '']
  if (state === undefined) return unknownState(answer)
  if (state !== 'paid') return { state }
  const [amount, endToEndId] = [amountOf(payment['valor']), textOf(payment['endToEndId'])]
  if (amount === null || endToEndId === null) return saysNothing(answer)
  const participant = senderOf(endToEndId)
  const paidAt = minuteOf(endToEndId)
  return { state, amount, endToEndId, participant, ...(paidAt === null ? {} : { paidAt }) }
}

/**
 * `async`: the payer comes back to us at once, and not after a page of Efí's that waits for the payment. Without a txid of
 * Efí's own an initiated Pix cannot be taken for the payment of a charge.
 */
const configOf = ({ returnUrl, callbackUrl, callbackHash }: InitiationAddresses) => ({
  redirectURL: returnUrl,
  webhookURL: callbackUrl,
  webhookSecurity: callbackHash === null ? { type: 'mtls' } : { type: 'hmac', hash: callbackHash },
  processPayment: 'async',
  generateTxIdForInic: false,
})

/** A bank that does not report the hash may have an old one: it is set again. */
function isKnown(known: Fields, config: ReturnType<typeof configOf>): boolean {
  const { type, hash = null } = fieldsOf(known['webhookSecurity'])
  return (
    known['redirectURL'] === config.redirectURL &&
    known['webhookURL'] === config.webhookURL &&
    known['processPayment'] === config.processPayment &&
    known['generateTxIdForInic'] !== true &&
    type === config.webhookSecurity.type &&
    hash === (config.webhookSecurity.hash ?? null)
  )
}
