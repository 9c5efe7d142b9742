import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Sql } from '../../platform/db/db.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { assignConnection } from '../../tenancy/merchants/set-terms.ts'
import { readMerchantNow } from '../../tenancy/merchants/read-merchant.ts'
import { changesOf } from '../../tenancy/audit-log/changes.ts'
import type { AuditKey } from '../../tenancy/audit-log/act.ts'
import { commandAudit } from './command-audit.ts'
import { type BankSettings, type Certificate, oldCallbackSecrets } from '../../money/rails/bacen-pix/settings.ts'
import { addCertificate } from '../../money/rails/add-certificate.ts'
import { CannotConnect } from '../../money/rails/judge-certificates.ts'
import { connectBank } from '../../money/rails/connect-bank.ts'
import { findConnection, listConnections, pauseConnection } from '../../money/rails/connections.ts'
import { type NewCredentials, rotateCredentials, rotationDetails } from '../../money/rails/rotate-credentials.ts'
import type { RailsOf } from '../../money/rails/rails-of.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  auditKey: AuditKey
  storageKey: Buffer
  publicUrl: () => string
  railsOf: RailsOf
}
type Command = (needs: Needs, first: string, second: string) => Promise<string>

export const bankUsage = `
  npm run operator -- bank add bank.json                       connects a bank; see docs/banks.md for the file
  npm run operator -- bank certificate "Name" file.json        its next certificate, used where the bank refuses the others
  npm run operator -- bank credentials "Name" file.json        a new client id, secret, certificate or callback secret, tried first
  npm run operator -- bank list
  npm run operator -- bank check "Name"                        calls the bank, and says what fails and how to mend it
  npm run operator -- bank pause "Name", bank resume "Name"    no new payments by it; what is under way waits
  npm run operator -- bank assign <merchant id> "Name"         the bank of a merchant's next payments
`

export const bankCommands: Record<string, Command> = {
  async add(needs, path) {
    const { name, dialect, isDefault, settings } = await readBankFile(path)
    const details = { dialect, isDefault, pixUrl: settings.pixUrl }
    const audit = commandAudit(needs, { act: 'bank.connect', subject: name, details })
    const { callbackToken } = await connectBank(needs, { name, dialect, isDefault, settings, audit })
    return `${name} is connected.\nIts callback address: ${needs.publicUrl()}/bank-notices/${callbackToken}\n`
  },

  async certificate(needs, name, path) {
    const connection = await connectionNamed(needs, name)
    const [certificate] = await readCertificates(path, [await readJson<CertificateFile>(path)])
    if (certificate === undefined) throw new CannotConnect(`${path} has no certificate`)
    const audit = commandAudit(needs, { act: 'bank.addCertificate', subject: name })
    await addCertificate(needs, connection, certificate, audit)
    return `${name} has one more certificate. Servers use it within a few seconds.\n`
  },

  async credentials(needs, name, path) {
    const connection = await connectionNamed(needs, name)
    const { certificate: file, ...changed } = await readJson<CredentialsFile>(path)
    const [certificate] = await readCertificates(path, file === undefined ? [] : [file])
    const credentials: NewCredentials = { ...changed, ...(certificate && { certificate }) }
    const fields = Object.keys(credentials)
    if (fields.length === 0 || fields.some(field => !credentialFields.includes(field)))
      throw new CannotConnect(`${path} may have ${credentialFields.map(field => `"${field}"`).join(', ')}`)
    if (!oldCallbackSecrets.includes(credentials.oldCallbackSecret ?? 'endsNow'))
      throw new CannotConnect(`"oldCallbackSecret" is ${oldCallbackSecrets.join(' or ')}`)
    const details = rotationDetails(credentials)
    const audit = commandAudit(needs, { act: 'bank.rotateCredentials', subject: name, details })
    await rotateCredentials(needs, connection, credentials, audit)
    return `${name} has new credentials: the bank accepts them. Servers use them within a few seconds.\n`
  },

  async list(needs) {
    const lines = (await listConnections(needs)).map(({ name, dialect, isDefault, pausedAt, certificateExpiresAt }) =>
      [
        name,
        dialect,
        isDefault ? 'default' : '',
        pausedAt === null ? '' : 'paused',
        certificateExpiresAt === null ? '' : `certificate until ${certificateExpiresAt.toISOString().slice(0, 10)}`,
      ]
        .filter(part => part !== '')
        .join(', '),
    )
    return lines.length === 0 ? 'No bank is connected.\n' : `${lines.join('\n')}\n`
  },

  async check(needs, name) {
    const { id } = await connectionNamed(needs, name)
    const lines = await (await needs.railsOf(id, undefined, { evenPaused: true })).check()
    return lines.map(({ what, isFine, words }) => `${isFine ? 'fine' : 'FAILS'}  ${what}: ${words}\n`).join('')
  },

  pause: (needs, name) => setPaused(needs, name, needs.clock()),
  resume: (needs, name) => setPaused(needs, name, null),

  async assign(needs, merchantId, name) {
    if (!isUuid(merchantId)) throw new CannotConnect(`${merchantId} is not the id of a merchant`)
    const { id: connectionId } = await connectionNamed(needs, name)
    const { connectionId: before } = await readMerchantNow(needs, merchantId)
    const bankBefore = before === null ? null : await findConnection(needs, before)
    const changes = changesOf<{ bank: string | null }>({ bank: bankBefore?.name ?? null }, { bank: name })
    const audit = commandAudit(needs, { act: 'bank.assign', subject: merchantId, details: { bank: name, ...changes } })
    await assignConnection(needs, { merchantId, connectionId, audit })
    return `The next payments of ${merchantId} go by ${name}.\n`
  },
}

