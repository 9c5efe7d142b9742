import { expect, test } from 'vitest'
import { eventually } from '../../../test/kit/delivery-kit.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { transaction } from '../../../test/kit/meet.ts'

const trilho = await openTrilho()
const { sql } = trilho

/** Holds something of one merchant while another works, and answers what came of both. */
async function whileHeld<Value>(
  hold: (tx: Parameters<Parameters<typeof sql.begin>[0]>[0]) => PromiseLike<unknown>,
  act: () => Promise<Value>,
  ofOthers: () => Promise<unknown>,
) {
  let isDone = false
  const { answer } = await sql.begin(async tx => {
    await hold(tx)
    const answer = act().finally(() => (isDone = true))
    await ofOthers()
    expect(isDone).toBe(false)
    return { answer }
  })
  return answer
}

test('while somebody holds the books of a merchant others are paid out, and the merchant is as soon as it is free', async () => {
  const [held, other] = [await trilho.newMerchant({ balance: '100' }), await trilho.newMerchant({ balance: '100' })]
  const answers = await whileHeld(
    tx => tx`select 1 from balances where merchant_id = ${held.merchantId} for update`,
    () => Promise.all(times(5, () => held.requestCashOut({ amount: '1' }))),
    async () => {
      for (let i = 0; i < 5; i++) expect((await other.requestCashOut({ amount: '1' })).status).toBe(201)
    },
  )
  expect(answers.map(answer => answer.status)).toEqual(Array(5).fill(201))
  expect([await held.availableBalance(), await other.availableBalance()]).toEqual(['95.000000', '95.000000'])
})

test('while somebody holds a transaction those of others complete, and it does as soon as it is free', async () => {
  const [held, other] = [await trilho.newMerchant(), await trilho.newMerchant()]
  const id = await held.createCashIn()
  const ids = await Promise.all(times(5, () => other.createCashIn()))
  await whileHeld(
    transaction(id),
    () => held.simulate('complete', id),
    async () => {
      for (const one of ids) await other.simulate('complete', one)
      await eventually(async () => expect(await other.availableBalance()).toBe('52.500000'))
    },
  )
  expect(await held.stateOf(id)).toBe('Completed')
})
