import { afterEach, expect, test } from 'vitest'
import { apiClient } from '../../../../test/kit/api-client.ts'
import { newPayer } from '../../../../test/kit/company-payments.ts'
import { newPortalPerson } from '../../../../test/kit/portal-client.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import { parseAmount } from '../../../platform/brazil/money.ts'
import { addDays, dayOf, startOfDay } from '../../../platform/brazil/sao-paulo.ts'
import { createAccessKey } from '../../../tenancy/access-keys/create-access-key.ts'
import { type Limits, setLimits } from '../../../tenancy/merchants/set-terms.ts'

const trilho = await openTrilho()
const { needs } = trilho
const hourMs = 3_600_000

type Payer = Awaited<ReturnType<typeof newPayer>>
type Texts = Partial<Record<keyof Limits, string | number>>

const amounts = (limits: Texts) =>
  Object.fromEntries(
    Object.entries(limits).map(([name, value]) => [name, typeof value === 'string' ? parseAmount(value) : value]),
  ) as Partial<Limits>

async function limited(limits: Texts): Promise<Payer> {
  const payer = await newPayer(trilho, { balance: '10000' })
  await setLimits(needs, { merchantId: payer.merchantId, ...amounts(limits) })
  return payer
}

/** Hours of the next day in São Paulo. */
const goTo = (hour: number) => {
  trilho.clock.aheadMs = startOfDay(addDays(dayOf(new Date()), 1)).getTime() + hour * hourMs - Date.now()
}
afterEach(() => {
  trilho.clock.aheadMs = 0
})

const maria = { cpf: '52998224725', name: 'Maria da Silva' }
const joao = { cpf: '11144477735', name: 'João Souza' }
const to = (person: typeof maria, amount: string) => ({
  amount,
  recipient: person,
  key: { type: 'CPF', value: person.cpf },
})

const send = async (payer: Pick<Payer, 'requestCashOut'>, amount: string, person = maria) => {
  const { status, body } = await payer.requestCashOut(to(person, amount))
  return status === 201 ? 'sent' : (body.error.details as { reason: string; message: string })
}
const refused = (what: string, most: string, sent: string, left: string) => ({
  reason: 'LimitExceeded',
  message: `the limit ${what} is ${most}.000000, ${sent}.000000 was sent, ${left}.000000 is left`,
})

test('a night allows what its limit says, across midnight, and the day before and after it are free', async () => {
  goTo(19)
  const payer = await limited({ nightLimit: '100', nightFrom: 20, nightUntil: 6 })
  expect(await send(payer, '500')).toBe('sent')
  goTo(23)
  expect(await send(payer, '70')).toBe('sent')
  goTo(24 + 1)
  expect(await send(payer, '31')).toMatchObject(refused('from 20:00 to 6:00', '100', '70', '30'))
  expect(await send(payer, '30')).toBe('sent')
  goTo(24 + 6)
  expect(await send(payer, '500')).toBe('sent')
})

const approve = async (payer: Payer, amount: string) => {
  const { status, body } = await payer.approve((await payer.createRequest(amount)).id)
  return status === 200 ? 'sent' : (body.error.details as { reason: string; message: string })
}

test('company payments leave in the same night as cash-outs, and are refused when they are approved', async () => {
  goTo(21)
  const payer = await limited({ nightLimit: '100', nightFrom: 20, nightUntil: 6 })
  expect(await send(payer, '40')).toBe('sent')
  expect(await approve(payer, '61')).toMatchObject(refused('from 20:00 to 6:00', '100', '40', '60'))
  expect(await approve(payer, '60')).toBe('sent')
  expect(await send(payer, '1')).toMatchObject(refused('from 20:00 to 6:00', '100', '100', '0'))
  goTo(24 + 6)
  expect(await approve(payer, '500')).toBe('sent')
})

test('of company payments approved at once exactly as many leave as the night allows', async () => {
  goTo(21)
  const payer = await limited({ nightLimit: '30', nightFrom: 20, nightUntil: 6 })
  const answers = await Promise.all(times(6, () => approve(payer, '10')))
  expect(answers.filter(answer => answer === 'sent')).toHaveLength(3)
})

