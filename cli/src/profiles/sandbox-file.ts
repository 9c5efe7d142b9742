import { dirname, join, resolve } from 'node:path'
import { Failure } from '../command-line/failure.ts'
import type { Environment } from './environment.ts'
import { readPrivateFile } from './private-file.ts'

type SandboxFile = { url: string; accessKey: string; secret: string }

/** What `npm start` left in its data folder: that of this folder, or of one above. */
export async function readSandboxFile(env: Environment): Promise<SandboxFile> {
  for (const path of candidates(env)) {
    const file = (await readPrivateFile(path)) as SandboxFile | null
    if (file !== null) return { url: file.url, accessKey: file.accessKey, secret: file.secret }
  }
  throw new Failure(
    'notLoggedIn',
    'There is no .trilho/sandbox.json here or above.',
    'Start a sandbox with npm start and run this in the same folder, or set TRILHO_DATA to its data folder.',
  )
}

function* candidates({ TRILHO_DATA: data }: Environment): Generator<string> {
  if (data) return yield join(data, 'sandbox.json')
  for (let folder = resolve('.'); ; folder = dirname(folder)) {
    yield join(folder, '.trilho', 'sandbox.json')
    if (folder === dirname(folder)) return
  }
}
