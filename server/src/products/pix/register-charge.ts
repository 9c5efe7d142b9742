import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Charge, ChargeRail, ChargeRequest, DueChargeRequest, Rails } from '../../money/rails/rails.ts'
import { type Needs, banksFor } from '../../money/rails/choose-bank.ts'
import { ChargeNotMade, requireRail, requireWholeCents } from '../../money/rails/rails-of.ts'
import type { NewTransaction, Once } from '../../money/transactions/new-transaction.ts'
import type { Merchant } from '../../tenancy/merchants/read-merchant.ts'
import {
  type Unanswered,
  deleteAnswered,
  deleteUnanswered,
  hasSecondCharge,
  insertSecondCharge,
  insertUnanswered,
  selectUnanswered,
} from './sql.ts'

/** Charges to be paid at once, and those with a due date, are registered alike. */
type Product<Request> = {
  name: 'charges' | 'dueCharges'
  what: string
  railOf: (rails: Rails) => ChargeRail<Request> | null
}
export const charges: Product<ChargeRequest> = { name: 'charges', what: 'charges', railOf: rails => rails.charges }
export const dueCharges: Product<DueChargeRequest> = {
  name: 'dueCharges',
  what: 'bills',
  railOf: rails => rails.dueCharges,
}

/** What both kinds of requests have. */
type AnyRequest = Pick<
  ChargeRequest,
  'merchantId' | 'merchantNumber' | 'receiver' | 'transactionId' | 'amount' | 'expiresAt'
>
type NewCharge<Request> = { merchant: Merchant; once: Once; onlyThisPayer: boolean } & Omit<
  Request,
  'merchantId' | 'merchantNumber' | 'receiver'
>
type Registered = Pick<NewTransaction, 'id' | 'connectionId' | 'expiresAt'> & {
  pixKey: string
  pixKeyType: string
  qrCode: string
  externalId: string
}

/**
 * Registers a charge at the first of the merchant's banks that makes it, then writes it with `open`. A bank that gave no
 * answer may have made it: no other bank is asked then, unless the merchant allows a second charge, and when the request is
 * repeated that bank is asked first. So is one whose charge could not be written: the repeat makes no second one.
 */
export async function registerCharge<Request extends AnyRequest, Result>(
  needs: Needs,
  product: Product<Request>,
  { open, ...charge }: NewCharge<Request> & { open: (registered: Registered) => Promise<Result> },
): Promise<Result> {
  const { merchant, once } = charge
  const { isNoted, ...made } = await askBanks(needs, product, charge as unknown as NewCharge<Request>)
  const opened = await open(made)
  await chargeWritten(needs, { merchantId: merchant.id, once, isNoted })
  return opened
}

/** `isNoted`: that a bank was asked is in the database, until the charge is written. */
export type Noted = { isNoted: boolean; merchantId: string; once: Once }

export async function chargeWritten({ sql }: { sql: Sql }, { isNoted, merchantId, once }: Noted): Promise<void> {
  if (isNoted) await deleteAnswered(sql, merchantId, once)
}

