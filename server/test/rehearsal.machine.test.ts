import { execFile, spawn } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { RehearsalFile } from '../src/edges/commands/prepare-rehearsal.ts'
import { freePort } from '../src/platform/db/embedded-postgres.ts'
import { dialectNames } from '../src/money/rails/bacen-pix/presets.ts'
import { dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { apiClient, call } from './kit/api-client.ts'
import { childEnv } from './kit/child-env.ts'
import { cleanUp } from './kit/clean-up.ts'
import { newVisitor } from './kit/portal-client.ts'
import { endOnceWeEnd } from './kit/once-we-end.ts'
import { preparedFolder } from './kit/server-process.ts'

const reconcileScript = fileURLToPath(new URL('../src/edges/commands/reconcile.ts', import.meta.url))
const script = fileURLToPath(new URL('../src/edges/commands/rehearsal.ts', import.meta.url))

/** `npm run rehearsal`, in its own folder and on its own ports. */
async function rehearse(folder: string, ports: string[]) {
  const [port = '', bankPort = '', pagePort = ''] = ports
  const args = ['--folder', folder, '--port', port, '--bank-port', bankPort, '--bank-page-port', pagePort]
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
  child.once('exit', endOnceWeEnd(child.pid ?? 0))
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  cleanUp(stop)
  await new Promise<void>((resolve, reject) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('The rehearsal is ready')) resolve()
    })
    void ended.then(code => reject(new Error(`the rehearsal ended with ${code}`)))
  })
  const path = join(folder, 'rehearsal.json')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  return { stop, file: JSON.parse(await readFile(path, 'utf8')) as RehearsalFile }
}

async function pay(bankPage: string, code: string) {
  const headers = { 'content-type': 'application/json' }
  const paid = await call(`${bankPage}/codes/pay`, { method: 'POST', headers, body: JSON.stringify({ code }) })
  expect(paid.status).toBe(200)
}

/** `npm run reconcile` for today, beside the running server. */
async function reconcileToday(folder: string) {
  const TRILHO_SECRET = await readFile(join(folder, 'secret'), 'utf8')
  const env = { ...childEnv, TRILHO_ENV: 'production', TRILHO_DATA: folder, TRILHO_SECRET }
  return new Promise<{ code: unknown; output: string }>(resolve =>
    execFile(process.execPath, [reconcileScript, dayOf(new Date())], { env }, (error, output) =>
      resolve({ code: error?.code ?? 0, output }),
    ),
  )
}

test('in a rehearsal a charge is paid at the bank, a payout and a refund are made, each of nine banks is paid, refunds and reconciles, and a second start continues with the same data', async () => {
  const folder = await preparedFolder()
  const ports = [String(await freePort()), String(await freePort()), String(await freePort())]
  const { stop, file } = await rehearse(folder, ports)
  const { url, bankPage, portal } = file
  const webhook = { url: 'https://shop.example.com/hook' }
  const api = await apiClient(url, file)
  // The payers' return URL is registered from the start, too.
  expect(Object.keys((await call(`${bankPage}/initiation-configs`)).body)).toEqual(['efi'])

  const charge = (await api.requestCashIn({ amount: '10.50', webhook })).body.data
  const { id } = charge.transaction
  await pay(bankPage, charge.payment.qrCode)
  await expect.poll(() => api.stateOf(id)).toBe('Completed')

  const joao = {
    recipient: { name: 'João Pereira', cpf: '11144477735' },
    key: { type: 'EMAIL', value: 'joao@mail.test' },
  }
  const payout = await api.createCashOut({ amount: '2', webhook, ...joao })
  await expect.poll(() => api.stateOf(payout)).toBe('Completed')
  expect((await api.refund(id, { amount: '5' })).status).toBe(201)
  const refunds = async () => (await api.get(`/accounts/transactions/pix/${id}/refunds`)).body.data.items
  await expect.poll(refunds).toMatchObject([{ amount: '5.000000', state: 'Completed' }])

  // Each of the other banks is paid and refunds, too, and the day of all of them is clean.
  expect(Object.keys(file.banks).toSorted()).toEqual(dialectNames.filter(name => name !== 'efi').toSorted())
  for (const access of Object.values(file.banks)) {
    const shop = await apiClient(url, access)
    const { transaction, payment } = (await shop.requestCashIn({ amount: '10.50', webhook })).body.data
    await pay(bankPage, payment.qrCode)
    await expect.poll(() => shop.stateOf(transaction.id)).toBe('Completed')
    expect((await shop.refund(transaction.id, { amount: '5' })).status).toBe(201)
    const refunded = async () =>
      (await shop.get(`/accounts/transactions/pix/${transaction.id}/refunds`)).body.data.items[0]?.state
    await expect.poll(refunded).toBe('Completed')
  }
  const { code, output } = await reconcileToday(folder)
  expect([code, output.match(/no difference/g)?.length]).toEqual([0, dialectNames.length])
  const signedIn = await newVisitor(url).post('/sign-in', portal.merchant)
  expect(signedIn.status).toBeLessThan(300)
  expect(await stop()).toBe(0)

  const again = await rehearse(folder, ports)
  expect(again.file).toEqual(file)
  expect(await (await apiClient(url, again.file)).availableBalance()).toBe('3.300000')
  expect(await again.stop()).toBe(0)
})