test('a company is a recipient: its day and its first hours have the same limits', async () => {
  const payer = await limited({ recipientDailyLimit: '50' })
  expect(await approve(payer, '30')).toBe('sent')
  expect(await approve(payer, '21')).toMatchObject(refused('to one recipient per day', '50', '30', '20'))
  const other = await limited({ newRecipientLimit: '100', newRecipientHours: 48 })
  expect(await approve(other, '60')).toBe('sent')
  const late = await approve(other, '60')
  expect(late).toMatchObject(refused('to a new recipient in the first 48 hours', '100', '60', '40'))
  trilho.clock.aheadMs = 49 * hourMs
  expect(await approve(other, '900')).toBe('sent')
})

test('of cash-outs at once to one person exactly as much is sent as the day allows; others are free', async () => {
  const payer = await limited({ recipientDailyLimit: '50' })
  const answers = await Promise.all(times(20, () => send(payer, '10')))
  expect(answers.filter(answer => answer === 'sent')).toHaveLength(5)
  expect(await send(payer, '1')).toMatchObject(refused('to one recipient per day', '50', '50', '0'))
  expect(await send(payer, '50', joao)).toBe('sent')
})

test('a recipient is new for as many hours as was set, and what was cancelled does not count', async () => {
  const payer = await limited({ newRecipientLimit: '100', newRecipientHours: 48 })
  const cancelled = await payer.createCashOut(to(maria, '100'))
  await payer.simulate('cancel', cancelled)
  expect(await send(payer, '60')).toBe('sent')
  trilho.clock.aheadMs = 47 * hourMs
  expect(await send(payer, '60')).toMatchObject(refused('to a new recipient in the first 48 hours', '100', '60', '40'))
  trilho.clock.aheadMs = 49 * hourMs
  expect(await send(payer, '900')).toBe('sent')
})

test('one Pix key is one recipient, whatever document is named for it', async () => {
  const key = { type: 'EMAIL', value: `${crypto.randomUUID()}@example.com` }
  const sendTo = async (payer: Payer, person: typeof maria, amount: string) => {
    const { status, body } = await payer.requestCashOut({ amount, recipient: person, key })
    return status === 201 ? 'sent' : body.error.details
  }
  const daily = await limited({ recipientDailyLimit: '50' })
  expect(await sendTo(daily, maria, '30')).toBe('sent')
  expect(await sendTo(daily, joao, '21')).toMatchObject(refused('to one recipient per day', '50', '30', '20'))
  const atOnce = await Promise.all(times(6, n => sendTo(daily, n % 2 === 0 ? maria : joao, '5')))
  expect(atOnce.filter(answer => answer === 'sent')).toHaveLength(4)

  const fresh = await limited({ newRecipientLimit: '100', newRecipientHours: 48 })
  expect(await sendTo(fresh, maria, '60')).toBe('sent')
  const late = await sendTo(fresh, joao, '60')
  expect(late).toMatchObject(refused('to a new recipient in the first 48 hours', '100', '60', '40'))
  trilho.clock.aheadMs = 49 * hourMs
  expect(await sendTo(fresh, maria, '900')).toBe('sent')
})

test('each access key has its own day', async () => {
  const payer = await limited({ keyDailyLimit: '100' })
  const { accessKey, secret } = await createAccessKey(needs, {
    merchantId: payer.merchantId,
    name: 'second',
    scopes: ['payments'],
  })
  const second = await apiClient(trilho.url, { accessKey, secret })
  expect(await send(payer, '100')).toBe('sent')
  expect(await send(payer, '1')).toMatchObject(refused('of an access key per day', '100', '100', '0'))
  expect(await send(second, '100')).toBe('sent')
})

test('a check says what would be refused, and holds nothing', async () => {
  const payer = await limited({ recipientDailyLimit: '50' })
  const { amount: value, ...payment } = to(maria, '51')
  const { body } = await payer.post('/accounts/pix/cashout/check', { payment: { ...payment, value } })
  expect(body.data).toMatchObject({ refusal: refused('to one recipient per day', '50', '0', '50'), token: null })
})

