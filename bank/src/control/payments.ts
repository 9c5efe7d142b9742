import { amountText, object, plainReader } from '../http/read-body.ts'
import { codeOf } from '../standard/views.ts'
import { readBrCode } from '../truth/br-code.ts'
import { amountOn, endCharge, isExpired, lastRevision, readCharge } from '../truth/charges.ts'
import { readLocation } from '../truth/locations.ts'
import { type Payment, chargeAt, defaultPayer, payCharge, payCode, transferToKey } from '../truth/receive-pix.ts'
import type { Charge, ReceivedPix, Refund } from '../truth/records.ts'
import { endRefund, forceReturn } from '../truth/refund-pix.ts'
import { Refusal, type Truth } from '../truth/truth.ts'
import { amountOf, shown } from './amounts.ts'
import type { ControlRoute } from './route.ts'

type PaymentBody = {
  amount?: string
  payer?: { name?: string; taxId?: string; ispb?: string }
  message?: string
  twice?: boolean
  late?: boolean
  again?: boolean
  day?: string
  municipality?: string
  code?: string
}

const text = { type: 'string' }
const yes = { type: 'boolean' }
const payment = {
  amount: amountText,
  payer: object([], { name: text, taxId: text, ispb: text }),
  message: { type: 'string', maxLength: 140 },
  twice: yes,
  late: yes,
  again: yes,
  day: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' },
  municipality: { type: 'string', pattern: '^\\d{7}$' },
}
const readPayment = plainReader<PaymentBody>(object([], payment))
const readTransfer = plainReader<PaymentBody & { amount: string }>(object(['amount'], payment))
const readCode = plainReader<PaymentBody & { code: string }>(object(['code'], { ...payment, code: text }))
const readReturn = plainReader<{ amount?: string; nature?: Refund['nature'] }>(
  object([], { amount: amountText, nature: { enum: ['MED_FRAUDE', 'MED_OPERACIONAL'] } }),
)
const readReason = plainReader<{ reason?: string }>(object([], { reason: { type: 'string', maxLength: 140 } }))

export const paymentControl: ControlRoute[] = [
  {
    method: 'POST',
    path: '/charges/:partner/:txid/pay',
    act({ truth }, { params, body }) {
      const input = readPayment(body)
      const pay = (again: boolean) => {
        const charge = readCharge(truth, params.partner ?? '', params.txid ?? '')
        return payCharge(truth, charge, { ...paymentOf(input), ...(again ? { again: true } : {}) })
      }
      return { pix: truth.book.change(() => shown(input.twice === true ? [pay(false), pay(true)] : [pay(false)])) }
    },
  },
  {
    method: 'POST',
    path: '/charges/:partner/:txid/remove',
    act({ truth }, { params }) {
      const charge = readCharge(truth, params.partner ?? '', params.txid ?? '')
      if (lastRevision(charge).status !== 'ATIVA')
        throw new Refusal('not active', 'only an active charge can be removed')
      return chargeRow(truth, endCharge(truth, charge, 'REMOVIDA_PELO_PSP'))
    },
  },
  {
    method: 'POST',
    path: '/codes/read',
    act: ({ truth }, { body }) => readable(truth, readCode(body).code),
  },
  {
    method: 'POST',
    path: '/codes/pay',
    act({ truth }, { body }) {
      const input = readCode(body)
      return { pix: [shown(payCode(truth, input.code, paymentOf(input)))] }
    },
  },
  {
    method: 'POST',
    path: '/keys/:key/pay',
    act({ truth }, { params, body }) {
      const input = readTransfer(body)
      return {
        pix: [shown(transferToKey(truth, params.key ?? '', { ...paymentOf(input), amount: amountOf(input.amount) }))],
      }
    },
  },
  {
    method: 'POST',
    path: '/pix/:e2eid/force-return',
    act({ truth }, { params, body }) {
      const { amount, nature = 'MED_FRAUDE' } = readReturn(body)
      return shown(forceReturn(truth, params.e2eid ?? '', nature, amount === undefined ? undefined : amountOf(amount)))
    },
  },
  {
    method: 'POST',
    path: '/pix/:e2eid/refunds/:id/complete',
    act: ({ truth }, { params }) => shown(endRefund(truth, params.e2eid ?? '', params.id ?? '', null)),
  },
  {
    method: 'POST',
    path: '/pix/:e2eid/refunds/:id/refuse',
    act({ truth }, { params, body }) {
      const { reason = 'Recusada pelo PSP do pagador.' } = readReason(body)
      return shown(endRefund(truth, params.e2eid ?? '', params.id ?? '', { reason }))
    },
  },
]

const paymentOf = ({ amount, payer, message, late, again, day, municipality }: PaymentBody): Payment => ({
  ...(amount === undefined ? {} : { amount: amountOf(amount) }),
  payer: { ...defaultPayer, ...payer },
  ...(message === undefined ? {} : { message }),
  ...(day === undefined ? {} : { day }),
  ...(municipality === undefined ? {} : { municipality }),
  late: late === true,
  again: again === true,
})

/** What a person sees of a code before paying it. */
function readable(truth: Truth, code: string) {
  const read = readBrCode(code)
  if (!read) throw new Refusal('malformed', 'this is no Pix code, or it is damaged')
  if (read.location === undefined) return { kind: 'key', ...read }
  const charge = chargeAt(truth, read.location)
  return { kind: 'charge', name: read.name, ...(chargeRow(truth, charge) as object) }
}

/** A charge in one row, as lists show it. */
export function chargeRow(truth: Truth, charge: Charge) {
  const { amount, status, key, debtor, payerMayChangeAmount, due } = lastRevision(charge)
  const { partner, txid, createdAt, locationId } = charge
  const location = locationId === null ? null : readLocation(truth, partner, String(locationId))
  const pix = charge.pix.flatMap(id => truth.book.get('pix', id) ?? [])
  return shown({
    partner,
    txid,
    status,
    amount,
    key,
    debtor: debtor ?? null,
    payerMayChangeAmount: payerMayChangeAmount === true,
    createdAt,
    isExpired: isExpired(charge, truth.now()),
    due: due ?? null,
    amountToday: amountOn(charge, truth.now()).amount,
    code: location && codeOf(truth, charge, location),
    pix: pix satisfies ReceivedPix[],
  })
}
