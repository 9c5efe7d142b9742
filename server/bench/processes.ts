import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freePort } from '../src/platform/db/embedded-postgres.ts'

/** A helper process of the bench, which reports when it is ready and exits with the bench; returns its URL. */
export async function startBeside(script: string, argsOf: (port: string) => string[]): Promise<string> {
  const port = String(await freePort())
  const file = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, [file, ...argsOf(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
  process.once('exit', () => child.kill())
  await new Promise(resolve => child.stdout.once('data', resolve))
  return `http://127.0.0.1:${port}`
}
