import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { onTestFinished } from 'vitest'
import { clients } from './install-clients.ts'

/** Clients of this process trust an authority that they cannot be given. */
export function trustAuthority(pem: string): void {
  const before = getCACertificates()
  setDefaultCACertificates([...before, pem])
  onTestFinished(() => setDefaultCACertificates(before))
}

export type Given = Record<string, string | boolean>

/** Runs a script of this folder's clients with its settings; it trusts the given authority only. */
export function runPython(
  path: string,
  { script, authority, cwd }: { script: string; authority: string; cwd: string },
  given: Given,
): Promise<Record<string, unknown>> {
  const env = { PATH: process.env['PATH'], REQUESTS_CA_BUNDLE: authority, NO_PROXY: '*' }
  return new Promise((resolve, reject) => {
    const child = execFile(
      path,
      [join(clients, script)],
      { cwd, env, maxBuffer: 10_000_000 },
      (error, stdout, stderr) => (error ? reject(new Error(stderr)) : resolve(JSON.parse(stdout))),
    )
    child.stdin?.end(JSON.stringify(given))
  })
}
