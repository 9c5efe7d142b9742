import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type DialectName, dialectNames, presets } from '../../money/rails/bacen-pix/presets.ts'
import { type BankSettings, type Certificate, withoutSlashes } from '../../money/rails/bacen-pix/settings.ts'
import { CannotConnect } from '../../money/rails/judge-certificates.ts'

export type CertificateFile = { cert: string; key: string } | { pfx: string; passphrase?: string }

/** The file of a bank. Of a bank that is known by its name, addresses and ISPB may be left out. */
export type BankFile = Partial<Omit<BankSettings, 'certificates' | 'ca'>> & {
  dialect: string
  name?: string
  default?: boolean
  /** Whose addresses are used where the file has none. */
  environment?: 'production' | 'test'
  certificates?: CertificateFile[]
  ca?: string
}

/** Everything a file may have: a field that is misspelt would otherwise count for nothing. */
const fields: Record<keyof BankFile, true> = {
  dialect: true,
  name: true,
  default: true,
  environment: true,
  pixUrl: true,
  tokenUrl: true,
  payoutUrl: true,
  boletoUrl: true,
  clientId: true,
  clientSecret: true,
  applicationKey: true,
  accountNumber: true,
  clientNumber: true,
  pixKey: true,
  ispb: true,
  certificates: true,
  ca: true,
  callbackSecret: true,
  previousCallbackSecret: true,
  proxyVerifiesBank: true,
  initiation: true,
  limits: true,
  tokenStyle: true,
  scopes: true,
  headers: true,
  query: true,
  paths: true,
}

const beside = (path: string, file: string) => resolve(dirname(path), file)

export async function readJson<File>(path: string): Promise<File> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CannotConnect(`${path} cannot be read`)
  })
  try {
    return JSON.parse(text) as File
  } catch {
    throw new CannotConnect(`${path} is not JSON`)
  }
}

/** The bank's own authority is named by its file, too. */
export const readAuthority = (path: string, file: string): Promise<string> => readFile(beside(path, file), 'utf8')

/** Certificates are named by their files, beside the file itself. */
export const readCertificates = (path: string, files: CertificateFile[]): Promise<Certificate[]> =>
  Promise.all(
    files.map(async one =>
      'pfx' in one
        ? { pfx: (await readFile(beside(path, one.pfx))).toString('base64'), passphrase: one.passphrase ?? '' }
        : { cert: await readFile(beside(path, one.cert), 'utf8'), key: await readFile(beside(path, one.key), 'utf8') },
    ),
  )

/** What a file says of a bank, with what is known of that bank by its name. `path`: where its other files are. */
export async function bankOf(path: string, { environment = 'production', ...file }: BankFile) {
  const { dialect, default: isDefault = false, certificates = [], ca, name, ...given } = file
  for (const field of Object.keys(file))
    if (!Object.hasOwn(fields, field)) throw new CannotConnect(`${path} has "${field}", which is unknown`)
  if (!['production', 'test'].includes(environment)) throw new CannotConnect('"environment" is production or test')
  const preset = dialectNames.includes(dialect as DialectName) ? presets[dialect as DialectName] : null
  const usual = preset?.[environment] ?? null
  const known = {
    name: name ?? preset?.label,
    pixUrl: given.pixUrl ?? usual?.pixUrl,
    tokenUrl: given.tokenUrl ?? usual?.tokenUrl,
    clientId: given.clientId,
    pixKey: given.pixKey,
    ispb: given.ispb ?? preset?.ispb,
  }
  for (const [field, value] of Object.entries(known))
    if (typeof value !== 'string' || value === '') throw new CannotConnect(`${path} lacks "${field}"`)
  // With an address of its own for the Pix API, a file without one for payouts is of a connection that only receives.
  const payoutUrl = given.payoutUrl === undefined && given.pixUrl === undefined ? usual?.payoutUrl : given.payoutUrl
  const boletoUrl = given.boletoUrl === undefined && given.pixUrl === undefined ? usual?.boletoUrl : given.boletoUrl
  const { name: called, ...required } = known as Record<keyof typeof known, string>
  const settings = withoutSlashes({
    ...given,
    ...required,
    payoutUrl: payoutUrl ?? null,
    boletoUrl: boletoUrl ?? null,
    clientSecret: given.clientSecret ?? null,
    certificates: await readCertificates(path, certificates),
    callbackSecret: given.callbackSecret ?? null,
    proxyVerifiesBank: given.proxyVerifiesBank ?? false,
    initiation: given.initiation ?? null,
    ca: ca === undefined ? null : await readAuthority(path, ca),
  })
  return { name: called, dialect, isDefault, settings }
}
