import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { startBank } from '../../src/start-bank.ts'
import { type Control, controlOf } from './control.ts'
import { type PartnerClient, partnerClient } from './partner-client.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export async function bankFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trilho-bank-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export type TestBank = { url: string; control: Control; partner: (name: string) => PartnerClient; folder: string }

/** A bank in this process, stopped when the test ends. */
export async function testBank(): Promise<TestBank & { stop: () => Promise<void> }> {
  const folder = await bankFolder()
  const running = await startBank({ folder, port: 0, controlPort: 0, callbackAuthorities: [] })
  onTestFinished(() => running.stop())
  return { ...bankAt(running.url, running.controlUrl, folder), stop: () => running.stop() }
}

const bankAt = (url: string, controlUrl: string, folder: string): TestBank => ({
  url,
  folder,
  control: controlOf(controlUrl),
  partner: name => partnerClient({ url, folder, name }),
})

/** A bank as a separate process, which can be killed. */
export async function spawnBank(folder: string): Promise<TestBank & { kill(): Promise<void> }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const environment = { PATH, NODE_COMPILE_CACHE, BANK_FOLDER: folder, BANK_PORT: '0', BANK_CONTROL_PORT: '0' }
  const child = spawn(process.execPath, [main], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  onTestFinished(kill)
  const [, url = '', controlUrl = ''] = await readyLine(child, exited)
  return { ...bankAt(url, controlUrl, folder), kill }
}

function readyLine(child: ChildProcess, exited: Promise<void>): Promise<RegExpMatchArray> {
  let output = ''
  return new Promise((resolve, reject) => {
    void exited.then(() => reject(new Error(`the bank ended: ${output}`)))
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const match = /ready at (\S+), control and page at (\S+)/.exec(output)
      if (match) resolve(match)
    })
  })
}
