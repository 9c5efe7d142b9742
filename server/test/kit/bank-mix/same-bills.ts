import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { termsIn } from '../../../src/money/rails/bacen-pix/due-charge-terms.ts'
import { isSameTerms } from '../../../src/money/rails/due-terms.ts'
import { lastPayableDay } from '../../../src/platform/brazil/business-days.ts'
import { parseAmount } from '../../../src/platform/brazil/money.ts'
import type { WholeBill } from '../../../src/products/bills/bill.ts'
import { storedTermsOf } from '../../../src/products/bills/read-terms.ts'
import { type Beside, partnerOf } from './diary.ts'

type Boleto = { id: string; ownNumber: string; state: string; paid?: { amount: string; settledAt?: string } }
const parts = ['original', 'multa', 'juros', 'abatimento', 'desconto'] as const
type Components = Record<(typeof parts)[number], string>
type Due = { dueDate: string; payableDays: number } & Record<string, unknown>
type Charge = { partner: string; txid: string; status: string; isExpired: boolean; amount: string; due: Due | null } & {
  pix: { endToEndId: string; components?: Components }[]
}

/**
 * What the bank has received by boleto is booked once each: to its bill, or kept for a person. Sicoob makes a report when it is
 * asked for, and a later sweep reads it: what came last may have to be read once more.
 */
export async function expectSameBoletos(beside: Beside, readAgain: () => Promise<void>): Promise<void> {
  const differing = async () => {
    const { booked, received } = await readBoletoBooks(beside)
    if (isDeepStrictEqual(booked, received)) return null
    await readAgain()
    return { booked, received }
  }
  await expect.poll(differing).toBeNull()
}

async function readBoletoBooks({ bank, trilho: { sql } }: Beside) {
  const boletos = (await bank.control('GET', '/boletos')) as Boleto[]
  const paid = boletos.flatMap(({ ownNumber, paid: by }) =>
    by?.settledAt === undefined ? [] : [`${ownNumber} ${by.amount.replace('.', '')}`],
  )
  const booked = await sql<{ ourNumber: string; cents: string }[]>`
    select o.our_number, (t.paid_amount / 10000)::text as cents
      from transactions t join boletos o on o.merchant_id = t.merchant_id and o.id = t.id
     where t.state = 'Completed' and t.end_to_end_id is null
    union all
    select substring(end_to_end_id from 7 for 15), (paid_amount / 10000)::text from transactions
     where end_to_end_id like 'BOLETO%' and state = 'Completed'`
  return { booked: booked.map(one => `${one.ourNumber} ${one.cents}`).toSorted(), received: paid.toSorted() }
}

/** What is cancelled here can be paid at its bank no more, and every bill is as its bank has it. */
export async function expectSameBills(beside: Beside): Promise<void> {
  const { bank, trilho } = beside
  const { sql } = trilho
  const boletos = (await bank.control('GET', '/boletos')) as Boleto[]
  const cancelled = await sql<{ externalId: string; connectionId: string; ourNumber: string | null }[]>`
    select t.external_id, t.connection_id, o.our_number
      from transactions t left join boletos o on o.merchant_id = t.merchant_id and o.id = t.id
     where t.operation = 'pixBill' and t.state = 'Cancelled' and t.external_id is not null`
  const over = new Set(
    cancelled.map(one => one.ourNumber ?? `${partnerOf(beside, one.connectionId)} ${one.externalId}`),
  )
  const charges = (await bank.control('GET', '/charges?all')) as Charge[]
  const payable = [
    ...charges.filter(one => one.status === 'ATIVA' && !one.isExpired).map(one => `${one.partner} ${one.txid}`),
    ...boletos.filter(one => /^(registering|open|late)$/.test(one.state)).map(({ ownNumber }) => ownNumber),
  ]
  expect(
    payable.filter(one => over.has(one)),
    'bills that are cancelled, and payable at their bank',
  ).toEqual([])
  await expectSameTerms(beside, charges)
}

/** Every bill has the terms that its bank has, whatever has become of it, and is made up as the bank says. */
async function expectSameTerms(beside: Beside, charges: Charge[]): Promise<void> {
  // Of one that was cancelled meanwhile, its bank may have made a change that came to nothing here.
  const bills = await beside.trilho.sql<(WholeBill & { txid: string })[]>`
    select t.*, b.due_date::text, b.payable_days_after_due, b.terms, b.paid_original, b.paid_fine, b.paid_interest,
           b.paid_rebate, b.paid_discount, o.our_number, coalesce(o.txid, t.external_id) as txid
      from transactions t join bills b on b.merchant_id = t.merchant_id and b.id = t.id
      left join boletos o on o.merchant_id = t.merchant_id and o.id = t.id
     where t.operation = 'pixBill' and t.state not in ('Created', 'Error')
       and not (t.state = 'Cancelled' and coalesce(b.asked_change -> 'refusal' ->> 'reason', '') = 'TransactionStateNotAllowed')`
  const chargeOf = new Map(charges.map(one => [`${one.partner} ${one.txid}`, one]))
  const wrong = bills.flatMap(bill => {
    const charge = chargeOf.get(`${partnerOf(beside, bill.connectionId)} ${bill.txid}`)
    if (charge === undefined || charge.due === null) return [{ id: bill.id, fault: 'its bank has no such charge' }]
    const { dueDate, payableDays, ...costs } = charge.due
    // A boleto is registered with its last day, which its bank counts from the due date in its own way.
    const days = bill.ourNumber === null ? payableDays : bill.payableDaysAfterDue
    const calendario = { dataDeVencimento: dueDate, validadeAposVencimento: days }
    const terms = termsIn({ calendario, valor: { original: charge.amount, ...costs } })
    const ours = storedTermsOf(bill)
    // Sicoob takes no fine of a boleto that cannot be paid late.
    const isNeverLate =
      bill.ourNumber !== null && lastPayableDay(bill.dueDate, bill.payableDaysAfterDue) === bill.dueDate
    const compared = isNeverLate ? { fine: null, interest: null } : {}
    if (terms === null || !isSameTerms({ ...terms, ...compared }, { ...ours, ...compared }))
      return [{ id: bill.id, state: bill.state, fault: 'terms', bank: charge, ours: bill.terms, amount: bill.amount }]
    const components = charge.pix.find(({ endToEndId }) => endToEndId === bill.endToEndId)?.components
    if (components === undefined) return []
    const booked = [bill.paidOriginal, bill.paidFine, bill.paidInterest, bill.paidRebate, bill.paidDiscount]
    const isEqual = parts.every((part, i) => parseCents(components[part]) === booked[i])
    return isEqual ? [] : [{ id: bill.id, fault: 'components', bank: components, ours: booked }]
  })
  expect(wrong, 'bills that differ from their banks').toEqual([])
}

const parseCents = (text: string) => (/^[0.]+$/.test(text) ? 0n : parseAmount(text))
