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
}

type Needs = { sql: Sql; clock: () => Date; storageKey: Buffer }
type Place = { folder: string; url: string; bankUrl: string; bankPage: string }

const bankName = 'Simulated bank'

/** Connects the simulated bank and makes a merchant and two people, where a former start has not. */
export async function prepareRehearsal(needs: Needs, place: Place): Promise<RehearsalFile> {
  if ((await findConnection(needs, bankName)) === null) await connectSimulatedBank(needs, place)
  const path = join(place.folder, 'rehearsal.json')
  const before = await readFile(path, 'utf8').then(
    text => JSON.parse(text) as RehearsalFile,
    () => null,
  )
  const made = before !== null && (await isKnownKey(needs, before.accessKey)) ? before : await makeMerchant(needs)
  const { url, bankPage } = place
  const file = { ...made, url, bankPage, portal: { ...made.portal, url: `${url}/portal` } }
  await writeFile(`${path}.new`, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
  await makePeople(needs, file)
  return file
}

/** As a partner of the dialect efi, with the files that the bank has written for it. */
async function connectSimulatedBank(needs: Needs, { folder, bankUrl }: Place): Promise<void> {
  const read = (name: string) => readFile(join(folder, 'bank', 'partners', 'efi', name), 'utf8')
  const partner = JSON.parse(await read('partner.json')) as { clientId: string; clientSecret: string; key: string }
  const settings = {
    pixUrl: `${bankUrl}/v2`,
    tokenUrl: `${bankUrl}/oauth/token`,
    payoutUrl: bankUrl,
    clientId: partner.clientId,
    clientSecret: partner.clientSecret,
    pixKey: partner.key,
    ispb: '99999004',
    certificates: [{ cert: await read('certificate.pem'), key: await read('certificate.key') }],
    ca: await read('ca.pem'),
    initiation: {
      url: `${bankUrl}/v1`,
      account: {
        agency: '1',
        number: '10000018',
        type: 'TRAN',
        holderName: 'Trilho',
        holderTaxNumber: '11222333000181',
      } as const,
    },
  }
  await connectBank(needs, { name: bankName, dialect: 'efi', isDefault: true, settings })
}

async function makeMerchant(needs: Needs): Promise<RehearsalFile> {
  const { merchant, webhookSecret } = await openMerchant(needs, {
    name: 'Padaria São João Ltda',
    taxNumber: '11222333000181',
    city: 'São Paulo',
    accountNumber: '1000001',
    chargeFixed: 100_000n,
    chargeRate: 0n,
  })
  const scopes = ['payments', 'company-payments'] as const
  const key = await createAccessKey(needs, { merchantId: merchant.id, name: 'Rehearsal', scopes: [...scopes] })
  const { accessKey, secret } = key
  // A merchant that is made anew has an owner of its own.
  const owner = login(`owner-${merchant.id.slice(-6)}`)
  const portal = { url: '', operator: login(`operator-${merchant.id.slice(-6)}`), merchant: owner }
  return { url: '', bankPage: '', accessKey, secret, webhookSecret, portal }
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
