import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createProbe } from 'node:net'
import { join } from 'node:path'
import { writePrivate } from './certificates/authority.ts'
import { openControlServer } from './control/control-server.ts'
import { openPublicServer } from './http/public-server.ts'
import { type Bank, openBank } from './open-bank.ts'
import type { BankSettings } from './settings.ts'

const loopback = '127.0.0.1'

export type RunningBank = { url: string; controlUrl: string; bank: Bank; stop(): Promise<void> }

/** Opens both doors: the public one with certificates, and the control API for this machine only. */
export async function startBank(settings: BankSettings): Promise<RunningBank> {
  // Codes name the one port and payers are sent to the other, so both must be known before the first of them.
  const port = settings.port === 0 ? await freePort() : settings.port
  const controlPort = settings.controlPort === 0 ? await freePort() : settings.controlPort
  const bank = await openBank({ ...settings, port, controlPort })
  const publicServer = openPublicServer(bank, bank.wire)
  const controlServer = openControlServer(bank)
  await listen(publicServer, port)
  await listen(controlServer, controlPort)
  const addresses = { url: `https://localhost:${port}`, controlUrl: `http://${loopback}:${controlPort}` }
  writePrivate(join(settings.folder, 'bank.json'), `${JSON.stringify({ ...addresses, pid: process.pid }, null, 2)}\n`)
  return {
    ...addresses,
    bank,
    async stop() {
      await Promise.all([shut(publicServer), shut(controlServer)])
      await bank.close()
    },
  }
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, loopback, resolve)
  })
  return (server.address() as AddressInfo).port
}

const shut = (server: Server) =>
  new Promise<void>(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** Below those that connections are made from, which could take it before we do. */
async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(10_240, 32_768)
    const probe = createProbe().listen(port, loopback)
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
  throw new Error(`There is no free port on ${loopback}.`)
}
