import { expect, test } from 'vitest'
import { type BankNotice, claimNotices, insertNotice, planNotice } from '../src/operations/banks/sql.ts'
import { claimDocuments, planLook } from '../src/products/company-payments/documents/sql.ts'
import { uuidv7 } from '../src/platform/lib/uuid.ts'
import { claimMails, finishMail, insertMail, planMail } from '../src/platform/mails/sql.ts'
import { planCallbackCheck, takeForCallbackCheck } from '../src/money/rails/sql.ts'
import { isStillTaken, takeDue } from '../src/operations/reconciliation/sql.ts'
import { newPayer } from './kit/company-payments.ts'
import { uploadAddress } from './kit/invoices.ts'
import { openTrilho } from './kit/trilho.ts'

// Bank orders and webhook events have their fences tested where they are run: run-orders.test.ts, deliver-due.test.ts.

const trilho = await openTrilho()
const { sql } = trilho
const connectionId: string = (await sql`select id from bank_connections`)[0]?.id
const start = new Date('2030-01-01T00:00:00Z')
const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000)

/** Two leases of the same row: the first has expired when the second is given. */
const twice = async <Lease>(claim: (now: Date, until: Date) => PromiseLike<Lease>): Promise<[Lease, Lease]> => [
  await claim(at(0), at(1)),
  await claim(at(2), at(3)),
]

const lostRows = { count: 0 }

test('a worker whose lease on a mail has expired neither finishes nor postpones it', async () => {
  await insertMail(sql, { id: uuidv7(start.getTime()), sealed: 'x', createdAt: at(-1), leaseUntil: at(-1) }, true)
  const [[late], [present]] = await twice((now, until) => claimMails(sql, now, until, 1))
  if (late === undefined || present === undefined) throw new Error('it was not claimed twice')
  expect(await planMail(sql, late, at(9))).toMatchObject(lostRows)
  expect(await finishMail(sql, late, at(2))).toMatchObject(lostRows)
  expect(await finishMail(sql, present, at(2))).toMatchObject({ count: 1 })
})

test("a worker whose lease on a bank's callback has expired does not finish it", async () => {
  const notice: BankNotice = { connectionId, id: uuidv7(start.getTime()), body: '{}', receivedAt: at(-1), attempts: 0 }
  await insertNotice(sql, notice)
  const [[late], [present]] = await twice((now, until) => claimNotices(sql, now, until, 1))
  if (late === undefined || present === undefined) throw new Error('it was not claimed twice')
  expect(await planNotice(sql, late, null)).toMatchObject(lostRows)
  expect(await planNotice(sql, present, null)).toMatchObject({ count: 1 })
})

test('a worker whose lease on a document has expired does not schedule its next check', async () => {
  const payer = await newPayer(trilho)
  await uploadAddress(payer, (await payer.createRequest()).id)
  const [[late], [present]] = await twice((now, until) => claimDocuments(sql, now, until, 1))
  if (late === undefined || present === undefined) throw new Error('it was not claimed twice')
  expect(await planLook(sql, late, at(9))).toMatchObject(lostRows)
  expect(await planLook(sql, present, at(9))).toMatchObject({ count: 1 })
})

test('a worker whose lease on a callback URL has expired does not schedule the next check', async () => {
  await sql`update bank_connections set callback_token = 'token' where id = ${connectionId}`
  const [late, present] = await twice((now, until) => takeForCallbackCheck(sql, now, until))
  if (late === undefined || present === undefined) throw new Error('it was not taken twice')
  expect([late.callbackTries, present.callbackTries]).toEqual([1, 2])
  expect(await planCallbackCheck(sql, late, { at: at(9), tries: 0 })).toMatchObject(lostRows)
  expect(await planCallbackCheck(sql, present, { at: at(9), tries: 0 })).toMatchObject({ count: 1 })
})

test("a worker whose lease on a bank's day has expired does not overwrite another worker's result", async () => {
  await sql`update bank_connections set sealed_settings = 'x', created_at = '2029-12-30' where id = ${connectionId}`
  const due = { day: '2029-12-31', since: '2029-12-31' } as const
  const [late, present] = await twice(now =>
    takeDue(sql, { ...due, now, leasedBefore: new Date(now.getTime() - 60_000) }),
  )
  if (late === null || present === null) throw new Error('it was not taken twice')
  expect(await sql.begin(tx => isStillTaken(tx, late))).toBe(false)
  expect(await sql.begin(tx => isStillTaken(tx, present))).toBe(true)
})
