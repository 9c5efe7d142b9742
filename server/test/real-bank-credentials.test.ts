import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bankCommands } from '../src/edges/commands/bank-commands.ts'
import { ensureCallbackUrls } from '../src/operations/banks/ensure-callback-urls.ts'
import { connectBank } from '../src/money/rails/connect-bank.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { call } from './kit/api-client.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const { passTime, sweep } = sharedTime(trilho, bank)
const given = { ...(await bank.settingsOf('efi')), callbackSecret: 'the-first-secret-of-callbacks' }
const { id, callbackToken } = await connectBank(needs, {
  name: 'efi',
  dialect: 'efi',
  isDefault: true,
  settings: given,
})
const operator = await newPortalPerson(trilho, { isOperator: true, name: 'Olga Operadora' })
const path = `/operator/bank-connections/${id}/credentials`
const webhook = { url: 'https://hooks.example.invalid/hook' }

/** A process uses the new credentials within a few seconds. */
async function untilSwept() {
  const isSwept = () =>
    sweep().then(
      () => true,
      () => false,
    )
  await expect.poll(isSwept).toBe(true)
}

const callBack = async (hmac: string) => {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"pix":[]}' } as const
  return (await call(`${trilho.url}/bank-notices/${callbackToken}?hmac=${hmac}`, sent)).status
}

