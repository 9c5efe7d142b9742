import { expect, test } from 'vitest'
import { startRealBank } from '../../../test/kit/real-bank.ts'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'

const production = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(production, { isConnected: false })
const { sql } = trilho
const bank = await startRealBank()
const operator = await newPortalPerson(trilho, { isOperator: true, name: 'Olga Operadora' })
const path = '/operator/bank-connections'

/** As the screen sends it. */
async function formOf(changes: object = {}) {
  const { certificates, ...settings } = await bank.settingsOf('inter')
  const proof = { callbackSecret: 'a-secret-of-callbacks', proxyVerifiesBank: false }
  const form = { name: 'Inter', dialect: 'inter', isDefault: true, ...settings, ...proof, certificate: certificates[0] }
  return { ...form, ...changes }
}

/** Payments, charges and those with a due date, new ones of both, boletos, callbacks and payouts. */
const allFine = times(8, () => ({ isFine: true }))

const connectionsNow = async () => (await operator.get(path)).body.data.items

test('a bank is connected, tried, paused and resumed; what is secret goes in and is nowhere to be read', async () => {
  const form = await formOf()
  const made = await operator.post(path, form)
  expect(made.status).toBe(201)
  const [connection] = made.body.data.items
  expect(connection).toMatchObject({ name: 'Inter', dialect: 'inter', isDefault: true, isUp: true, pausedAt: null })
  expect(connection.callbackAddress).toContain(`${trilho.url}/bank-notices/`)
  expect(connection.callbackProof).toEqual({ secret: true, certificate: false })
  expect(Date.parse(connection.certificateEndsAt)).toBeGreaterThan(Date.now())

  const { body } = await operator.post(`${path}/${connection.id}/check`)
  expect(body.data.lines).toMatchObject(allFine)

  const paused = await operator.post(`${path}/${connection.id}/pause`)
  expect(paused.body.data.items[0].pausedAt).not.toBeNull()
  const tried = await operator.post(`${path}/${connection.id}/check`)
  expect(tried.body.data.lines).toMatchObject(allFine)
  const resumed = await operator.post(`${path}/${connection.id}/resume`)
  expect(resumed.body.data.items[0].pausedAt).toBeNull()

  const entries =
    await sql`select act, subject, details from audit_entries where act like 'bank.%' order by at, sequence`
  const isPaused = (is: boolean) => ({ changes: { isPaused: { was: !is, is } } })
  expect(entries).toMatchObject([
    { act: 'bank.connect' },
    { act: 'bank.pause', details: isPaused(true) },
    { act: 'bank.resume', details: isPaused(false) },
  ])
  const everything = JSON.stringify([entries, await connectionsNow(), made.body, body, trilho.logged])
  const { key } = form.certificate as { key: string }
  for (const secret of [form.clientSecret ?? '-', form.callbackSecret, key.slice(30, 90)])
    expect(everything).not.toContain(secret)
})

test('the next payments of a merchant go by the bank an operator gives it', async () => {
  const { merchantId } = await trilho.newMerchant()
  const [{ id }] = await connectionsNow()
  const bankPath = `/operator/merchants/${merchantId}/bank`
  const none = {
    charges: [],
    payouts: [],
    initiations: [],
    allowsSecondCharge: false,
    allowsUnknownKeyOwner: false,
  }
  const own = { ...none, charges: [id], payouts: [id], allowsSecondCharge: true }
  expect((await operator.put(bankPath, own)).body.data.banks).toEqual(own)
  expect((await operator.put(bankPath, none)).body.data.banks).toEqual(none)
  const unknown = await operator.put(bankPath, { ...none, charges: [merchantId] })
  expect([unknown.status, unknown.body.error.details.reason]).toEqual([404, 'BankConnectionNotFound'])
})

const account = {
  agency: '1',
  number: '10000018',
  type: 'TRAN',
  holderName: 'Trilho',
  holderTaxNumber: '11222333000181',
}

test.each([
  ['a second default', { name: 'Other' }, 'a default connection already exists'],
  ['a name that is taken', { isDefault: false }, 'with this name already exists'],
  [
    'plain http elsewhere',
    { name: 'Other', isDefault: false, pixUrl: 'http://pix.bank.test' },
    'pixUrl must start with https',
  ],
  ['a short secret of callbacks', { name: 'Other', callbackSecret: 'short' }, 'callbackSecret must have 16'],
  [
    'a bank that initiates nothing',
    { name: 'Other', isDefault: false, initiation: { url: bank.url, account } },
    'does not initiate',
  ],
  [
    'an account without its holder',
    {
      name: 'Other',
      isDefault: false,
      dialect: 'efi',
      initiation: { url: bank.url, account: { ...account, holderTaxNumber: '1' } },
    },
    'the receiving account needs',
  ],
  ['no PEM', { name: 'Other', certificate: { cert: 'x', key: 'y' } }, 'not PEM text'],
  ['no PFX', { name: 'Other', certificate: { pfx: 'eHl6', passphrase: '' } }, 'the file is not PFX'],
])('%s is refused in words that say how to mend it', async (_what, changes, words) => {
  const { status, body } = await operator.post(path, await formOf(changes))
  expect([status, body.error.details.reason]).toEqual([409, 'BankCannotConnect'])
  expect(body.error.details.message).toContain(words)
  expect(await connectionsNow()).toHaveLength(1)
})

test('a sandbox shows its simulator and connects no real bank', async () => {
  const sandbox = await openTrilho()
  const person = await newPortalPerson(sandbox, { isOperator: true })
  expect((await person.get(path)).body.data.items).toMatchObject([{ isSimulator: true, callbackAddress: null }])
  expect((await person.post(path, await formOf())).body.error.details.message).toContain('in production')
})