/** For one whose caller writes it, alone or with others, and then calls `chargeWritten`. */
export async function askBanks<Request extends AnyRequest>(
  needs: Needs,
  product: Product<Request>,
  { merchant, once, onlyThisPayer, ...charge }: NewCharge<Request>,
): Promise<Registered & Pick<Noted, 'isNoted'>> {
  const connected = await banksFor(needs, merchant, product.name)
  const banks = onlyThisPayer ? connected.filter(rails => product.railOf(rails)?.reportsPayer === true) : connected
  const [first] = banks
  if (first === undefined) throw new ApiError('PayerNotReported')
  const own = { merchantId: merchant.id, merchantNumber: merchant.number, receiver: merchant }
  const input = { ...charge, ...own } as unknown as Request
  requireWholeCents(first, input.amount)
  // The simulator answers in this process: nothing is lost on the way.
  if (banks.length < 2 && first.isSimulator) return { ...(await register(product, first, input)), isNoted: false }
  const now = needs.clock()
  const unanswered = await selectUnanswered(needs.sql, merchant.id, once, now)
  const earlier = unanswered && (await readEarlier(needs, product, merchant, { ...input, ...unanswered }))
  if (earlier) return { ...earlier, isNoted: true }
  // Under the same id at every bank: a payment at a second one is recognised.
  let transactionId = unanswered?.transactionId ?? input.transactionId
  /** Before another bank is asked: what is allowed now counts for this charge, whatever is allowed when it is paid. */
  const allowSecond = (connectionId: string) => insertSecondCharge(needs.sql, { ...input, transactionId, connectionId })
  if (unanswered && merchant.allowsSecondCharge) await allowSecond(unanswered.connectionId)
  const asked = banksAfter(unanswered, banks, merchant, now)
  for (const rails of asked)
    try {
      // Before the call: a server that ends meanwhile leaves it behind.
      const note = { ...input, ...once, transactionId, connectionId: rails.connectionId, askedAt: now }
      // One that asks for the same while the first is not written asks for the same charge.
      transactionId = await insertUnanswered(needs.sql, note)
      const made = await register(product, rails, { ...input, transactionId })
      return { ...made, isNoted: true }
    } catch (error) {
      const isNotMade = error instanceof ChargeNotMade || isFor(error, 'RefusedByBank')
      const isUnanswered = !isNotMade && isFor(error, 'BankUnavailable')
      if (!isUnanswered) await deleteAnswered(needs.sql, merchant.id, once)
      const isForNext = isNotMade || (isUnanswered && merchant.allowsSecondCharge)
      if (!isForNext || rails === asked.at(-1)) throw error
      if (isUnanswered) await allowSecond(rails.connectionId)
    }
  throw new ApiError('BankUnavailable', { retryAfterSeconds: 5 })
}

/** A call can arrive at its bank so late: until then only that bank may be asked again. */
const mayStillArriveMs = 30_000

const banksAfter = (unanswered: Unanswered | undefined, banks: Rails[], merchant: Merchant, now: Date): Rails[] => {
  const isRecent = unanswered !== undefined && now.getTime() - unanswered.askedAt.getTime() < mayStillArriveMs
  if (!isRecent || merchant.allowsSecondCharge) return banks
  return banks.filter(({ connectionId }) => connectionId === unanswered.connectionId)
}

async function register<Request extends AnyRequest>(
  { railOf, what }: Product<Request>,
  rails: Rails,
  request: Request,
): Promise<Registered> {
  return registered(rails, request, await requireRail(railOf(rails), what).createCharge(request))
}

const registered = (
  { connectionId }: Rails,
  { transactionId: id, expiresAt }: AnyRequest,
  { key: pixKey, keyType: pixKeyType, qrCode, externalId }: Charge,
): Registered => ({ id, connectionId, expiresAt, pixKey, pixKeyType, qrCode, externalId })

/** The charge of the same request before; null: that bank does not have it, or a second charge is allowed. */
async function readEarlier<Request extends AnyRequest>(
  needs: Needs,
  { railOf }: Product<Request>,
  { allowsSecondCharge }: Merchant,
  request: Request & Unanswered,
): Promise<Registered | null> {
  try {
    const rails = await needs.railsOf(request.connectionId, undefined, { evenPaused: true })
    const charge = await requireRail(railOf(rails)).readCharge(request)
    return charge && registered(rails, request, charge)
  } catch (error) {
    if (isFor(error, 'BankUnavailable') && allowsSecondCharge) return null
    throw error
  }
}

/** Whether this bank may have the charge besides its own, by the merchant's permission when it was made. */
export const isSecondBank = (
  { sql }: { sql: Sql },
  { merchantId, id: transactionId }: { merchantId: string; id: string },
  connectionId: string,
): Promise<boolean> => hasSecondCharge(sql, { merchantId, transactionId, connectionId })

/** For the retention: nobody can pay them any more. Returns how many. */
export const purgeUnanswered = (needs: { sql: Sql }, before: Date): Promise<number> =>
  deleteUnanswered(needs.sql, before)

const isFor = (error: unknown, reason: ApiError['reason']): boolean =>
  error instanceof ApiError && error.reason === reason
