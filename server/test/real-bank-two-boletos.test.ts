import { expect, test } from 'vitest'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { endException } from '../src/operations/exceptions/end-exception.ts'
import { type BoletoDialect, boletoDialects, boletosBeside } from './kit/boletos-beside.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

/** Production beside banks that have two boletos of one bill: a registration that was believed lost has arrived after all. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const connections = await bank.connectAll(needs, { hasContracts: true })
const beside = boletosBeside(trilho, bank)
const { merchantAt, registered, read, boletosOf, onlyOf, pay, payByPix, settleAtBank, sweepNextDay, keptFor } = beside

/** The same registration again, as where a call that was believed lost arrives after all. */
async function registerAgain(dialect: BoletoDialect, made: { id: string }) {
  const { id } = made
  const known = new Set((await boletosOf(made)).map(one => one.id))
  const { boletos } = await needs.railsOf(connections[dialect])
  const [row] = await sql<{ dueDate: string }[]>`select due_date::text from bills where id = ${id}`
  const { payer } = beside.request()
  const noTerms = { fine: null, interest: null, rebate: null, discount: null, message: null }
  await boletos?.registerBoleto(
    {
      ...noTerms,
      amount: 100_000_000n,
      dueDate: row?.dueDate ?? '',
      payableDaysAfterDue: 30,
      merchantId: '',
      merchantNumber: 1,
      transactionId: id,
      ourNumber: await beside.numberOf(made),
      receiver: { name: 'Padaria', city: 'Recife' },
      payer: { name: payer.name, taxNumber: payer.cpf, address: payer.address },
      expiresAt: new Date(),
    },
    { signal: AbortSignal.timeout(10_000), remember: async () => {} },
  )
  const again = (await boletosOf(made)).find(one => !known.has(one.id))
  if (again === undefined) throw new Error('the bank has registered no second boleto')
  return again
}

test.each(boletoDialects)(
  'at %s of two boletos of one bill the one that is paid pays it, and settles',
  async dialect => {
    const api = await merchantAt(connections[dialect])
    const made = await registered(api)
    const second = await registerAgain(dialect, made)
    await pay(second)
    await sweepNextDay()
    expect(await api.balance()).toMatchObject({ available: '0.000000', toSettle: '100.000000' })
    await settleAtBank(second)
    await sweepNextDay()
    expect(await read(api, made)).toMatchObject({ transactionState: 'Completed', payment: { method: 'boleto' } })
    expect([await api.availableBalance(), await keptFor(made), await auditBooks(needs)]).toEqual(['100.000000', [], []])
  },
)

test.each(boletoDialects)(
  'at %s where both boletos of one bill are paid, the money of the second is kept for a person, once',
  async dialect => {
    const api = await merchantAt(connections[dialect])
    const made = await registered(api)
    const first = await onlyOf(made)
    const second = await registerAgain(dialect, made)
    const day = beside.today()
    await pay(first, { day })
    await sweepNextDay()
    await settleAtBank(first)
    await sweepNextDay()
    await pay(second, { amount: '90.00', day })
    await sweepNextDay()
    // The bank has the money of the first only.
    expect([await api.availableBalance(), await keptFor(made)]).toEqual(['100.000000', []])
    await settleAtBank(second)
    await sweepNextDay()
    await sweepNextDay()
    expect(await api.availableBalance()).toBe('100.000000')
    expect(await keptFor(made)).toMatchObject([{ amount: 90_000_000n, code: 'paidByBoleto' }])
    expect(await auditBooks(needs)).toEqual([])

    // A person credits it to a merchant, which can pay it back by a payout only: no bank returns a boleto.
    const [kept] = await keptFor(made)
    const other = await merchantAt(connections[dialect])
    const { merchantId = '', id = '' } = kept ?? {}
    const ending = {
      merchantId,
      id,
      act: 'creditMerchant',
      bookedTo: other.merchantId,
      by: 'Olga',
      note: 'Theirs',
    } as const
    await endException(needs, ending)
    expect(await other.availableBalance()).toBe('90.000000')
    const [credited] = await sql<{ id: string }[]>`select id from transactions where merchant_id = ${other.merchantId}`
    const refused = await other.refund(credited?.id ?? '', { amount: '1' })
    expect([refused.status, refused.body.error?.details?.reason]).toEqual([409, 'RefundNotAllowed'])
    expect(await auditBooks(needs)).toEqual([])
  },
)

test.each(boletoDialects)(
  'at %s the second of two boletos that is paid by Pix is money for a person, once, and pays no bill',
  async dialect => {
    const [open, paid] = [await merchantAt(connections[dialect]), await merchantAt(connections[dialect])]
    const [unpaidBill, paidBill] = [await registered(open), await registered(paid)]
    await pay(await onlyOf(paidBill))
    for (const made of [unpaidBill, paidBill]) {
      const endToEndId = await payByPix(await registerAgain(dialect, made))
      await sweepNextDay()
      await sweepNextDay()
      const held = await sql`select amount from transactions where end_to_end_id = ${endToEndId}`
      expect([held, await keptFor(made)]).toEqual([[{ amount: 100_000_000n }], []])
    }
    expect((await read(open, unpaidBill)).state).toBe('Open')
    expect(await open.balance()).toMatchObject({ available: '0.000000', toSettle: '0.000000' })
    expect(await paid.balance()).toMatchObject({ available: '0.000000', toSettle: '100.000000' })
    expect(await auditBooks(needs)).toEqual([])
  },
)

test.each(boletoDialects)(
  'at %s of a bill that was paid by Pix the money of the second boleto is kept for a person',
  async dialect => {
    const api = await merchantAt(connections[dialect])
    const made = await registered(api)
    await payByPix(await onlyOf(made))
    await sweepNextDay()
    const second = await registerAgain(dialect, made)
    await pay(second)
    await settleAtBank(second)
    await sweepNextDay()
    await sweepNextDay()
    expect(await api.availableBalance()).toBe('100.000000')
    expect(await keptFor(made)).toMatchObject([{ amount: 100_000_000n, code: 'paidByBoleto' }])
    expect(await auditBooks(needs)).toEqual([])
  },
)

test('at efi a second boleto is booked as none while nobody can say whether Pix has paid it', async () => {
  const api = await merchantAt(connections.efi)
  const made = await registered(api)
  await payByPix(await onlyOf(made))
  await sweepNextDay()
  const second = await registerAgain('efi', made)
  await bank.control('POST', '/faults', { kind: 'not found', partner: 'efi', path: '/qr/v2/cobv/', times: 1_000 })
  await pay(second)
  await settleAtBank(second)
  await sweepNextDay()
  await sweepNextDay()
  expect(await keptFor(made)).toEqual([])
  await bank.control('DELETE', '/faults')
  await sweepNextDay()
  expect(await keptFor(made)).toMatchObject([{ amount: 100_000_000n, code: 'paidByBoleto' }])
})
