import { expect, test } from 'vitest'
import { newPayer } from '../../../../test/kit/company-payments.ts'
import { openTrilho } from '../../../../test/kit/trilho.ts'
import { auditBooks } from '../../../operations/books-audit/audit-books.ts'

const trilho = await openTrilho()
const plan = { balance: '100', chargeFixed: '0.10', chargeRate: 990_000n }
const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** Of 50.00 with 0.60 charges. `at`: a date, or nothing. */
test.each([
  [[], 'Created', null, null, '49.400000', '50.600000'],
  [['register'], 'Registered', date, null, '49.400000', '50.600000'],
  [['register', 'complete'], 'Completed', date, date, '49.400000', '0.000000'],
  [['complete'], 'Completed', date, date, '49.400000', '0.000000'],
  [['error'], 'Error', null, date, '100.000000', '0.000000'],
  [['register', 'error'], 'Error', date, date, '100.000000', '0.000000'],
  [['cancel'], 'Cancelled', null, date, '100.000000', '0.000000'],
  [['complete', 'reverse'], 'Reversed', date, date, '100.000000', '0.000000'],
])('after %j the execution is %s, with its dates, and the money is where it belongs', async (...row) => {
  const [simulations, executionState, executionRegisteredDate, executionCompletedDate, available, held] = row
  const payer = await newPayer(trilho, plan)
  const { id, refTransaction } = await payer.createRequest('50')
  await payer.approve(id)
  for (const simulation of simulations) expect((await payer.simulate(simulation, refTransaction)).status).toBe(200)
  expect((await payer.readRequest(id)).entity).toMatchObject({
    status: 'Approved',
    executionState,
    executionRegisteredDate,
    executionCompletedDate,
  })
  expect(await payer.balance()).toMatchObject({ available, held })
  expect(await auditBooks(trilho)).toEqual([])
})

test('a completed company payment has a receipt and names the company that was paid', async () => {
  const payer = await newPayer(trilho)
  const { id, refTransaction } = await payer.createRequest()
  await payer.approve(id)
  await payer.simulate('complete', refTransaction)
  const { transaction } = (await payer.read(refTransaction)).body.data
  expect(transaction).toMatchObject({ state: 'Completed', recipient: { name: 'Moinho Estrela' } })
  expect((await fetch(transaction.receiptUrl)).status).toBe(200)
})
