import { BrCodeError, encodeDynamicBrCode } from '../../../platform/brazil/br-code.ts'
import type { Micros } from '../../../platform/brazil/money.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import type { BankCall, Charge, ChargeRail, ChargeRequest, ReceivedPayment } from '../rails.ts'
import { keyTypeOf } from '../../../platform/brazil/pix-key.ts'
import { ChargeNotMade } from '../rails-of.ts'
import { BankRefused } from '../bank-faults.ts'
import { type Answer, type Bank, BankAway, BankLimited, nullIfAway, requestMs, saysNothing } from './bank.ts'
import type { Operation } from './call-kinds.ts'
import type { Dialect } from './dialect.ts'
import { txidOf } from './ids.ts'
import { paymentOf } from './received.ts'
import { forLog, isOfRepeat, logRefusal, refusalIn } from './refusals.ts'
import { type Fields, amountOf, centsText, documentField, fieldsOf, listOf, textOf, timeOf } from './reading.ts'

/** A merchant waits for a charge: what is left of its time afterwards is for reading whether it was made. */
export const createMs = 4_000

/** In what charges that are payable at once differ from those with a due date. */
export type ChargeForm<Request> = {
  createUrl: string
  url: string
  operations: Record<'create' | 'read' | 'cancel', Operation>
  bodyOf: (request: Request) => object
  /** Whether what the bank has under the id is what was asked for. */
  isSame: (charge: Fields, request: Request) => boolean
  /** The amount in the copy-and-paste code, where the bank leaves the code to us; null: none. */
  codeAmount: (request: Request) => Micros | null
  /** Whether nobody can pay it any more. The standard has no state for that. */
  hasExpired: (charge: Fields) => boolean
}

type AnyRequest = Pick<ChargeRequest, 'transactionId' | 'merchantNumber' | 'receiver'> & {
  payer: { taxNumber: string } | null
}

/** Charges by `PUT /cob/{txid}`. */
export const charges = (bank: Bank, dialect: Dialect, clock: () => Date): ChargeRail =>
  chargeRail<ChargeRequest>(bank, dialect, {
    createUrl: bank.urls.createCharge,
    url: bank.urls.charge,
    operations: { create: 'create charge', read: 'read charge', cancel: 'cancel charge' },
    bodyOf: request => bodyOf(request, bank.settings.pixKey, clock()),
    isSame: (charge, { amount }) => amountOf(fieldsOf(charge['valor'])['original']) === amount,
    codeAmount: ({ amount, editable }) => (editable ? null : amount),
    hasExpired: charge => hasExpired(charge, clock()),
  })

/** Charges of either kind: after a lost answer the charge is read, and never made twice. */
export function chargeRail<Request extends AnyRequest>(bank: Bank, dialect: Dialect, form: ChargeForm<Request>) {
  const { settings } = bank
  const { pixKey } = settings
  const { operations } = form

  const read = async (txid: string, signal?: AbortSignal): Promise<Answer> =>
    bank.call({ operation: operations.read, method: 'GET', url: `${form.url}/${txid}`, ...(signal && { signal }) })

  /** What the bank has under the id, if it is what we asked for; null: nothing. */
  async function readBack(txid: string, request: Request, signal: AbortSignal): Promise<Fields | null> {
    const answer = await read(txid, signal).catch(unlessLimited)
    if (answer !== null && dialect.isNotFound(answer)) return null
    const charge = answer === null ? {} : fieldsOf(answer.body)
    if (answer === null || answer.status >= 300 || !form.isSame(charge, request)) return unknownFate()
    return charge
  }

  async function register(txid: string, request: Request): Promise<Fields> {
    const signal = AbortSignal.timeout(requestMs)
    const inTime = { signal: AbortSignal.timeout(createMs) }
    const ask = { operation: operations.create, method: 'PUT', url: `${form.createUrl}/${txid}`, ...inTime } as const
    const answer = await bank.call({ ...ask, body: form.bodyOf(request) }).catch(nullUnlessUnsent)
    if (answer === null || dialect.isDuplicate(answer) || isOfRepeat(refusalIn(answer) ?? ''))
      return (await readBack(txid, request, signal)) ?? unknownFate()
    if (answer.status < 300) return fieldsOf(answer.body)
    throw refusalOf(bank, answer, request, operations.create)
  }

  function chargeOf(txid: string, charge: Fields, request: Request): Charge {
    const qrCode = dialect.copyPasteOf(charge) ?? codeFor(charge, form.codeAmount(request), request.receiver)
    if (qrCode === null) throw new ApiError('BankUnavailable', { retryAfterSeconds: 5 })
    return { externalId: txid, qrCode, key: pixKey, keyType: keyTypeOf(pixKey) }
  }

  return {
    // Where it is in the statement, that is read by the connection for payouts.
    reportsPayer: (dialect.payers !== null && settings.payoutUrl !== null) || dialect.payersInCallbacks === true,

    async createCharge(request: Request) {
      const txid = txidOf(request.transactionId, request.merchantNumber)
      return chargeOf(txid, await register(txid, request), request)
    },

    async readCharge(request: Request) {
      const txid = txidOf(request.transactionId, request.merchantNumber)
      const charge = await readBack(txid, request, AbortSignal.timeout(requestMs))
      return charge && chargeOf(txid, charge, request)
    },

    async cancelCharge({ externalId }: { externalId: string }, { signal }: Pick<BankCall, 'signal'>) {
      const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
      const ask = { operation: operations.cancel, method: 'PATCH', url: `${form.url}/${externalId}` } as const
      const answer = await bank.call({ ...ask, body, signal })
      if (answer.status < 300 || dialect.isNotFound(answer)) return []
      const found = await read(externalId, signal)
      if (dialect.isNotFound(found)) return []
      const charge = fieldsOf(found.body)
      const paid = paymentsOf(charge, pixKey) ?? saysNothing(found)
      if (paid.length > 0) return paid
      // Whatever the words of the refusal: a charge that the bank itself shows as over is over.
      const status = statusOf(charge)
      if (status in payable && !payable[status]) return []
      if (status === 'ATIVA' && form.hasExpired(charge)) return []
      const words = refusalIn(answer)
      if (words === null) return saysNothing(answer)
      throw new BankRefused(status in payable ? words : `${words}: status ${status}`, forLog(answer))
    },
  } satisfies ChargeRail<Request>
}

