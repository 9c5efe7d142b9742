import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { cleanUp } from '../../server/test/kit/clean-up.ts'
import { openTrilho } from '../../server/test/kit/trilho.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const folder = await mkdtemp(join(tmpdir(), 'trilho-sdk-'))
cleanUp(() => rm(folder, { recursive: true }))

const server = await openTrilho()
const { accessKey, secret } = await server.newMerchant()

/** The published package, installed in an empty folder. */
async function install() {
  const dist = join(folder, 'dist')
  await run(process.execPath, [join(root, 'sdk/build.ts'), dist])
  await run('npm', ['pack', '--silent', dist, '--pack-destination', folder], { cwd: folder })
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await run('npm', ['install', '--offline', '--silent', './trilho-sdk-0.2.0.tgz'], { cwd: folder })
}

/** What the README shows first, against this server. */
async function firstPayment() {
  const readme = await readFile(join(root, 'sdk/README.md'), 'utf8')
  const [, shown = ''] = /```ts first\n(.*?)```/s.exec(readme) ?? []
  return shown.replace('http://127.0.0.1:3000', server.url).replace('ak_…', accessKey).replace('sk_…', secret)
}

const consumer = `
import { Trilho, TrilhoError, type CashIn, type WebhookEvent, micros, webhooks } from '@trilho/sdk'
export async function pay(trilho: Trilho): Promise<bigint> {
  const cashIn: CashIn = await trilho.pix.createCashIn({ payment: { value: { original: 1n } }, webhook: { url: '' } })
  await trilho.documents.upload({ owner: '', content: new Uint8Array(), fileName: '' })
  for await (const { id } of trilho.transactions.each({ limit: 5, startDate: new Date() })) console.log(id.length)
  // @ts-expect-error -- a number is no amount
  await trilho.transactions.refund('', { amount: 10.5 })
  // @ts-expect-error -- pages have five, ten or twenty items
  await trilho.transactions.list({ limit: 7 })
  return micros(cashIn.transaction.amount)
}
export const isPoor = (error: unknown) => error instanceof TrilhoError && error.reason === 'InsufficientBalance'
// @ts-expect-error -- there is no such reason
export const isOdd = (error: TrilhoError) => error.reason === 'NoSuchReason'
export async function receive(body: string, headers: Headers): Promise<string> {
  const event: WebhookEvent = await webhooks.verify(body, headers, ['whsec_a', 'whsec_b'])
  switch (event.type) {
    case 'transactionCompleted':
      return event.data.transactionAmount
    case 'paymentRequestApproved':
      return event.data.request.id
    default:
      return event.id
  }
}
`

const strict = { module: 'nodenext', target: 'es2022', strict: true, exactOptionalPropertyTypes: true, noEmit: true }

test('the package has no dependencies, runs as plain JavaScript, and its types work in any runtime', async () => {
  await install()
  const lines = (await firstPayment()).trim().split('\n')
  expect(lines.length).toBeLessThan(10)
  await writeFile(join(folder, 'first.js'), lines.join('\n'))
  const { stdout } = await run(process.execPath, ['first.js'], { cwd: folder })
  expect(stdout).toMatch(/^000201/)

  await writeFile(join(folder, 'consumer.ts'), consumer)
  const typeRoots = [join(root, 'node_modules/@types')]
  const runtimes = {
    browser: { lib: ['es2022', 'dom'], types: [] },
    node: { lib: ['es2022'], types: ['node'], typeRoots },
  }
  const checked = Object.entries(runtimes).map(async ([name, runtime]) => {
    const config = join(folder, `tsconfig.${name}.json`)
    await writeFile(config, JSON.stringify({ compilerOptions: { ...strict, ...runtime }, files: ['consumer.ts'] }))
    return run(join(root, 'node_modules/.bin/tsc'), ['-p', config]).then(
      () => `${name}: right`,
      (error: { stdout: string }) => error.stdout,
    )
  })
  expect(await Promise.all(checked)).toEqual(['browser: right', 'node: right'])
})
