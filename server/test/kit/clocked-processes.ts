import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../src/platform/db/embedded-postgres.ts'
import { testProcesses } from './installation.ts'
import { dataFolder, patient, spawnServer } from './server-process.ts'

const script = fileURLToPath(new URL('./clocked-server.ts', import.meta.url))

type Given = { databaseUrl: string; settings: Record<string, string> }

/** An API server and a worker, each a separate process that can be killed, with one movable clock. */
export async function startClocked({ databaseUrl, settings }: Given) {
  const folder = await dataFolder()
  const clockFile = join(folder, 'ahead-ms')
  const setClock = async (aheadMs: number) => {
    await writeFile(`${clockFile}.next`, String(aheadMs))
    await rename(`${clockFile}.next`, clockFile)
  }
  await setClock(0)
  const ports = { api: String(await freePort()), worker: String(await freePort()) }
  const url = `http://127.0.0.1:${ports.api}`
  const common = { ...patient, ...settings, DATABASE_URL: databaseUrl, TRILHO_DATA: folder, PUBLIC_URL: url }

  async function start(role: 'api' | 'worker') {
    const begin = async () => {
      const PROCESSES = String(role === 'api' ? testProcesses : 0)
      const own = { ...common, TRILHO_ROLE: role, PORT: ports[role], PROCESSES }
      const child = await spawnServer(own, [script, clockFile])
      await child.ready()
      return child
    }
    let running = begin()
    const killAndBegin = async (meanwhile: () => Promise<void>) => {
      await (await running).kill('SIGKILL')
      await meanwhile()
      return begin()
    }
    return {
      url,
      /** Kills it at this moment and starts it again; `meanwhile` happens while it does not run. */
      restart: async (meanwhile = async () => {}) => void (await (running = killAndBegin(meanwhile))),
      /** Resolves when it runs. */
      isBack: async () => void (await running),
    }
  }

  // The worker registers callback URLs at banks, and they test the URL at once.
  const server = await start('api')
  await server.isBack()
  return { server, worker: await start('worker'), setClock }
}
