import * as fc from 'fast-check'
import { act } from './act.ts'
import { type Beside, amountOf, atBank, cents, idsOf, oneOf, partnerOf, rowsOf, which } from './diary.ts'
import { sweep } from './pass-time.ts'

/** A case in the bank's records. */
export type BankCase = { id: string; partner: string; endToEndId: string; state: string; amount: string }
export const isUndecided = ({ state }: BankCase): boolean => state === 'ABERTA' || state === 'EM_DEFESA'

type SentOut = { partner: string; state: string; endToEndId: string }

/** Payouts at Efí that no transaction books. */
async function unknownOf({ bank, trilho: { sql } }: Beside): Promise<string[]> {
  const paid = ((await bank.control('GET', '/payouts?all')) as SentOut[]).filter(
    ({ partner, state }) => partner === 'efi' && state === 'Paid',
  )
  const booked = await sql<{ endToEndId: string }[]>`
    select end_to_end_id from sent_payments where transaction_id is not null`
  const known = new Set(booked.map(({ endToEndId }) => endToEndId))
  return paid.map(({ endToEndId }) => endToEndId).filter(id => !known.has(id))
}

/** Returned money, cases, and payouts that wait for approval. */
export const peopleAtTheBankActions = {
  'send back': act({
    weight: 2,
    // A part of it, or all that is left. Also of one that no order here has asked for.
    fields: { which, cents: fc.option(cents, { freq: 2 }), isUnknown: fc.boolean() },
    perform: async (beside, diary, input) => {
      const payouts = await rowsOf(beside.trilho, idsOf(diary.payouts))
      const ofEfi = payouts.filter(({ connectionId }) => partnerOf(beside, connectionId) === 'efi')
      const known = ofEfi.map(({ id }) => id.replaceAll('-', ''))
      const payout = oneOf(input.isUnknown ? await unknownOf(beside) : known, input.which)
      const part = input.cents === null ? {} : { amount: amountOf(input.cents) }
      if (payout !== undefined) await atBank(beside, `/payouts/${payout}/return`, part)
    },
  }),

  'force return': act({
    weight: 1,
    fields: { which },
    perform: async (beside, diary, input) => {
      // Only of credited money: for money in suspense it needs a person.
      const charge = oneOf(diary.charges, input.which)
      const [row] = charge === undefined ? [] : await rowsOf(beside.trilho, [charge.id])
      if (row && row.endToEndId !== null) await atBank(beside, `/pix/${row.endToEndId}/force-return`)
    },
  }),

  'report case': act({
    weight: 4,
    fields: { which, cents: fc.option(cents, { freq: 2 }), isTwice: fc.boolean(), isSwept: fc.boolean() },
    perform: async (beside, diary, input) => {
      // Only Efí, which lists cases; an amount above the payment means all of it.
      const paid = (await rowsOf(beside.trilho, idsOf(diary.charges))).filter(
        ({ connectionId, endToEndId }) => partnerOf(beside, connectionId) === 'efi' && endToEndId !== null,
      )
      const amount = input.cents === null ? {} : { amount: amountOf(input.cents) }
      const payment = oneOf(paid, input.which)
      const report = () => atBank(beside, `/pix/${payment?.endToEndId}/report`, amount)
      if (payment !== undefined) await report()
      if (payment !== undefined && input.isTwice) await report()
      if (input.isSwept) await sweep(beside)
    },
  }),

  'decide case': act({
    weight: 4,
    // Accepted with all of its money, a part or nothing.
    fields: {
      which,
      how: fc.constantFrom('accept', 'reject', 'cancel'),
      cents: fc.option(fc.oneof(fc.constant(0), cents), { freq: 2 }),
    },
    perform: async (beside, _diary, input) => {
      const open = ((await beside.bank.control('GET', '/infractions?all')) as BankCase[]).filter(isUndecided)
      const one = oneOf(open, input.which)
      const part = input.how === 'accept' && input.cents !== null ? { amount: amountOf(input.cents) } : {}
      if (one !== undefined) await atBank(beside, `/infractions/${one.id}/${input.how}`, part)
    },
  }),

  approval: act({
    weight: 1,
    fields: { isNeeded: fc.boolean() },
    perform: ({ bank }, _diary, { isNeeded }) =>
      bank.control('PUT', '/partners/inter/switches', { humanApproval: isNeeded }),
  }),

  decide: act({
    weight: 1,
    fields: { isYes: fc.boolean() },
    perform: async (beside, _diary, { isYes }) => {
      const payouts = (await beside.bank.control('GET', '/payouts?all')) as { state: string; requestId: string }[]
      const waiting = payouts.find(({ state }) => state === 'AwaitingApproval')
      const decision = isYes ? 'approve' : 'disapprove'
      if (waiting !== undefined) await atBank(beside, `/payouts/${waiting.requestId}/${decision}`)
    },
  }),
}
