import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readAccessKey } from '../../tenancy/access-keys/access-key.ts'
import { createAccessKey } from '../../tenancy/access-keys/create-access-key.ts'
import { isKnownKey } from '../../tenancy/access-keys/list-access-keys.ts'
import { addBankAccount } from '../../products/company-payments/receivers/add-bank-account.ts'
import { registerReceiver } from '../../products/company-payments/receivers/register-receiver.ts'
import { reviewReceiver } from '../../products/company-payments/receivers/review-receiver.ts'
import { openBooks } from '../../money/ledger/books.ts'
import type { Sql } from '../../platform/db/db.ts'
import { parseAmount } from '../../platform/brazil/money.ts'
import { madeOnce } from '../../platform/db/server-secret.ts'
import { openMerchant } from '../../money/ledger/read-books.ts'
import { demoDays } from './demo-month-plan.ts'
import { addMembership, createPerson } from '../../tenancy/people/create-person.ts'
import { findPerson } from '../../tenancy/people/find-person.ts'
import { hashPassword } from '../../tenancy/people/passwords.ts'

type Login = { email: string; password: string }

/** What a newcomer needs to try everything: `<TRILHO_DATA>/sandbox.json`. */
export type SandboxFile = {
  url: string
  accessKey: string
  secret: string
  webhookSecret: string
  otherMerchant: { accessKey: string; secret: string }
  portal: { url: string; operator: Login; merchant: Login; approver: Login }
}

const demoMerchants = [
  { name: 'Padaria São João Ltda', taxNumber: '11222333000181', city: 'São Paulo', accountNumber: '1000001' },
  { name: 'Livraria Ipê Ltda', taxNumber: '11444777000161', city: 'Curitiba', accountNumber: '1000002' },
] as const

/** R$ 0.10 and 0.99 % a payment. */
const demoPlan = { chargeFixed: parseAmount('0.10'), chargeRate: 990_000n }
const openingBalance = parseAmount('10000')

type Needs = { sql: Sql; storageKey: Buffer; clock: () => Date }

/** Makes the demo data once per database. Other processes write the same file; a later start corrects its URLs. */
export async function makeDemoData(
  needs: Needs,
  { folder, url }: { folder: string; url: string },
): Promise<SandboxFile> {
  const path = join(folder, 'sandbox.json')
  const file = await madeOnce(needs, 'sandbox file', async () => {
    const before = await readSandboxFile(path)
    const usable = before !== null && (await isKnownKey(needs, before.accessKey))
    const file = usable ? before : await makeAll(needs)
    await makeDemoPeople(needs, {
      logins: file.portal,
      merchantId: readAccessKey(file.accessKey)?.merchantId ?? '',
      otherMerchantId: readAccessKey(file.otherMerchant.accessKey)?.merchantId ?? '',
    })
    return file
  })
  const written: SandboxFile = { ...file, url, portal: { ...file.portal, url: `${url}/portal` } }
  // Processes that start together share the folder: each writes a draft of its own.
  const draft = `${path}.${process.pid}.new`
  await writeFile(draft, `${JSON.stringify(written, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, path)
  return written
}

async function readSandboxFile(path: string): Promise<SandboxFile | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as SandboxFile
  } catch {
    return null
  }
}

/** As if they had begun before the month that is made behind them. */
async function makeAll({ clock, ...rest }: Needs): Promise<SandboxFile> {
  const needs = { ...rest, clock: () => new Date(clock().getTime() - (demoDays + 2) * 24 * 60 * 60 * 1000) }
  const first = await makeDemoMerchant(needs, demoMerchants[0])
  await makeReceivers(needs, first.merchantId)
  const other = await makeDemoMerchant(needs, demoMerchants[1])
  const { accessKey, secret, webhookSecret } = first
  return {
    url: '',
    accessKey,
    secret,
    webhookSecret,
    otherMerchant: { accessKey: other.accessKey, secret: other.secret },
    portal: { url: '', operator: login('operator'), merchant: login('merchant'), approver: login('approver') },
  }
}

async function makeDemoMerchant(needs: Needs, details: (typeof demoMerchants)[number]) {
  const { merchant, webhookSecret } = await openMerchant(needs, { ...details, ...demoPlan })
  await needs.sql.begin(async tx => {
    const books = await openBooks(tx, [merchant.id])
    books.post({
      merchantId: merchant.id,
      transactionId: null,
      name: 'openingBalance',
      amount: openingBalance,
      charges: 0n,
      at: needs.clock(),
    })
    await books.close()
  })
  const scopes = ['payments', 'company-payments'] as const
  const key = await createAccessKey(needs, { merchantId: merchant.id, name: 'Sandbox', scopes: [...scopes] })
  return { ...key, merchantId: merchant.id, webhookSecret }
}

/** One receiver of each kind; only the approved one can be paid. */
async function makeReceivers(needs: Needs, merchantId: string) {
  const approved = await registerReceiver(needs, { merchantId, fantasyName: 'Moinho Estrela', cnpj: '11444777000161' })
  const { cnpj } = approved
  const account = { bankCode: '341', bankName: 'Itaú Unibanco S.A.', agency: '0001', number: '12345-6' }
  await addBankAccount(needs, { merchantId, receiverId: approved.id, ...account, ownerCnpj: cnpj, pixKey: cnpj })
  await reviewReceiver(needs, { merchantId, receiverId: approved.id, act: 'approve', note: null })
  await registerReceiver(needs, { merchantId, fantasyName: 'Laticínios Serra', cnpj: '45997418000153' })
  const rejected = await registerReceiver(needs, { merchantId, fantasyName: 'Gráfica Aurora', cnpj: '06990590000123' })
  await reviewReceiver(needs, {
    merchantId,
    receiverId: rejected.id,
    act: 'reject',
    note: 'The CNPJ is inactive at the revenue service',
  })
}

const login = (name: string): Login => ({
  email: `${name}@example.com`,
  password: randomBytes(12).toString('base64url'),
})

type DemoPeopleInput = {
  logins: { operator: Login; merchant: Login; approver: Login }
  merchantId: string
  otherMerchantId: string
}

/** Who signs in to a sandbox's portal. The owner of the first merchant may look at the other one, too. */
async function makeDemoPeople(
  needs: { sql: Sql; clock: () => Date },
  { logins, merchantId, otherMerchantId }: DemoPeopleInput,
): Promise<void> {
  await makePerson(needs, { ...logins.operator, name: 'Olívia Prado', isOperator: true })
  const owner = await makePerson(needs, { ...logins.merchant, name: 'João Batista' })
  const approver = await makePerson(needs, { ...logins.approver, name: 'Aparecida Lima' })
  if (owner !== null) {
    await addMembership(needs, { merchantId, personId: owner, roles: ['owner'] })
    await addMembership(needs, { merchantId: otherMerchantId, personId: owner, roles: ['viewer'] })
  }
  if (approver !== null) await addMembership(needs, { merchantId, personId: approver, roles: ['approver'] })
}

/** Returns the new person's id, or null if an earlier start has created the person. */
async function makePerson(
  needs: { sql: Sql; clock: () => Date },
  { email, password, name, isOperator = false }: Login & { name: string; isOperator?: boolean },
): Promise<string | null> {
  if ((await findPerson(needs, email)) !== null) return null
  const { id } = await createPerson(needs, { email, name, isOperator, passwordHash: await hashPassword(password) })
  return id
}
