import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readAccessKey } from '../../tenancy/access-keys/access-key.ts'
import { createAccessKey } from '../../tenancy/access-keys/create-access-key.ts'
import { isKnownKey } from '../../tenancy/access-keys/list-access-keys.ts'
import type { Sql } from '../../platform/db/db.ts'
import { openMerchant } from '../../money/ledger/read-books.ts'
import { addMembership, createPerson } from '../../tenancy/people/create-person.ts'
import { findPerson } from '../../tenancy/people/find-person.ts'
import { hashPassword } from '../../tenancy/people/passwords.ts'
import { type DialectName, dialectNames, presets } from '../../money/rails/bacen-pix/presets.ts'
import { assignConnection } from '../../tenancy/merchants/set-terms.ts'
import { connectBank } from '../../money/rails/connect-bank.ts'
import { findConnection } from '../../money/rails/connections.ts'

type Login = { email: string; password: string }

/** Access data for the rehearsal: `rehearsal.json`. It is also a valid login body. */
export type RehearsalFile = {
  url: string
  bankPage: string
  accessKey: string
  secret: string
  webhookSecret: string
  portal: { url: string; operator: Login; merchant: Login }
  /** A merchant at each of the other banks, by the bank's name. */
  banks: Partial<Record<DialectName, Access>>
}

type Access = { accessKey: string; secret: string }

type Needs = { sql: Sql; clock: () => Date; storageKey: Buffer }
type Place = { folder: string; url: string; bankUrl: string; bankPage: string }

const nameOf = (dialect: DialectName) => (dialect === 'efi' ? 'Simulated bank' : `Simulated ${presets[dialect].label}`)

/** Connects the simulated bank as each bank, and makes a merchant at each and two people, where a former start has not. */
export async function prepareRehearsal(needs: Needs, place: Place): Promise<RehearsalFile> {
  const path = join(place.folder, 'rehearsal.json')
  const before = await readFile(path, 'utf8').then(
    text => JSON.parse(text) as RehearsalFile,
    () => null,
  )
  const made = before !== null && (await isKnownKey(needs, before.accessKey)) ? before : await makeMerchant(needs)
  const { url, bankPage } = place
  const banks: RehearsalFile['banks'] = (made === before && made.banks) || {}
  for (const dialect of dialectNames) {
    const connectionId = await connectSimulatedBank(needs, place, dialect)
    if (dialect !== 'efi') banks[dialect] ??= await makeMerchantAt(needs, dialect, connectionId)
  }
  const file = { ...made, url, bankPage, portal: { ...made.portal, url: `${url}/portal` }, banks }
  await writeFile(`${path}.new`, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
  await makePeople(needs, file)
  return file
}

type Partner = { clientId: string; clientSecret: string; applicationKey: string; key: string }

/** As a partner of the simulated bank, with the files that it has written for it, at the paths of the real bank. */
async function connectSimulatedBank(needs: Needs, place: Place, dialect: DialectName): Promise<string> {
  const before = await findConnection(needs, nameOf(dialect))
  if (before !== null) return before.id
  const read = (name: string) => readFile(join(place.folder, 'bank', 'partners', dialect, name), 'utf8')
  const { clientId, clientSecret, applicationKey, key } = JSON.parse(await read('partner.json')) as Partner
  const { pixUrl, tokenUrl, payoutUrl } = presets[dialect].production
  const at = (address: string, otherwise: string) =>
    place.bankUrl + (address === '' ? otherwise : new URL(address).pathname)
  const settings = {
    pixUrl: at(pixUrl, '/v2'),
    tokenUrl: at(tokenUrl, '/oauth/token'),
    payoutUrl: payoutUrl === null ? null : place.bankUrl,
    clientId,
    clientSecret,
    applicationKey,
    pixKey: key,
    ispb: '99999004',
    certificates: [{ cert: await read('certificate.pem'), key: await read('certificate.key') }],
    ca: await read('ca.pem'),
    ...(dialect === 'efi' ? { boletoUrl: `${place.bankUrl}/v1`, initiation: initiationAt(place.bankUrl) } : {}),
  }
  const connection = { name: nameOf(dialect), dialect, isDefault: dialect === 'efi', settings }
  return (await connectBank(needs, connection)).id
}

const initiationAt = (bankUrl: string) => ({
  url: `${bankUrl}/v1`,
  account: {
    agency: '1',
    number: '10000018',
    type: 'TRAN',
    holderName: 'Trilho',
    holderTaxNumber: '11222333000181',
  } as const,
})

async function openShop(needs: Needs, name: string, accountNumber: string) {
  const terms = { city: 'São Paulo', chargeFixed: 100_000n, chargeRate: 0n }
  const details = { name, taxNumber: '11222333000181', accountNumber, ...terms }
  const { merchant, webhookSecret } = await openMerchant(needs, details)
  const scopes = ['payments', 'company-payments'] as const
  const key = await createAccessKey(needs, { merchantId: merchant.id, name: 'Rehearsal', scopes: [...scopes] })
  return { merchant, webhookSecret, accessKey: key.accessKey, secret: key.secret }
}

async function makeMerchantAt(needs: Needs, dialect: DialectName, connectionId: string): Promise<Access> {
  const accountNumber = String(1_000_001 + dialectNames.indexOf(dialect) + 1)
  const { merchant, accessKey, secret } = await openShop(needs, `Loja ${presets[dialect].label} Ltda`, accountNumber)
  await assignConnection(needs, { merchantId: merchant.id, connectionId })
  return { accessKey, secret }
}

async function makeMerchant(needs: Needs): Promise<RehearsalFile> {
  const { merchant, webhookSecret, accessKey, secret } = await openShop(needs, 'Padaria São João Ltda', '1000001')
  // A merchant that is made anew has an owner of its own.
  const owner = login(`owner-${merchant.id.slice(-6)}`)
  const portal = { url: '', operator: login(`operator-${merchant.id.slice(-6)}`), merchant: owner }
  return { url: '', bankPage: '', accessKey, secret, webhookSecret, portal, banks: {} }
}

async function makePeople(needs: Needs, { accessKey, portal }: RehearsalFile): Promise<void> {
  await makePerson(needs, { ...portal.operator, name: 'Olívia Prado', isOperator: true })
  const owner = await makePerson(needs, { ...portal.merchant, name: 'João Batista', isOperator: false })
  const merchantId = readAccessKey(accessKey)?.merchantId ?? ''
  if (owner !== null) await addMembership(needs, { merchantId, personId: owner, roles: ['owner'] })
}

/** Returns the new person's id, or null if an earlier start has created the person. */
async function makePerson(needs: Needs, person: Login & { name: string; isOperator: boolean }): Promise<string | null> {
  const { email, password, name, isOperator } = person
  if ((await findPerson(needs, email)) !== null) return null
  const { id } = await createPerson(needs, { email, name, isOperator, passwordHash: await hashPassword(password) })
  return id
}

const login = (name: string): Login => ({
  email: `${name}@example.com`,
  password: randomBytes(12).toString('base64url'),
})
