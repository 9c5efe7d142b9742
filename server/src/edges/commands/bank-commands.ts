import { resumeBank } from '../../money/bank-orders/place-orders.ts'
import type { Sql } from '../../platform/db/db.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { bankNames, nameBanks } from '../../operations/operator/assigned-banks.ts'
import { assignBanks } from '../../tenancy/merchants/set-terms.ts'
import { readMerchantNow } from '../../tenancy/merchants/read-merchant.ts'
import { changesOf } from '../../tenancy/audit-log/changes.ts'
import type { AuditKey } from '../../tenancy/audit-log/act.ts'
import { type BankFile, type CertificateFile, bankOf, readAuthority, readCertificates, readJson } from './bank-file.ts'
import { commandAudit } from './command-audit.ts'
import { oldCallbackSecrets } from '../../money/rails/bacen-pix/settings.ts'
import { addCertificate } from '../../money/rails/add-certificate.ts'
import {
  type ConnectionChanges,
  changeConnection,
  changeableSettings,
  removeConnection,
} from '../../money/rails/change-connection.ts'
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
/** What a command prints. `hasFailed`: its exit status says so. */
type Printed = string | { text: string; hasFailed: boolean }
type Command = (needs: Needs, first: string, second: string) => Promise<Printed>

export const textOf = (printed: Printed): string => (typeof printed === 'string' ? printed : printed.text)
export const exitCodeOf = (printed: Printed): number => (typeof printed !== 'string' && printed.hasFailed ? 1 : 0)

export const bankUsage = `
  npm run operator -- bank add bank.json                       connects a bank; see docs/banks.md for the file
  npm run operator -- bank certificate "Name" file.json        its next certificate, used where the bank refuses the others
  npm run operator -- bank credentials "Name" file.json        a new client id, secret, key, certificate or callback secret, tried first
  npm run operator -- bank change "Name" file.json             other addresses, scopes or headers, tried first
  npm run operator -- bank default "Name"                      the bank of merchants without one of their own
  npm run operator -- bank remove "Name"                       a paused connection that nothing depends on
  npm run operator -- bank list
  npm run operator -- bank check "Name"                        calls the bank, says what fails and how to fix it; exits with 1 if anything fails
  npm run operator -- bank pause "Name", bank resume "Name"    no new payments by it; what is under way waits
  npm run operator -- bank assign <merchant id> "Name, next"   the banks of a merchant's next payments, in this order
`

export const bankCommands: Record<string, Command> = {
  add: async (needs, path) => addBank(needs, path, await readJson<BankFile>(path)),

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

  async change(needs, name, path) {
    const connection = await connectionNamed(needs, name)
    const file = await readJson<ConnectionChanges>(path)
    const changes = { ...file, ...(file.ca && { ca: await readAuthority(path, file.ca) }) }
    const known: string[] = [...changeableSettings, 'name', 'isDefault', 'sameAccountConfirmed']
    const fields = Object.keys(changes)
    if (fields.length === 0 || fields.some(field => !known.includes(field)))
      throw new CannotConnect(`${path} may have ${known.map(field => `"${field}"`).join(', ')}`)
    await changeConnection(needs, connection, changes, details =>
      commandAudit(needs, { act: 'bank.change', subject: name, details: { ...details } }),
    )
    return `${name} is changed: the bank accepts it. Servers use it within a few seconds.\n`
  },

  async default(needs, name) {
    const connection = await connectionNamed(needs, name)
    await changeConnection(needs, connection, { isDefault: true }, details =>
      commandAudit(needs, { act: 'bank.change', subject: name, details: { ...details } }),
    )
    return `${name} is the default bank. Payments already started stay with their bank.\n`
  },

  async remove(needs, name) {
    const connection = await connectionNamed(needs, name)
    const details = { dialect: connection.dialect }
    await removeConnection(needs, connection, commandAudit(needs, { act: 'bank.remove', subject: name, details }))
    return `${name} is removed.\n`
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
    const text = lines.map(({ what, isFine, asked, came, words }) => {
      const exchange = asked === '' ? '' : `${asked}: ${came}: `
      return `${isFine ? 'fine ' : 'FAILS'}  ${what}: ${exchange}${words}\n`
    })
    return { text: text.join(''), hasFailed: lines.some(({ isFine }) => !isFine) }
  },

  pause: (needs, name) => setPaused(needs, name, needs.clock()),
  resume: (needs, name) => setPaused(needs, name, null),

  async assign(needs, merchantId, names) {
    if (!isUuid(merchantId)) throw new CannotConnect(`${merchantId} is not the id of a merchant`)
    const found = await Promise.all(names.split(',').map(name => connectionNamed(needs, name.trim())))
    const ids = found.map(({ id }) => id)
    const before = await readMerchantNow(needs, merchantId)
    const { allowsSecondCharge, allowsUnknownKeyOwner } = before
    const everywhere = { chargeConnections: ids, payoutConnections: ids, initiationConnections: ids }
    const banks = { ...everywhere, allowsSecondCharge, allowsUnknownKeyOwner }
    const known = await bankNames(needs)
    const details = changesOf(nameBanks(before, known), nameBanks(banks, known))
    const audit = commandAudit(needs, { act: 'bank.assign', subject: merchantId, details })
    await assignBanks(needs, { merchantId, ...banks, audit })
    return `The next payments of ${merchantId} go by ${found.map(({ name }) => name).join(', then ')}.\n`
  },
}

/** Connects the bank of a file; `path`: where the files are that it names. */
export async function addBank(needs: Needs, path: string, file: BankFile): Promise<string> {
  const { name, dialect, isDefault, settings } = await bankOf(path, file)
  const details = { dialect, isDefault, pixUrl: settings.pixUrl }
  const audit = commandAudit(needs, { act: 'bank.connect', subject: name, details })
  const { callbackToken } = await connectBank(needs, { name, dialect, isDefault, settings, audit })
  return `${name} is connected.\nIts callback address: ${needs.publicUrl()}/bank-notices/${callbackToken}\n`
}

async function setPaused(needs: Needs, name: string, pausedAt: Date | null): Promise<string> {
  const { id, pausedAt: before } = await connectionNamed(needs, name)
  const details = changesOf({ isPaused: before !== null }, { isPaused: pausedAt !== null })
  const act = pausedAt === null ? 'bank.resume' : 'bank.pause'
  const audit = commandAudit(needs, { act, subject: name, details })
  await (pausedAt === null ? resumeBank(needs, id, audit) : pauseConnection(needs, id, pausedAt, audit))
  return `${name} is ${pausedAt === null ? 'resumed' : 'paused'}.\n`
}

async function connectionNamed(needs: Needs, name: string) {
  const found = await findConnection(needs, name)
  if (found === null) throw new CannotConnect(`no connection is called "${name}"; see "bank list"`)
  return found
}

type CredentialsFile = Omit<NewCredentials, 'certificate'> & { certificate?: CertificateFile }
const credentialFields = [
  'clientId',
  'clientSecret',
  'applicationKey',
  'certificate',
  'sameAccountConfirmed',
  'callbackSecret',
  'oldCallbackSecret',
]