test('new credentials replace the old ones in place, only if the bank accepts them, and payments go on', async () => {
  await untilDone(() => ensureCallbackUrls(needs))
  const api = await trilho.newMerchant()
  const paid = await api.createCashIn({ amount: '10', webhook })
  const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${paid}`
  await bank.control('POST', `/charges/efi/${charge?.externalId}/pay`, {})

  await bank.renew('efi')
  await expect(sweep()).rejects.toThrow('the bank is away')
  const next = await bank.settingsOf('efi')
  const [certificate] = next.certificates
  const renewed = { clientId: next.clientId, clientSecret: next.clientSecret, certificate }
  const wrong = await operator.post(path, { ...renewed, clientSecret: 'not-the-secret' })
  expect([wrong.status, wrong.body.error.details.reason]).toEqual([409, 'BankCannotConnect'])
  expect(wrong.body.error.details.message).toContain('client id or secret is wrong')
  expect(await sql`select 1 from audit_entries where act = 'bank.rotateCredentials'`).toEqual([])

  const callbackSecret = 'the-second-secret-of-callbacks'
  // Nothing is booked yet, and the old ones show nothing any more: a person confirms the account.
  const sameAccountConfirmed = true
  const done = await operator.post(path, { ...renewed, callbackSecret, sameAccountConfirmed })
  expect([done.status, done.body.data.items[0].isUp]).toEqual([200, true])
  await untilSwept()
  expect([await api.stateOf(paid), await api.availableBalance()]).toEqual(['Completed', '10.000000'])
  await expect.poll(async () => (await api.requestCashIn({ amount: '5', webhook })).status).toBe(201)

  const entries = await sql`select subject, details from audit_entries where act = 'bank.rotateCredentials'`
  expect(entries).toMatchObject([
    { subject: 'efi', details: { changed: 'clientId, clientSecret, certificate, callbackSecret' } },
  ])
  const everything = JSON.stringify([entries, wrong.body, done.body, trilho.logged])
  for (const secret of [next.clientSecret ?? '-', callbackSecret]) expect(everything).not.toContain(secret)

  // The new callback URL is registered at once; for a day the bank may still repeat callbacks to the old one.
  await untilDone(() => ensureCallbackUrls(needs))
  const { received } = await needs.railsOf(id)
  expect(await received?.callbackPlaces[0]?.read()).toContain(`hmac=${callbackSecret}`)
  expect([await callBack(callbackSecret), await callBack(given.callbackSecret)]).toEqual([200, 200])
  await passTime(24 * 60 * 60)
  expect([await callBack(callbackSecret), await callBack(given.callbackSecret)]).toEqual([200, 404])
})

/** Changes credentials as an operator who has just logged in. */
async function newChange() {
  const { post } = await newPortalPerson(trilho, { isOperator: true })
  return async (content: object) => (await post(path, content)).status
}

test('a callback secret that has leaked ends at once, with the new one or later, and that is in the audit log', async () => {
  const [third, fourth] = ['the-third-secret-of-callbacks', 'the-fourth-secret-of-callbacks']
  const change = await newChange()
  expect(await change({ callbackSecret: third, oldCallbackSecret: 'endsNow' })).toBe(200)
  expect([await callBack('the-second-secret-of-callbacks'), await callBack(third)]).toEqual([404, 200])
  expect(await change({ callbackSecret: fourth })).toBe(200)
  expect([await callBack(third), await callBack(fourth)]).toEqual([200, 200])
  // The bank is not needed for it.
  await bank.control('POST', '/faults', { kind: 'drop', partner: 'efi', times: 50 })
  expect(await change({ oldCallbackSecret: 'endsNow' })).toBe(200)
  await bank.control('DELETE', '/faults')
  expect([await callBack(third), await callBack(fourth)]).toEqual([404, 200])
  expect(await change({ oldCallbackSecret: 'later' })).toBe(400)
  const entries = await sql`select details from audit_entries where act = 'bank.rotateCredentials' order by sequence`
  const alone = true // one operator did it, without another's approval
  expect(entries.slice(-3)).toEqual([
    { details: { changed: 'callbackSecret', oldCallbackSecret: 'endsNow', alone } },
    { details: { changed: 'callbackSecret', alone } },
    { details: { changed: '', oldCallbackSecret: 'endsNow', alone } },
  ])
})

test('from no callback secret to one, callers without it are refused at once, unless the operator gives them a day', async () => {
  const [fifth, sixth] = ['the-fifth-secret-of-callbacks', 'the-sixth-secret-of-callbacks']
  const change = await newChange()
  expect([await change({ callbackSecret: null }), await callBack('')]).toEqual([200, 200])
  expect([await change({ callbackSecret: fifth }), await callBack('')]).toEqual([200, 404])
  expect(await callBack(fifth)).toBe(200)
  expect([await change({ callbackSecret: null }), await callBack('')]).toEqual([200, 200])
  expect(await change({ callbackSecret: sixth, oldCallbackSecret: 'oneMoreDay' })).toBe(200)
  expect([await callBack(''), await callBack(sixth)]).toEqual([200, 200])
  await passTime(24 * 60 * 60)
  expect([await callBack(''), await callBack(sixth)]).toEqual([404, 200])
})

test('credentials of another account are refused', async () => {
  await bank.control('POST', '/partners', { name: 'other', dialect: 'efi' })
  const fileOf = (name: string) => bank.fileOf('efi', name).replace('/efi/', '/other/')
  const { clientId, clientSecret } = JSON.parse(await readFile(fileOf('partner.json'), 'utf8'))
  const pfx = (await readFile(fileOf('certificate.pfx'))).toString('base64')
  const other = await newPortalPerson(trilho, { isOperator: true })
  const { status, body } = await other.post(path, { clientId, clientSecret, certificate: { pfx, passphrase: '' } })
  expect([status, body.error.details.reason]).toEqual([409, 'BankCannotConnect'])
  expect(body.error.details.message).toContain('of another account')
})

test('credentials of another account are refused also when the old ones are revoked, by the payments in the books', async () => {
  await bank.renew('efi')
  const fileOf = (name: string) => bank.fileOf('efi', name).replace('/efi/', '/other/')
  const { clientId, clientSecret } = JSON.parse(await readFile(fileOf('partner.json'), 'utf8'))
  const pfx = (await readFile(fileOf('certificate.pfx'))).toString('base64')
  const { post } = await newPortalPerson(trilho, { isOperator: true })
  const { status, body } = await post(path, { clientId, clientSecret, certificate: { pfx, passphrase: '' } })
  expect([status, body.error?.details.reason]).toEqual([409, 'BankCannotConnect'])
  expect(body.error?.details.message).toContain('of another account')
})

test('by command: a file has what changes, and the bank is tried first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'trilho-credentials-'))
  await bank.renew('efi')
  const { clientId, clientSecret, certificates } = await bank.settingsOf('efi')
  const [certificate] = certificates as { pfx: string }[]
  await writeFile(join(folder, 'next.p12'), Buffer.from(certificate?.pfx ?? '', 'base64'))
  const file = async (content: object) => {
    await writeFile(join(folder, 'next.json'), JSON.stringify(content))
    return join(folder, 'next.json')
  }
  const change = async (content: object) => bankCommands['credentials']?.(needs, 'efi', await file(content))
  await expect(change({ clientId, clientSecret })).rejects.toThrow('the bank refuses the change')
  await expect(change({ pixKey: 'x' })).rejects.toThrow('may have "clientId"')
  await expect(change({ oldCallbackSecret: 'later' })).rejects.toThrow('"oldCallbackSecret" is endsNow or oneMoreDay')
  expect(await change({ oldCallbackSecret: 'endsNow' })).toContain('efi has new credentials')
  expect(await change({ clientId, clientSecret, certificate: { pfx: 'next.p12' } })).toContain('the bank accepts them')
  await untilSwept()
})

test('a Pix key belongs to one connection, however it is spelled', async () => {
  const again = { name: 'Again', dialect: 'efi', isDefault: false, settings: { ...given, pixKey: 'PIX@EFI.test ' } }
  await expect(connectBank(needs, again)).rejects.toThrow('this Pix key already belongs to another connection')
})

test('a Pix key that was typed in another way stands in charges as banks take it, and what is no key is refused', async () => {
  const connect = async (pixKey: string) => {
    const settings = { ...(await bank.settingsOf('sicoob')), pixKey }
    return connectBank(needs, { name: `key ${pixKey}`, dialect: 'sicoob', isDefault: false, settings })
  }
  await expect(connect('11912345678')).rejects.toThrow('phone with +55')
  await bank.control('PUT', '/keys/+5511987654321', { name: 'Trilho', taxId: '11222333000181', partner: 'sicoob' })
  const { id: connectionId } = await connect('55 11 98765-4321')
  const api = await trilho.newMerchant()
  await assignConnection(needs, { merchantId: api.merchantId, connectionId })
  const charged = await api.createCashIn({ amount: '10', webhook })
  expect(await sql`select pix_key, pix_key_type from transactions where id = ${charged}`).toEqual([
    { pixKey: '+5511987654321', pixKeyType: 'PHONE' },
  ])
})
