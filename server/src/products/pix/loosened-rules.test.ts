import { expect, test } from 'vitest'
import { openMailbox } from '../../../test/kit/mailbox.ts'
import { newPortalPerson, refusalOf } from '../../../test/kit/portal-client.ts'
import { cpf, openTrilho } from '../../../test/kit/trilho.ts'
import { untilDone } from '../../../test/kit/patience.ts'

const mailbox = await openMailbox()
const trilho = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40), ...mailbox.settings })
const hourMs = 3_600_000
const strict = { approvalAbove: '100', newKeyLimit: null, restrictsRecipients: false }
const none = { approvalAbove: null, newKeyLimit: null, restrictsRecipients: false }
const sent = async () => {
  await untilDone(() => trilho.needs.mailer.sendDue())
  return mailbox.mails
}

async function newShop() {
  const shop = await trilho.newMerchant({ balance: '1000' })
  const path = `/merchants/${shop.merchantId}`
  const owner = await newPortalPerson(trilho, { merchantId: shop.merchantId, hasPassword: true })
  const other = await newPortalPerson(trilho, { merchantId: shop.merchantId, hasPassword: true })
  const set = async (rules: object) => (await owner.put(`${path}/payout-rules`, rules)).body.data
  const recipient = { name: 'Maria da Silva', cpf: cpf.maria }
  const key = { type: 'EMAIL', value: 'maria@example.com' }
  const pay = (amount: string) =>
    shop.requestCashOut({ amount, recipient, key, webhook: { url: 'https://example.com/' } })
  return { ...shop, path, owner, other, set, recipient, key, pay }
}

test('rules that allow more hold after the wait, all owners are mailed, and another one can change them back', async () => {
  const shop = await newShop()
  expect(await shop.set(strict)).toMatchObject({ approvalAbove: '100.000000', later: null })
  const waits = async () => (await shop.pay('200')).body.data.transaction.waitsForApproval
  expect(await waits()).toBe(true)
  const before = (await sent()).length
  expect(await shop.set(none)).toMatchObject({ approvalAbove: '100.000000', later: { approvalAbove: null } })
  expect(await waits()).toBe(true)
  const mails = (await sent()).slice(before)
  expect(mails.map(({ to }) => to).toSorted()).toEqual([shop.owner.email, shop.other.email].toSorted())

  expect((await shop.other.put(`${shop.path}/payout-rules`, strict)).body.data.later).toBeNull()
  await shop.set(none)
  trilho.clock.aheadMs = 23 * hourMs
  expect(await waits()).toBe(true)
  trilho.clock.aheadMs = 25 * hourMs
  expect(await waits()).toBeUndefined()
  trilho.clock.aheadMs = 0
})

test('networks of a key that allow more hold after the wait, all owners are mailed, and fewer hold at once', async () => {
  const { path, owner, other } = await newShop()
  const [key] = (await owner.get(`${path}/keys`)).body.data.items
  const set = async (networks: string[], by = owner) =>
    (await by.put(`${path}/keys/${key.id}/networks`, { networks })).body.data
  const a = '203.0.113.0/24'
  const narrow = '203.0.113.128/25'
  const b = '198.51.100.0/24'
  expect(await set([a, b])).toMatchObject({ networks: [a, b], networksLater: null })
  expect(await set([narrow])).toMatchObject({ networks: [narrow], networksLater: null })
  const before = (await sent()).length
  expect(await set([narrow, b])).toMatchObject({ networks: [narrow], networksLater: { networks: [narrow, b] } })
  const mails = (await sent()).slice(before)
  expect(mails.map(({ to }) => to).toSorted()).toEqual([owner.email, other.email].toSorted())
  expect(await set([narrow], other)).toMatchObject({ networks: [narrow], networksLater: null })

  expect(await set([b])).toMatchObject({ networks: [narrow], networksLater: { networks: [b] } })
  expect(await set([])).toMatchObject({ networks: [narrow], networksLater: { networks: [] } })
  const rotated = await owner.post(`${path}/keys/${key.id}/rotate`, { overlap: 'week' })
  expect(rotated.body.data.key).toMatchObject({ networks: [narrow], networksLater: { networks: [] } })
  const networks = async () => {
    const { body } = await (await newPortalPerson(trilho, { merchantId: path.split('/')[2] ?? '' })).get(`${path}/keys`)
    return body.data.items.map((one: { networks: string[] }) => one.networks)
  }
  trilho.clock.aheadMs = 23 * hourMs
  expect(await networks()).toEqual([[narrow], [narrow]])
  trilho.clock.aheadMs = 25 * hourMs
  expect(await networks()).toEqual([[], []])
  trilho.clock.aheadMs = 0
})

test('a recipient who is approved where recipients are restricted is paid after the wait', async () => {
  const shop = await newShop()
  await shop.set({ ...none, restrictsRecipients: true })
  const before = (await sent()).length
  const { recipient, key } = shop
  expect((await shop.owner.post(`${shop.path}/payout-recipients`, { ...recipient, key })).status).toBe(200)
  expect((await sent()).slice(before)).toHaveLength(2)
  expect(refusalOf(await shop.pay('10'))).toEqual([409, 'RecipientNotAllowed'])
  expect(await shop.set(none)).toMatchObject({ restrictsRecipients: true, later: { restrictsRecipients: false } })
  expect(refusalOf(await shop.pay('10'))).toEqual([409, 'RecipientNotAllowed'])
  await shop.set({ ...none, restrictsRecipients: true })
  trilho.clock.aheadMs = 25 * hourMs
  expect((await shop.pay('10')).status).toBe(201)
  trilho.clock.aheadMs = 0
})