test('a lower limit holds at once, a higher one after the wait, and operators and the merchant see both', async () => {
  const payer = await limited({ cashOutLimit: '100', cashOutDailyLimit: '1000' })
  const { merchantId } = payer
  const waiting = { ...needs, limitRaiseWaitMs: 24 * hourMs }
  await setLimits(waiting, { merchantId, ...amounts({ cashOutLimit: '200', cashOutDailyLimit: '150' }) })
  expect(await send(payer, '101')).toMatchObject({ message: 'the limit per payment is 100.000000' })
  expect(await send(payer, '90')).toBe('sent')
  expect(await send(payer, '90')).toMatchObject({ message: expect.stringContaining('the limit per day is 150') })

  const operator = await newPortalPerson(trilho, { isOperator: true })
  const owner = await newPortalPerson(trilho, { merchantId })
  const shown = async () => (await operator.get(`/operator/merchants/${merchantId}`)).body.data
  expect(await shown()).toMatchObject({
    limits: { cashOutLimit: '100.000000', cashOutDailyLimit: '150.000000' },
    raisedLimits: { limits: { cashOutLimit: '200.000000', cashOutDailyLimit: '150.000000' } },
  })
  const company = await owner.get(`/merchants/${merchantId}/company`)
  expect(company.body.data.limits).toMatchObject({ cashOuts: { perTransaction: '100.000000' } })
  expect(Date.parse(company.body.data.limits.raisedAt)).toBeGreaterThan(Date.now() + 23 * hourMs)

  trilho.clock.aheadMs = 25 * hourMs
  expect(await send(payer, '120', joao)).toBe('sent')
  const later = await newPortalPerson(trilho, { isOperator: true })
  const { data } = (await later.get(`/operator/merchants/${merchantId}`)).body
  expect(data).toMatchObject({ limits: { cashOutLimit: '200.000000' }, raisedLimits: null })
})

test('a merchant reads its limits by API, with what it has sent today', async () => {
  const payer = await limited({ cashOutLimit: '100', nightLimit: '1000', recipientDailyLimit: '60' })
  expect(await send(payer, '40')).toBe('sent')
  expect(await approve(payer, '25')).toBe('sent')
  expect((await payer.get('/accounts/limits')).body.data).toEqual({
    cashOuts: { perTransaction: '100.000000', perDay: null, sentToday: '40.000000' },
    companyPayments: { perTransaction: null, perDay: null, sentToday: '25.000000' },
    perNight: '1000.000000',
    perRecipient: '60.000000',
    newRecipient: null,
    perKey: null,
    nightFrom: 20,
    nightUntil: 6,
    newRecipientHours: 24,
    raisedAt: null,
  })
  const other = await newPayer(trilho)
  expect((await other.get('/accounts/limits')).body.data).toMatchObject({ perNight: null, perRecipient: null })
})

test('a limit that is lowered while a higher one waits ends the wait', async () => {
  const payer = await limited({ cashOutLimit: '100' })
  const { merchantId } = payer
  const waiting = { ...needs, limitRaiseWaitMs: 24 * hourMs }
  await setLimits(waiting, { merchantId, cashOutLimit: null })
  await setLimits(waiting, { merchantId, cashOutLimit: parseAmount('50') })
  trilho.clock.aheadMs = 48 * hourMs
  expect(await send(payer, '51')).toMatchObject({ message: 'the limit per payment is 50.000000' })
})

test.each([
  [6, 6, 'waits'],
  [21, 6, 'waits'],
  [1, 6, 'waits'],
  [20, 5, 'waits'],
  [18, 7, 'holds'],
] as const)('a night from 20 to 6 that becomes one from %i to %i %s', async (nightFrom, nightUntil, becomes) => {
  const { merchantId } = await limited({ nightLimit: '100', nightFrom: 20, nightUntil: 6 })
  await setLimits({ ...needs, limitRaiseWaitMs: 24 * hourMs }, { merchantId, nightFrom, nightUntil })
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const { limits, raisedLimits } = (await operator.get(`/operator/merchants/${merchantId}`)).body.data
  expect(limits).toMatchObject(becomes === 'holds' ? { nightFrom, nightUntil } : { nightFrom: 20, nightUntil: 6 })
  expect(raisedLimits === null).toBe(becomes === 'holds')
})
