import * as fc from 'fast-check'
import { payer } from '../payer.ts'
import { act } from './act.ts'
import { amountOf, atBank, banksOf, cents, oneOf, partnerOf, rowsOf, which } from './diary.ts'

/** Efí masks the one's CPF and shows the other's CNPJ. */
export const who = fc.constantFrom(
  { name: 'Maria da Silva', taxId: '52998224725', ispb: '60701190' },
  { name: 'Padaria Aurora Ltda', taxId: '11222333000181', ispb: '00000000' },
)

export const payerActions = {
  pay: act({
    weight: 6,
    fields: {
      which,
      cents,
      who,
      how: fc.constantFrom('right', 'right', 'right', 'wrong', 'twice', 'again'),
      // A bank may have made the charge without answering: then it can be paid there, too.
      bank: fc.constantFrom('its own', 'its own', 'first', 'last'),
    },
    perform: async (beside, diary, input) => {
      const charge = oneOf(diary.charges, input.which)
      const [row] = charge === undefined ? [] : await rowsOf(beside.trilho, [charge.id])
      if (charge === undefined || row === undefined) return
      const banks = banksOf(beside, charge.shop)
      const at = { 'its own': row.connectionId, first: banks[0], last: banks.at(-1) }[input.bank] ?? null
      const amount = input.how === 'wrong' ? { amount: amountOf(input.cents) } : {}
      const how = {
        ...amount,
        payer: input.who,
        late: true,
        twice: input.how === 'twice',
        again: input.how === 'again',
      }
      await atBank(beside, `/charges/${partnerOf(beside, at)}/${row.externalId}/pay`, how)
    },
  }),

  'pay static code': act({
    weight: 3,
    fields: { which, cents, who },
    perform: async (beside, diary, input) => {
      const code = oneOf(diary.staticCodes, input.which)
      const how = { code, amount: amountOf(input.cents), payer: input.who }
      if (code !== undefined) await atBank(beside, '/codes/pay', how)
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
