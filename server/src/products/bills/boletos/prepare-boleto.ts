import { hash } from 'node:crypto'
import type { Tx } from '../../../platform/db/db.ts'
import { InvalidRequest, type Problem, missing } from '../../../platform/http/errors.ts'
import type { Merchant } from '../../../tenancy/merchants/read-merchant.ts'
import type { NewOrder } from '../../../money/bank-orders/order.ts'
import { placeOrders } from '../../../money/bank-orders/place-orders.ts'
import { leaseSeconds } from '../../../money/bank-orders/schedule.ts'
import type { BoletoRail } from '../../../money/rails/boleto-rail.ts'
import { type Needs, bankFor } from '../../../money/rails/choose-bank.ts'
import { requireRail } from '../../../money/rails/rails-of.ts'
import type { BillMethod, Boleto } from '../bill.ts'
import { wrongCustomer } from '../read-payer.ts'
import { insertBoletos } from './sql.ts'

/** Banks take so many characters. */
const numberLength = 15

/** Our number at the bank, always the same for a bill: a registration whose answer was lost is looked up by it. */
export const ourNumberOf = (id: string): string =>
  (BigInt(`0x${hash('sha256', id, 'hex')}`) % 36n ** BigInt(numberLength))
    .toString(36)
    .toUpperCase()
    .padStart(numberLength, '0')

type Methods = {
  methods?: readonly BillMethod[] | undefined
  onlyThisPayer?: boolean | undefined
  /** Null: a customer, who is not looked up yet. */
  payer: { address?: object | null } | null
}

/** Nobody knows who pays a boleto, and every bill can be paid by Pix. */
export function problemsOfMethods({ methods, onlyThisPayer, payer }: Methods): Problem[] {
  if (methods === undefined) return []
  const wrong = (path: string, message: string) => [{ path, code: 'invalid', message, info: {} }]
  return [
    ...(methods.includes('boleto') && payer !== null && !payer.address ? [missing('/payer', 'address')] : []),
    ...(methods.includes('pix') ? [] : wrong('/methods', 'must include "pix"')),
    ...(methods.includes('boleto') && onlyThisPayer
      ? wrong('/onlyThisPayer', 'must not be true with a boleto: no bank reports who pays one')
      : []),
  ]
}

type BoletoAsk = Omit<Parameters<BoletoRail['refuse']>[0], 'merchantId' | 'receiver'> & {
  merchant: Merchant
  /** The request names a customer, and says nothing of the address itself. */
  isCustomer: boolean
}

/** Chooses the bank that is to register a boleto, and refuses what it does not take. Nothing is written or sent. */
export async function prepareBoleto(
  needs: Needs,
  { createdAt, transactionId: id, ...asked }: BoletoAsk & { createdAt: Date; transactionId: string },
): Promise<Boleto> {
  const { merchant } = asked
  const { boletos, connectionId } = await bankFor(needs, merchant, 'boletos')
  refuseAtBank(requireRail(boletos, 'boletos'), asked)
  const unregistered = { bankNumber: null, barcode: null, txid: null }
  return { merchantId: merchant.id, id, connectionId, ourNumber: ourNumberOf(id), ...unregistered, createdAt }
}

/** Refuses what a bank does not take of a boleto. What it lacks of a customer is said of the customer. */
export function refuseAtBank(rail: BoletoRail, { merchant, isCustomer, ...asked }: BoletoAsk): void {
  try {
    if (!asked.payer.address) throw new InvalidRequest([missing('/payer', 'address')])
    rail.refuse({ ...asked, merchantId: merchant.id, receiver: merchant })
  } catch (error) {
    if (!isCustomer || !(error instanceof InvalidRequest)) throw error
    const others = error.problems.filter(({ path }) => !path.startsWith('/payer'))
    throw others.length === error.problems.length ? error : new InvalidRequest([noAddress(rail), ...others])
  }
}

const noAddress = ({ needsDistrict }: BoletoRail): Problem => ({
  ...wrongCustomer(
    `is a customer without the address that a boleto needs: add street, ${needsDistrict ? 'district, ' : ''}city, state and postalCode to the customer`,
  ),
  code: 'noAddress',
})

/** Written first and sent afterwards: a bank knows no key under which it would register a boleto only once. */
export async function orderRegistrations(tx: Tx, boletos: Boleto[]): Promise<void> {
  if (boletos.length > 0) await insertBoletos(tx, boletos)
  await placeOrders(tx, boletos.map(registrationOf))
}

/** The process that places it takes it to the bank at once. */
export const registrationOf = ({ merchantId, id, connectionId, createdAt }: Boleto): NewOrder => ({
  merchantId,
  id,
  kind: 'registration',
  transactionId: id,
  subject: null,
  connectionId,
  createdAt,
  nextStepAt: new Date(createdAt.getTime() + leaseSeconds * 1000),
})