async function setPaused(needs: Needs, name: string, pausedAt: Date | null): Promise<string> {
  const { id, pausedAt: before } = await connectionNamed(needs, name)
  const details = changesOf({ isPaused: before !== null }, { isPaused: pausedAt !== null })
  const act = pausedAt === null ? 'bank.resume' : 'bank.pause'
  await pauseConnection(needs, id, pausedAt, commandAudit(needs, { act, subject: name, details }))
  return `${name} is ${pausedAt === null ? 'resumed' : 'paused'}.\n`
}

async function connectionNamed(needs: Needs, name: string) {
  const found = await findConnection(needs, name)
  if (found === null) throw new CannotConnect(`no connection is called "${name}"; see "bank list"`)
  return found
}

type CertificateFile = { cert: string; key: string } | { pfx: string; passphrase?: string }
type CredentialsFile = Omit<NewCredentials, 'certificate'> & { certificate?: CertificateFile }
const credentialFields = ['clientId', 'clientSecret', 'certificate', 'callbackSecret', 'oldCallbackSecret']

type BankFile = Omit<BankSettings, 'certificates' | 'ca' | 'payoutUrl' | 'clientSecret'> & {
  name: string
  dialect: string
  default?: boolean
  payoutUrl?: string
  clientSecret?: string
  certificates?: CertificateFile[]
  ca?: string
}

const beside = (path: string, file: string) => resolve(dirname(path), file)

async function readJson<File>(path: string): Promise<File> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CannotConnect(`${path} cannot be read`)
  })
  return JSON.parse(text) as File
}

/** Certificates are named by their files, beside the file itself. */
const readCertificates = (path: string, files: CertificateFile[]): Promise<Certificate[]> =>
  Promise.all(
    files.map(async one =>
      'pfx' in one
        ? { pfx: (await readFile(beside(path, one.pfx))).toString('base64'), passphrase: one.passphrase ?? '' }
        : { cert: await readFile(beside(path, one.cert), 'utf8'), key: await readFile(beside(path, one.key), 'utf8') },
    ),
  )

async function readBankFile(path: string) {
  const file = await readJson<BankFile>(path)
  for (const field of ['name', 'dialect', 'pixUrl', 'tokenUrl', 'clientId', 'pixKey', 'ispb'] as const)
    if (typeof file[field] !== 'string' || file[field] === '') throw new CannotConnect(`${path} lacks "${field}"`)
  const certificates = await readCertificates(path, file.certificates ?? [])
  const settings: BankSettings = {
    pixUrl: file.pixUrl,
    tokenUrl: file.tokenUrl,
    payoutUrl: file.payoutUrl ?? null,
    clientId: file.clientId,
    clientSecret: file.clientSecret ?? null,
    pixKey: file.pixKey,
    ispb: file.ispb,
    certificates,
    callbackSecret: file.callbackSecret ?? null,
    proxyVerifiesBank: file.proxyVerifiesBank ?? false,
    initiation: file.initiation ?? null,
    ca: file.ca === undefined ? null : await readFile(beside(path, file.ca), 'utf8'),
  }
  return { name: file.name, dialect: file.dialect, isDefault: file.default ?? false, settings }
}
