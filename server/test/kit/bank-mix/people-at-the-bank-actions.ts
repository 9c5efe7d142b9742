import * as fc from 'fast-check'
import { act } from './act.ts'
import { amountOf, atBank, cents, oneOf, rowOf, which } from './diary.ts'
import { sweep } from './pass-time.ts'

/** A case in the bank's records. */
export type BankCase = { id: string; partner: string; endToEndId: string; state: string; amount: string }
export const isUndecided = ({ state }: BankCase): boolean => state === 'ABERTA' || state === 'EM_DEFESA'

/** Returned money, cases, and payouts that wait for approval. */
export const peopleAtTheBankActions = {
  'send back': act({
    weight: 2,
    // A part of it, or all that is left.
    fields: { which, cents: fc.option(cents, { freq: 2 }) },
    perform: async (beside, diary, input) => {
      const ofEfi = diary.payouts.filter(one => one.dialect === 'efi')
      const payout = oneOf(ofEfi, input.which)
      if (payout !== undefined)
        await atBank(
          beside,
          `/payouts/${payout.id.replaceAll('-', '')}/return`,
          input.cents === null ? {} : { amount: amountOf(input.cents) },
        )
    },
  }),

  'force return': act({
    weight: 1,
    fields: { which },
    perform: async (beside, diary, input) => {
      // Only of credited money: for money in suspense it needs a person.
      const charge = oneOf(diary.charges, input.which)
      const { endToEndId } = await rowOf(beside.trilho, charge?.id ?? null)
      if (endToEndId !== null) await atBank(beside, `/pix/${endToEndId}/force-return`)
    },
  }),

  'report case': act({
    weight: 4,
    fields: { which, cents: fc.option(cents, { freq: 2 }), isTwice: fc.boolean(), isSwept: fc.boolean() },
    perform: async (beside, diary, input) => {
      // Only Efí, which lists cases; an amount above the payment means all of it.
      const charges = diary.charges.filter(one => one.dialect === 'efi').map(({ id }) => id)
      const paid = await beside.trilho.sql<{ endToEndId: string }[]>`
        select end_to_end_id from transactions where id = any(${charges}) and end_to_end_id is not null order by id`
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
    fields: { which, how: fc.constantFrom('accept', 'reject', 'cancel') },
    perform: async (beside, _diary, input) => {
      const open = ((await beside.bank.control('GET', '/infractions?all')) as BankCase[]).filter(isUndecided)
      const one = oneOf(open, input.which)
      if (one !== undefined) await atBank(beside, `/infractions/${one.id}/${input.how}`)
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
