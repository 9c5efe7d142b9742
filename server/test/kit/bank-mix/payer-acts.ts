import * as fc from 'fast-check'
import { payer } from '../payer.ts'
import { act } from './act.ts'
import { amountOf, atBank, cents, oneOf, rowOf, which } from './diary.ts'

export const payerActs = {
  pay: act({
    weight: 6,
    fields: { which, cents, how: fc.constantFrom('right', 'right', 'right', 'wrong', 'twice', 'again') },
    perform: async (beside, diary, wanted) => {
      const charge = oneOf(diary.charges, wanted.which)
      if (charge === undefined) return
      const { externalId } = await rowOf(beside.trilho, charge.id)
      const amount = wanted.how === 'wrong' ? { amount: amountOf(wanted.cents) } : {}
      const how = { ...amount, late: true, twice: wanted.how === 'twice', again: wanted.how === 'again' }
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
    perform: async (beside, diary, wanted) => {
      const id = oneOf(diary.initiations, wanted.which) ?? 'none'
      const isPending = wanted.how === 'pending'
      const how = isPending ? 'authorise' : wanted.how
      const decided = await atBank(
        beside,
        `/initiations/${id}/${how}`,
        how === 'authorise' ? { pending: isPending } : {},
      )
      if (decided !== null && wanted.isBack) await payer.comeBack(decided.returnUrl).catch(() => null)
    },
  }),
}
