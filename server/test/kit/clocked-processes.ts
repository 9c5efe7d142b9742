import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../src/platform/db/embedded-postgres.ts'
import { testProcesses } from './installation.ts'
import { dataFolder, spawnServer } from './server-process.ts'

const script = fileURLToPath(new URL('./clocked-server.ts', import.meta.url))

type Given = { databaseUrl: string; settings: Record<string, string> }

/** A server that answers and a worker, each a process of its own that can be killed, with one clock that can be moved. */
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
  const common = { ...settings, DATABASE_URL: databaseUrl, TRILHO_DATA: folder, PUBLIC_URL: url }

  async function start(role: 'api' | 'worker') {
    const begin = async () => {
      const PROCESSES = String(role === 'api' ? testProcesses : 0)
      const own = { ...common, TRILHO_ROLE: role, PORT: ports[role], PROCESSES }
      const child = await spawnServer(own, [script, clockFile])
      await child.ready()
      return child
    }
    let running = begin()
    const killAndBegin = async () => {
      await (await running).kill('SIGKILL')
      return begin()
    }
    return {
      url,
      /** Killed at this moment, whatever it is doing, and started again. */
      restart: async () => void (await (running = killAndBegin())),
      /** Resolves when it runs. */
      isBack: async () => void (await running),
    }
  }

  // The worker tells banks where to call back, and they try that address at once.
  const server = await start('api')
  await server.isBack()
  return { server, worker: await start('worker'), setClock }
}
