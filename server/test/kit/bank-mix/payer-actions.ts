import * as fc from 'fast-check'
import { payer } from '../payer.ts'
import { act } from './act.ts'
import { amountOf, atBank, cents, oneOf, rowOf, which } from './diary.ts'

export const payerActions = {
  pay: act({
    weight: 6,
    fields: { which, cents, how: fc.constantFrom('right', 'right', 'right', 'wrong', 'twice', 'again') },
    perform: async (beside, diary, input) => {
      const charge = oneOf(diary.charges, input.which)
      if (charge === undefined) return
      const { externalId } = await rowOf(beside.trilho, charge.id)
      const amount = input.how === 'wrong' ? { amount: amountOf(input.cents) } : {}
      const how = { ...amount, late: true, twice: input.how === 'twice', again: input.how === 'again' }
      await atBank(beside, `/charges/${charge.dialect}/${externalId}/pay`, how)
    },
  }),

  agree: act({
    weight: 3,
    fields: {
      which,
      how: fc.constantFrom('authorise', 'authorise', 'authorise', 'pending', 'refuse', 'fail', 'expire'),
      isBack: fc.boolean(),
    },
    perform: async (beside, diary, input) => {
      const id = oneOf(diary.initiations, input.which) ?? 'none'
      const isPending = input.how === 'pending'
      const how = isPending ? 'authorise' : input.how
      const decided = await atBank(
        beside,
        `/initiations/${id}/${how}`,
        how === 'authorise' ? { pending: isPending } : {},
      )
      if (decided !== null && input.isBack) await payer.comeBack(decided.returnUrl).catch(() => null)
    },
  }),
}
