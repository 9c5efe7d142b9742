import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bankCommands } from '../src/edges/commands/bank-commands.ts'
import { presets } from '../src/money/rails/bacen-pix/presets.ts'
import { pauseConnection } from '../src/money/rails/connections.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { cleanUp } from './kit/clean-up.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

const production = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(production, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const { inter, standard, sicoob, efi } = await bank.connectAll(needs)
const operator = await newPortalPerson(trilho, { isOperator: true })
const path = '/operator/bank-connections'
const webhook = { url: 'https://hooks.example.invalid/hook' }

const bankOf = async (id: string) => {
  const { items } = (await operator.get(path)).body.data
  return items.find((one: { id: string }) => one.id === id)
}
const entriesOf = (act: string) =>
  sql`select subject, details from audit_entries where act = ${act} order by at, sequence`
const refusalOf = ({ status, body }: { status: number; body: { error?: { details: { message: string } } } }) => [
  status,
  body.error?.details.message,
]

const folder = await mkdtemp(join(tmpdir(), 'trilho-change-'))
cleanUp(() => rm(folder, { recursive: true, force: true }))
/** As a file that somebody wrote. */
async function changeByCommand(name: string, changes: object) {
  const file = join(folder, 'change.json')
  await writeFile(file, JSON.stringify(changes))
  return bankCommands['change']?.(needs, name, file)
}

test('an address is changed only if the bank is there and knows the account, and the change is in the audit log', async () => {
  const before = await bankOf(inter)
  const wrong = await operator.put(`${path}/${inter}/settings`, { pixUrl: `${bank.url}/pix/v9` })
  expect(refusalOf(wrong)).toEqual([
    409,
    expect.stringMatching(/HTTP 404.*nothing at this address.*nothing has changed/),
  ])
  expect(await bankOf(inter)).toEqual(before)
  expect(await entriesOf('bank.change')).toEqual([])

  const change = { pixUrl: `${bank.url}/v2/`, name: 'Inter', sameAccountConfirmed: true }
  const right = await operator.put(`${path}/${inter}/settings`, change)
  expect(right.status).toBe(200)
  expect(await bankOf(inter)).toMatchObject({ name: 'Inter', settings: { pixUrl: `${bank.url}/v2` } })
  expect(await entriesOf('bank.change')).toMatchObject([
    {
      subject: 'inter',
      details: {
        changes: {
          pixUrl: { was: `${bank.url}/pix/v2`, is: `${bank.url}/v2` },
          name: { was: 'inter', is: 'Inter' },
        },
      },
    },
  ])
})

test('scopes are changed, and a scope that the bank does not grant is refused; values that may be secret are not logged', async () => {
  const refused = await operator.put(`${path}/${inter}/settings`, { scopes: 'cob.read unknown.scope' })
  expect(refusalOf(refused)).toEqual([409, expect.stringContaining('invalid_scope')])
  const scopes = 'cob.read cob.write pix.read pix.write webhook.read webhook.write'
  const less = await operator.put(`${path}/${inter}/settings`, {
    scopes,
    payoutUrl: null,
    headers: { 'x-token': 'hush-hush' },
    sameAccountConfirmed: true,
  })
  expect(less.status).toBe(200)
  expect(await bankOf(inter)).toMatchObject({ settings: { scopes, payoutUrl: null } })
  const [, entry] = await entriesOf('bank.change')
  expect(entry?.['details']).toMatchObject({ changed: 'headers' })
  expect(JSON.stringify([await entriesOf('bank.change'), less.body, trilho.logged])).not.toContain('hush-hush')
})

test('the address of payouts is not removed while payouts need it', async () => {
  const api = await trilho.newMerchant({ balance: '10' })
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  const joao = {
    recipient: { name: 'João Pereira', cpf: '11144477735' },
    key: { type: 'EMAIL', value: 'joao@mail.test' },
  }
  const id = await api.createCashOut({ amount: '7', webhook, ...joao })
  await needs.bankOrders.stepAndWait()
  const remove = () => operator.put(`${path}/${efi}/settings`, { payoutUrl: null })
  expect(refusalOf(await remove())).toEqual([409, expect.stringContaining('payments in progress need it')])
  expect((await bankOf(efi)).settings.payoutUrl).toBe(bank.url)
  await bank.control('POST', `/payouts/${id.replaceAll('-', '')}/complete`, {})
  trilho.clock.aheadMs += 60_000
  await needs.bankOrders.stepAndWait()
  expect([await api.stateOf(id), (await remove()).status]).toEqual(['Completed', 200])
  await operator.put(`${path}/${efi}/settings`, { payoutUrl: bank.url })
  await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
})

test('Open Finance, limits, the authority and the proof of callbacks are changed in place, after a try at the bank', async () => {
  const put = (changes: object) => operator.put(`${path}/${efi}/settings`, changes)
  const [{ initiation }, { ca }] = [(await bankOf(efi)).settings, await bank.settingsOf('efi')]
  const wrong = { ...initiation, url: `${bank.url}/v9` }
  expect(refusalOf(await put({ initiation: wrong }))).toEqual([409, expect.stringContaining('nothing has changed')])
  expect(refusalOf(await put({ ca: 'x' }))).toEqual([409, expect.stringContaining('ca is not a certificate')])
  expect(refusalOf(await put({ limits: { unknown: { perMinute: 5 } } }))).toEqual([
    409,
    expect.stringContaining('limits has kinds of calls'),
  ])
  const byKey = { ...initiation, account: null }
  const limits = { charges: { perMinute: 60, atOnce: 20 } }
  const proof = { proxyVerifiesBank: true }
  expect((await put({ initiation: null })).status).toBe(200)
  expect((await bankOf(efi)).settings.initiation).toBeNull()
  expect((await put({ initiation: byKey, limits, ca, ...proof })).status).toBe(200)
  const { settings, callbackProof } = await bankOf(efi)
  expect([settings, callbackProof]).toMatchObject([{ initiation: byKey, limits }, { certificate: true }])
  const [entry] = (await entriesOf('bank.change')).slice(-1)
  expect(entry?.['details']).toMatchObject({
    changes: { limits: { is: limits }, proxyVerifiesBank: { was: false, is: true } },
    changed: 'ca',
  })
  expect((await put({ initiation, limits: {}, proxyVerifiesBank: false })).status).toBe(200)
})

test('by command another bank becomes the default for new payments, and payments already started stay with theirs', async () => {
  const api = await trilho.newMerchant()
  const started = await api.createCashIn({ amount: '10', webhook })
  expect(await bankCommands['default']?.(needs, 'standard', '')).toContain('standard is the default bank')
  expect(await sql`select id from bank_connections where is_default`).toEqual([{ id: standard }])
  const connectionOf = async (id: string) =>
    (await sql<{ connectionId: string }[]>`select connection_id from transactions where id = ${id}`)[0]?.connectionId
  const nextOne = async () => connectionOf(await api.createCashIn({ amount: '10', webhook }))
  await expect.poll(nextOne).toBe(standard)
  expect(await connectionOf(started)).toBe(efi)

  await expect(changeByCommand('standard', { clientSecret: 'x' })).rejects.toThrow('may have "pixUrl"')
  await expect(changeByCommand('standard', { tokenStyle: 'basicForm' })).rejects.toThrow('the bank refuses the change')
})

test('what cannot work is refused: a name or an ISPB of another form, and none where nothing is known of the bank', async () => {
  const before = await bankOf(standard)
  for (const name of ['', '  ', 'x'.repeat(61), null])
    await expect(changeByCommand('standard', { name })).rejects.toThrow('the name has 1 to 60 characters')
  for (const ispb of ['x', '0000000', '', '1234567a'])
    await expect(changeByCommand('standard', { ispb })).rejects.toThrow('ispb has 8 digits')
  for (const field of ['pixUrl', 'tokenUrl', 'ispb'])
    await expect(changeByCommand('standard', { [field]: null })).rejects.toThrow(
      `${field} cannot be null: nothing is known of this bank by its name`,
    )
  expect(refusalOf(await operator.put(`${path}/${standard}/settings`, { ispb: null }))).toEqual([
    409,
    expect.stringContaining('ispb cannot be null'),
  ])
  expect((await operator.put(`${path}/${standard}/settings`, { ispb: 'x' })).status).toBe(400)
  expect(await bankOf(standard)).toEqual(before)

  expect((await operator.put(`${path}/${inter}/settings`, { ispb: '99999008' })).status).toBe(200)
  expect(await changeByCommand('Inter', { ispb: null })).toContain('Inter is changed')
  expect((await bankOf(inter)).settings.ispb).toBe('00416968')
})

test('an address is kept without its last slash, however it was given', async () => {
  const { pixUrl, tokenUrl, payoutUrl } = (await bankOf(efi)).settings
  const given = { pixUrl: `${pixUrl}/`, tokenUrl: ` ${tokenUrl}//`, payoutUrl: `${payoutUrl}/` }
  expect(await changeByCommand('efi', given)).toContain('efi is changed')
  expect((await bankOf(efi)).settings).toMatchObject({ pixUrl, tokenUrl, payoutUrl })

  const { certificates: _, ca: _ca, limits: _limits, ...settings } = await bank.settingsOf('bradesco')
  const pair = { cert: bank.fileOf('bradesco', 'certificate.pem'), key: bank.fileOf('bradesco', 'certificate.key') }
  const ca = bank.fileOf('bradesco', 'ca.pem')
  const file = { ...settings, dialect: 'bradesco', certificates: [pair], ca, pixUrl: `${settings.pixUrl}/` }
  await writeFile(join(folder, 'bank.json'), JSON.stringify(file))
  await bankCommands['add']?.(needs, join(folder, 'bank.json'), '')
  const { items } = (await operator.get(path)).body.data
  const added = items.find(({ dialect }: { dialect: string }) => dialect === 'bradesco')
  expect(added.settings.pixUrl).toBe(settings.pixUrl)
})

test('an account, or an address that decides whose it is, changes only if a payment or a person shows that it is the same', async () => {
  const put = (changes: object) => operator.put(`${path}/${standard}/settings`, changes)
  const { pixUrl, tokenUrl } = (await bankOf(standard)).settings
  for (const changes of [
    { accountNumber: '12345-6' },
    { tokenUrl: `${tokenUrl}?as=other` },
    { headers: { 'x-conta': '1' } },
  ])
    expect(refusalOf(await put(changes))).toEqual([
      409,
      expect.stringContaining('no payment shows that the new credentials or settings are of the same account'),
    ])
  await expect(changeByCommand('standard', { accountNumber: '12345-6' })).rejects.toThrow('(sameAccountConfirmed)')
  // What is as it was needs nobody.
  expect((await put({ pixUrl, name: 'standard' })).status).toBe(200)

  expect((await put({ accountNumber: '12345-6', sameAccountConfirmed: true })).status).toBe(200)
  expect((await bankOf(standard)).settings).toMatchObject({ accountNumber: '12345-6' })
  expect((await entriesOf('bank.change')).at(-1)?.['details']).toMatchObject({
    changes: { accountNumber: { was: null, is: '12345-6' } },
    sameAccountConfirmed: true,
  })
  expect(await changeByCommand('standard', { accountNumber: null, sameAccountConfirmed: true })).toContain('is changed')

  const { pixKey } = await bank.settingsOf('standard')
  await bank.control('POST', `/keys/${encodeURIComponent(pixKey)}/pay`, { amount: '7.00' })
  expect((await put({ accountNumber: '12345-6' })).status).toBe(200)
  expect((await put({ accountNumber: null })).status).toBe(200)
})

test('a connection is removed only when it is paused, is not the default and nothing depends on it', async () => {
  const remove = (id: string) => operator.delete(`${path}/${id}`)
  expect(refusalOf(await remove(standard))).toEqual([
    409,
    expect.stringContaining('make another one the default first'),
  ])
  expect(refusalOf(await remove(sicoob))).toEqual([409, expect.stringContaining('pause the connection first')])
  const { merchantId } = await trilho.newMerchant()
  await assignConnection(needs, { merchantId, connectionId: sicoob })
  const anHourAgo = new Date(Date.now() - 3_600_000)
  for (const id of [sicoob, efi]) await pauseConnection(needs, id, anHourAgo)
  expect(refusalOf(await remove(sicoob))).toEqual([409, expect.stringContaining('merchants: the connection is in use')])
  expect(refusalOf(await remove(efi))).toEqual([409, expect.stringContaining('transactions: the connection is in use')])
  await assignConnection(needs, { merchantId, connectionId: null })
  await pauseConnection(needs, sicoob, null)
  await reconcileDay(needs, { connectionId: sicoob, day: dayOf(new Date()) })
  await pauseConnection(needs, sicoob, anHourAgo)
  expect((await remove(sicoob)).status).toBe(200)
  expect(await bankOf(sicoob)).toBeUndefined()
  expect(await entriesOf('bank.remove')).toEqual([{ subject: 'sicoob', details: { dialect: 'sicoob', alone: true } }])
})

test('null is the address that is known of a bank by its name, also for the person who approves it', async () => {
  await newPortalPerson(trilho, { isOperator: true, hasPassword: true })
  const { put } = await newPortalPerson(trilho, { isOperator: true, hasPassword: true })
  const asked = await put(`${path}/${inter}/settings`, { pixUrl: null, tokenUrl: null })
  expect(asked.status).toBe(202)
  const [request] = await sql<{ details: object }[]>`
    select details from operator_requests where id = ${asked.body.data.requested.id}`
  const { pixUrl, tokenUrl } = presets.inter.production
  expect(request?.details).toMatchObject({ changes: { pixUrl: { is: pixUrl }, tokenUrl: { is: tokenUrl } } })
})