/** What was paid for our own charge is ours, to whatever key. Null: some of it cannot be read. */
export function paymentsOf(charge: Fields, pixKey: string): ReceivedPayment[] | null {
  const listed = listOf(charge['pix'])
  const paid = listed.flatMap(pix => paymentOf({ ...pix, chave: pixKey }, pixKey) ?? [])
  return paid.length < listed.length ? null : paid
}

/** Whether a charge can be paid, or was, in the states that banks have. Any other says nothing: the bank is asked again. */
// biome-ignore format: a table is read in columns
const payable: Record<string, boolean> = {
  ATIVA: true,                            CONCLUIDA: true,                        EXPIRADA: false,         EXPIRADO: false,
  // Of due charges, from version 2.11 on: paid by a slip, or removed with it.
  CONCLUIDA_POR_OUTRO_ARRANJO: false,     REMOVIDA_PELO_PSP_BOLETO: false,
  REMOVIDA_PELO_USUARIO_RECEBEDOR: false, REMOVIDO_PELO_USUARIO_RECEBEDOR: false, REMOVIDA_PELO_PSP: false, REMOVIDO_PELO_PSP: false,
}

export const statusOf = (charge: Fields): string => textOf(charge['status']) ?? 'ATIVA'

function hasExpired(charge: Fields, now: Date): boolean {
  const { criacao, expiracao } = fieldsOf(charge['calendario'])
  const [createdAt, seconds] = [timeOf(criacao), Number(textOf(expiracao) ?? Number.NaN)]
  return createdAt !== null && createdAt.getTime() + seconds * 1000 < now.getTime()
}

export function nullUnlessUnsent(error: unknown): null {
  if (error instanceof BankAway && !error.isSent) throw new ChargeNotMade(error.retryAfterSeconds)
  return nullIfAway(error)
}

/** A read that is limited says when to ask again. */
export function unlessLimited(error: unknown): null {
  if (error instanceof BankLimited)
    throw new ApiError('BankUnavailable', { retryAfterSeconds: error.retryAfterSeconds })
  return nullIfAway(error)
}

/** The bank does not have it now, and may still be about to make it. */
export function unknownFate(): never {
  throw new ApiError('BankUnavailable', { retryAfterSeconds: 5 })
}

/** The standard leaves the code to the bank's will: without it the code names the charge's location. Null: there is none. */
function codeFor(charge: Fields, amount: Micros | null, receiver: ChargeRequest['receiver']): string | null {
  const location = textOf(charge['location']) ?? textOf(fieldsOf(charge['loc'])['location'])
  if (location === null) return null
  const named = { merchantName: receiver.name, merchantCity: receiver.city }
  try {
    return encodeDynamicBrCode({ location, amount, ...named })
  } catch (error) {
    if (error instanceof BrCodeError) return null
    throw error
  }
}

function bodyOf({ amount, editable, payer, expiresAt }: ChargeRequest, chave: string, now: Date) {
  const seconds = Math.max(1, Math.round((expiresAt.getTime() - now.getTime()) / 1000))
  return {
    calendario: { expiracao: seconds },
    ...(payer === null || payer.name === null
      ? {}
      : { devedor: { ...documentField(payer.taxNumber), nome: payer.name.slice(0, 200) } }),
    valor: { original: centsText(amount), ...(editable ? { modalidadeAlteracao: 1 } : {}) },
    chave,
  }
}

/** No access, and nothing at the address. Other answers without the bank's words may come from something before it. */
const certainlyNot = new Set([401, 403, 404, 405])

/** The payer's document is the one thing of a charge that banks name; the words for the rest are in the log. */
export function refusalOf(
  bank: Bank,
  answer: Answer,
  { payer }: Pick<AnyRequest, 'payer'>,
  operation: Operation,
): ApiError {
  const fields = fieldsOf(answer.body)
  const isPayer =
    textOf(fields['nome']) === 'documento_bloqueado' ||
    listOf(fields['violacoes']).some(({ propriedade }) => textOf(propriedade)?.includes('devedor') === true)
  if (isPayer && payer !== null)
    return new ApiError('CounterpartyServiceError', { message: `TaxNumber:${payer.taxNumber}` })
  logRefusal(bank, operation, answer)
  // Credentials that the bank has just replaced, or a wrong address: an operator mends it, and the same charge succeeds.
  if (refusalIn(answer) !== null) return new ApiError('RefusedByBank')
  return certainlyNot.has(answer.status)
    ? new ChargeNotMade()
    : new ApiError('BankUnavailable', { retryAfterSeconds: 5 })
}
