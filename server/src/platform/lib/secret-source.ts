import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Where a secret is read if a setting does not contain it itself. */
export type VaultSettings = { address: string; token: string; namespace: string }

type Source = (rest: string, vault: VaultSettings) => Promise<string>

const callMs = 10_000

/** `file:/run/secrets/trilho`, and so on: what stands before the colon, and how the secret is read. */
const sources: Record<string, Source> = {
  file: async path => (await readFile(path, 'utf8')).trim(),
  /** A program and its arguments, without a shell; the secret is what it prints. */
  command: async line => {
    const [program = '', ...args] = line.trim().split(/\s+/)
    return (await promisify(execFile)(program, args, { timeout: callMs })).stdout.trim()
  },
  /** The secret encrypted by a key of AWS KMS, in base64. Credentials and region are found as the AWS SDK finds them. */
  'aws-kms': async ciphertext => {
    const { DecryptCommand, KMSClient } = await import('@aws-sdk/client-kms')
    const client = new KMSClient({ maxAttempts: 3 })
    const decrypt = new DecryptCommand({ CiphertextBlob: Buffer.from(ciphertext, 'base64') })
    const { Plaintext } = await client.send(decrypt, { abortSignal: AbortSignal.timeout(callMs) })
    return Buffer.from(Plaintext ?? []).toString('utf8')
  },
  /** `vault-transit:<key>:<ciphertext>`: the secret encrypted by a key of HashiCorp Vault's transit engine. */
  'vault-transit': async (rest, { address, token, namespace }) => {
    if (address === '' || token === '') throw new Error('VAULT_ADDR and VAULT_TOKEN must be set')
    const [, key = '', ciphertext = ''] = /^([^:]+):(.+)$/.exec(rest) ?? []
    const response = await fetch(new URL(`v1/transit/decrypt/${encodeURIComponent(key)}`, withSlash(address)), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-vault-token': token,
        ...(namespace === '' ? {} : { 'x-vault-namespace': namespace }),
      },
      body: JSON.stringify({ ciphertext }),
      signal: AbortSignal.timeout(callMs),
    })
    const answer = (await response.json()) as { data?: { plaintext: string }; errors?: string[] }
    if (answer.data === undefined) throw new Error(`HTTP ${response.status} ${(answer.errors ?? []).join('; ')}`)
    return Buffer.from(answer.data.plaintext, 'base64').toString('utf8')
  },
}

const withSlash = (address: string): string => (address.endsWith('/') ? address : `${address}/`)

const sourceIn = (setting: string) => {
  const name = Object.keys(sources).find(one => setting.startsWith(`${one}:`))
  return name === undefined ? null : { name, rest: setting.slice(name.length + 1) }
}

/** A setting that names where the secret is has no length of its own. */
export const isSecretSource = (setting: string): boolean => sourceIn(setting) !== null

/** The secret itself, or what its source says. An error names the setting and the source, and never the secret. */
export async function readSecret(name: string, setting: string, vault: VaultSettings): Promise<string> {
  const source = sourceIn(setting)
  if (source === null) return setting
  const failed = (why: string) => new Error(`${name} cannot be read from ${source.name}: ${why}`)
  const secret = await sources[source.name]?.(source.rest, vault).catch((error: unknown) => {
    throw failed((error as Error).message)
  })
  if (secret === undefined || secret.length < 32) throw failed('it must have at least 32 characters')
  return secret
}
