import { expect, test } from 'vitest'
import type { Answer } from '../../../../test/kit/api-client.ts'
import { newPayer } from '../../../../test/kit/company-payments.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import { meet, transaction } from '../../../../test/kit/meet.ts'
import { auditBooks } from '../../../operations/books-audit/audit-books.ts'

const trilho = await openTrilho()
const other = trilho.startServer()
const outcomeOf = ({ body }: Answer) => body.error?.details.reason ?? body.statusCode
const plan = { balance: '100', chargeFixed: '0.10', chargeRate: 990_000n }

test.each([false, true])(
  'a request is cancelled (approved before: %s) with its transaction, and all is free',
  async was => {
    const payer = await newPayer(trilho, plan)
    const { id, refTransaction } = await payer.createRequest('50')
    if (was) await payer.approve(id)
    const { status, body } = await payer.cancelRequest(id)
    expect(status).toBe(200)
    expect(body).toStrictEqual({ statusCode: 'Done' })
    const { entity, flows } = await payer.readRequest(id)
    expect(entity).toMatchObject({
      status: 'Cancelled',
      executionState: 'Cancelled',
      executionRegisteredDate: null,
      executionCompletedDate: null,
    })
    expect(flows.map((step: { status: string }) => step.status)).toEqual(
      was ? ['Pending', 'Approved', 'Cancelled'] : ['Pending', 'Cancelled'],
    )
    expect(flows.at(-1)).toMatchObject({ userFullName: 'Padaria São João Ltda', userRealm: 'Partner', comment: null })
    expect((await payer.read(refTransaction)).body.data.transaction).toMatchObject({
      state: 'Canceled',
      stateCancelledDate: expect.any(String),
    })
    expect(await payer.balance()).toMatchObject({ available: '100.000000', held: '0.000000' })
    expect(await auditBooks(trilho)).toEqual([])
  },
)

test.each([
  ['cancelRequest', 'Cancelled'],
  ['reject', 'Rejected'],
] as const)('after %s a request cannot be cancelled (again)', async (first, state) => {
  const payer = await newPayer(trilho, plan)
  const { id } = await payer.createRequest()
  await payer[first](id)
  const before = await payer.readRequest(id)
  const { status, body } = await payer.cancelRequest(id)
  expect(status).toBe(409)
  expect(body.error.details).toMatchObject({
    reason: 'PaymentRequestNotPending',
    message: `the payment request is ${state}`,
  })
  expect(await payer.readRequest(id)).toEqual(before)
})

test.each(['register', 'complete', 'error'])(
  'once its execution has begun (%s) it cannot be cancelled',
  async began => {
    const payer = await newPayer(trilho, plan)
    const { id, refTransaction } = await payer.createRequest('50')
    await payer.approve(id)
    await payer.simulate(began, refTransaction)
    const before = [await payer.readRequest(id), await payer.availableBalance()]
    const { status, body } = await payer.cancelRequest(id)
    expect(status).toBe(409)
    expect(body.error).toMatchObject({
      name: 'OperationError',
      details: { reason: 'PaymentRequestAlreadyExecuted' },
    })
    expect([await payer.readRequest(id), await payer.availableBalance()]).toEqual(before)
  },
)

test.each(times(6, n => n))(
  'of cancelling and completing at once exactly one wins, and the money agrees (%i)',
  async n => {
    const payer = await newPayer(trilho, plan)
    const elsewhere = payer.at((await other).url)
    const { id, refTransaction } = await payer.createRequest('50')
    await payer.approve(id)
    const outcomes: Record<string, string> = {}
    const runs = [
      async () => void (outcomes.cancel = outcomeOf(await elsewhere.cancelRequest(id))),
      async () => void (outcomes.complete = outcomeOf(await payer.simulate('complete', refTransaction))),
    ]
    await meet(trilho.sql, transaction(refTransaction), n % 2 === 0 ? runs : runs.toReversed())
    const { status, executionState } = (await payer.readRequest(id)).entity
    expect([outcomes, status, executionState, await payer.availableBalance()]).toEqual(
      outcomes.cancel === 'Done'
        ? [{ cancel: 'Done', complete: 'TransactionStateNotAllowed' }, 'Cancelled', 'Cancelled', '100.000000']
        : [{ cancel: 'PaymentRequestAlreadyExecuted', complete: 'Done' }, 'Approved', 'Completed', '49.400000'],
    )
    expect(await auditBooks(trilho)).toEqual([])
  },
)
