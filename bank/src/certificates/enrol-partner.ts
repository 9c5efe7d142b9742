import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { scopesOf } from '../access/scopes.ts'
import { accountNumberOf, addPartner, clientNumberOf, replaceCredentials } from '../truth/partners.ts'
import type { DialectName, Partner } from '../truth/records.ts'
import type { Truth } from '../truth/truth.ts'
import { type Authority, issueForReceiver, pemOfKey, writePrivate } from './authority.ts'
import { issueCertificate } from './issue-certificate.ts'
import { packPfx } from './pack-pfx.ts'

/** Where the files of a partner are. */
export const partnerFolder = (folder: string, name: string) => join(folder, 'partners', name)

/** Makes a partner, and writes all that it needs to call the bank into a folder of its own. */
export function enrolPartner(
  truth: Truth,
  authority: Authority,
  folder: string,
  { name, dialect, key = `pix@${name}.test` }: { name: string; dialect: DialectName; key?: string },
): Partner {
  const client = issueCertificate(name, 'client', authority.root)
  const fingerprint = client.certificate.fingerprint256
  const partner = addPartner(truth, { name, dialect, fingerprint, scopes: scopesOf[dialect], key })
  writeFiles(authority, partnerFolder(folder, name), { partner, client, key })
  return partner
}

/** Gives a partner a new client id, secret and certificate, in the same files. */
export function renewPartner(truth: Truth, authority: Authority, folder: string, partner: Partner): Partner {
  const client = issueCertificate(partner.name, 'client', authority.root)
  const renewed = replaceCredentials(truth, partner, client.certificate.fingerprint256)
  const key = [...truth.book.all('keys').values()].find(one => one.partner === partner.name)?.key ?? ''
  writeFiles(authority, partnerFolder(folder, partner.name), { partner: renewed, client, key })
  return renewed
}

type Enrolled = { partner: Partner; client: ReturnType<typeof issueCertificate>; key: string }

function writeFiles(authority: Authority, place: string, { partner, client, key }: Enrolled): void {
  const receiver = issueForReceiver(authority.root)
  mkdirSync(place, { recursive: true, mode: 0o700 })
  const { name, dialect, clientId, clientSecret, applicationKey } = partner
  const contract = { clientNumber: String(clientNumberOf(partner)), accountNumber: String(accountNumberOf(partner)) }
  const files: Record<string, string | Uint8Array> = {
    'certificate.pem': client.certificate.toString(),
    'certificate.key': pemOfKey(client),
    'certificate.pfx': packPfx(client, [authority.root.certificate.raw]),
    'ca.pem': authority.root.certificate.toString(),
    'receiver.pem': receiver.certificate.toString(),
    'receiver.key': pemOfKey(receiver),
    'partner.json': `${JSON.stringify({ name, dialect, clientId, clientSecret, applicationKey, ...contract, key }, null, 2)}\n`,
  }
  for (const [file, content] of Object.entries(files)) writePrivate(join(place, file), content)
}
