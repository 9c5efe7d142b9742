import type { Micros } from '../../../platform/brazil/money.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import type { Charge, ChargeRail, ChargeRequest } from '../rails.ts'
import { type Answer, BankAway, type Bank, nullIfAway, requestMs } from './bank.ts'
import type { Dialect } from './dialect.ts'
import { txidOf } from './ids.ts'
import { paymentOf } from './received.ts'
import { type Fields, amountOf, centsText, fieldsOf, listOf, textOf } from './reading.ts'

/** A merchant waits for a charge: what is left of its time afterwards is for reading whether it was made. */
const createMs = 4_000

/** Charges by `PUT /cob/{txid}`: after a lost answer the charge is read, and never made twice. */
export function charges(bank: Bank, dialect: Dialect, clock: () => Date): ChargeRail {
  const { pixUrl, pixKey } = bank.settings

  const read = async (txid: string, signal?: AbortSignal): Promise<Answer> =>
    bank.call({ operation: 'read charge', method: 'GET', url: `${pixUrl}/cob/${txid}`, ...(signal && { signal }) })

  /** What the bank has under the id, if it is what we asked for. */
  async function readBack(txid: string, amount: Micros, signal: AbortSignal): Promise<Fields> {
    const answer = await read(txid, signal).catch(nullIfAway)
    const charge = answer === null ? {} : fieldsOf(answer.body)
    if (answer === null || answer.status >= 300 || amountOf(fieldsOf(charge['valor'])['original']) !== amount)
      throw new ApiError('BankUnavailable', { retryAfterSeconds: 5 })
    return charge
  }

  async function register(txid: string, request: ChargeRequest): Promise<Fields> {
    const signal = AbortSignal.timeout(requestMs)
    const inTime = { signal: AbortSignal.timeout(createMs) }
    const ask = { operation: 'create charge', method: 'PUT', url: `${pixUrl}/cob/${txid}`, ...inTime } as const
    const answer = await bank.call({ ...ask, body: bodyOf(request, pixKey, clock()) }).catch(nullIfAway)
    if (answer === null || dialect.isDuplicate(answer)) return readBack(txid, request.amount, signal)
    if (answer.status < 300) return fieldsOf(answer.body)
    throw refusalOf(answer, request)
  }

  return {
    async createCharge(request) {
      const txid = txidOf(request.transactionId, request.merchantNumber)
      return chargeOf(dialect, txid, await register(txid, request), pixKey)
    },

    async cancelCharge({ externalId }, { signal }) {
      const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
      const ask = { operation: 'cancel charge', method: 'PATCH', url: `${pixUrl}/cob/${externalId}` } as const
      const answer = await bank.call({ ...ask, body, signal })
      if (answer.status < 300 || dialect.isNotFound(answer)) return []
      const charge = fieldsOf((await read(externalId, signal)).body)
      const paid = listOf(charge['pix']).flatMap(pix => paymentOf(pix, pixKey) ?? [])
      if (paid.length > 0) return paid
      if (textOf(charge['status'])?.startsWith('REMOVID') === true) return []
      throw new BankAway(`a charge that is neither cancelled nor paid, HTTP ${answer.status}`)
    },
  }
}

function chargeOf(dialect: Dialect, txid: string, charge: Fields, key: string): Charge {
  const qrCode = dialect.copyPasteOf(charge)
  if (qrCode === null) throw new ApiError('BankUnavailable', { retryAfterSeconds: 5 })
  return { externalId: txid, qrCode, key, keyType: keyTypeOf(key) }
}

const keyTypeOf = (key: string): Charge['keyType'] => {
  if (key.includes('@')) return 'EMAIL'
  if (key.startsWith('+')) return 'PHONE'
  if (key.includes('-')) return 'EVP'
  return key.length === 11 ? 'CPF' : 'CNPJ'
}

function bodyOf({ amount, editable, payer, expiresAt }: ChargeRequest, chave: string, now: Date) {
  const seconds = Math.max(1, Math.round((expiresAt.getTime() - now.getTime()) / 1000))
  return {
    calendario: { expiracao: seconds },
    ...(payer === null || payer.name === null ? {} : { devedor: { cpf: payer.cpf, nome: payer.name.slice(0, 200) } }),
    valor: { original: centsText(amount), ...(editable ? { modalidadeAlteracao: 1 } : {}) },
    chave,
  }
}

/** The payer's document is the one thing of a charge that a merchant can mend; all else is between us and the bank. */
function refusalOf({ status, body }: Answer, { payer }: ChargeRequest): ApiError | Error {
  const fields = fieldsOf(body)
  const isPayer =
    textOf(fields['nome']) === 'documento_bloqueado' ||
    listOf(fields['violacoes']).some(({ propriedade }) => textOf(propriedade)?.includes('devedor') === true)
  if (isPayer && payer !== null) return new ApiError('CounterpartyServiceError', { message: `TaxNumber:${payer.cpf}` })
  // Credentials that the bank has just replaced: an operator changes them here, and the same charge succeeds.
  if (status === 401 || status === 403) return new ApiError('BankUnavailable', { retryAfterSeconds: 5 })
  return new Error(`the bank refuses a charge: HTTP ${status}`)
}
