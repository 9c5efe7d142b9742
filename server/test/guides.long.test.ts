import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { reasons } from '../src/platform/http/reasons.ts'
import { testTaxNumbers } from '../src/money/rails/simulator/test-data.ts'
import {
  type Block,
  blocksOf,
  fileNameOf,
  followGuide,
  guideNames,
  isShown,
  openShells,
  readGuide,
  waitForPorts,
} from './kit/guide.ts'
import { dataFolder, preparedFolder, readSandboxFile, spawnServer } from './kit/server-process.ts'

const names = await guideNames('en')
const written = await Promise.all(
  names.map(async name => ({ name, en: await readGuide('en', name), pt: await readGuide('pt', name) })),
)

const root = await dataFolder()
const data = await preparedFolder()
const server = await spawnServer({ TRILHO_DATA: data, RATE_LIMIT: '500' })
await server.ready()
await waitForPorts(written.map(({ en }) => en).join())
const runShell = openShells()

const follow = ({ name, en }: { name: string; en: string }) =>
  followGuide(blocksOf(en), { url: server.url, data, folder: join(root, name), runShell })

/** Moves the clock of the merchant that all of them share, and scripts what goes wrong for it. */
const isDisturbing = ({ name }: { name: string }) => name === 'testing'

/** All at once: they share the server as integrators do. Each test waits for its own. */
const followed = new Map(
  written.filter(guide => !isDisturbing(guide)).map(guide => [guide.name, follow(guide)] as const),
)
const others = Promise.allSettled(followed.values())
for (const guide of written.filter(isDisturbing))
  followed.set(
    guide.name,
    others.then(() => follow(guide)),
  )
for (const printed of followed.values()) printed.catch(() => undefined)

test('every guide is there in both languages, with the same code', async () => {
  expect(await guideNames('pt')).toEqual(names)
  for (const { name, en, pt } of written) {
    const codeOf = (text: string) => blocksOf(text).map(({ language, text: code }) => ({ language, code }))
    expect([name, codeOf(pt)]).toEqual([name, codeOf(en)])
    expect([name, en, pt]).toEqual([name, expect.stringMatching(/^# \S/), expect.stringMatching(/^# \S/)])
  }
})

test('every link leads to a guide, to a reason, or into the reference', () => {
  const known = [...names.map(name => `/docs/${name}`), '/docs', '/docs/reference', '/docs/errors', '/portal']
  const addresses = [...known, ...Object.keys(reasons).map(reason => `/docs/errors#${reason}`)]
  for (const { name, en, pt } of written)
    for (const [, address = ''] of `${en}${pt}`.matchAll(/\]\((?!https:)([^)]*)\)/g))
      expect(addresses, `${name}: ${address}`).toContain(address)
})

test.each(written)('as pasted, the guide $name does what it says', async ({ name, en }) => {
  const blocks = blocksOf(en)
  expectComplete(blocks)
  const printed = await followed.get(name)
  blocks.forEach((block, i) => {
    const [answer = '', shown] = [printed?.get(block.line), blocks[i + 1]]
    if (shown?.kind !== 'show') expect(answer, `line ${block.line} fails, and nothing says so`).not.toContain('"Error"')
    else if (!isShown(shown, answer)) expect(answer, `the answer shown in line ${shown.line}`).toBe(shown.text)
  })
})

test('the first payment is made by a program of less than ten lines', () => {
  const guide = written.find(({ name }) => name === 'first-payment')
  const program = blocksOf(guide?.en ?? '').find(block => fileNameOf(block) === 'pay.mjs')
  const lines = program?.text.split('\n').filter(line => line !== '' && !line.startsWith('//')) ?? []
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.length).toBeLessThan(10)
})

test('the guide to testing names every document that the sandbox refuses, with its reason', () => {
  const guide = written.find(({ name }) => name === 'testing')
  for (const [cpf, [reason]] of Object.entries(testTaxNumbers)) {
    const spelled = cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')
    for (const text of [guide?.en, guide?.pt]) expect(text).toContain(`| \`${spelled}\` | [${reason}](`)
  }
})

describe.each([
  ['Node', 4001],
  ['Python', 4002],
  ['PHP', 4003],
  ['Go', 4004],
])('the receiver in %s', (_, port) => {
  const now = () => Math.floor(Date.now() / 1000)
  const body = JSON.stringify({ id: 'a transaction', transactionState: 'Completed', name: 'São João' })
  const stranger = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz'

  const sign = (secret: string, timestamp: number) =>
    new Webhook(secret).sign('msg_1', new Date(timestamp * 1000), body)
  async function own(timestamp = now()) {
    const { webhookSecret } = await readSandboxFile(data)
    return { timestamp, signature: sign(webhookSecret, timestamp) }
  }
  async function post(headers: { timestamp?: number | string; signature?: string }, sent = body) {
    await followed.get('webhooks')
    const { timestamp, signature } = headers
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: {
        'webhook-id': 'msg_1',
        ...(timestamp === undefined ? {} : { 'webhook-timestamp': `${timestamp}` }),
        ...(signature === undefined ? {} : { 'webhook-signature': signature }),
      },
      body: sent,
    })
    return answer.status
  }

  test('takes what is signed, also while another secret signs beside', async () => {
    const { timestamp, signature } = await own()
    const other = sign(stranger, timestamp)
    expect(await post({ timestamp, signature })).toBe(204)
    expect(await post({ timestamp, signature: `${other} ${signature}` })).toBe(204)
    expect(await post({ timestamp, signature: `${signature} ${other}` })).toBe(204)
    expect(await post(await own(now() - 240))).toBe(204)
  })

  test('refuses what is altered, of another secret, too old, of the future, or not signed at all', async () => {
    const { timestamp, signature } = await own()
    expect(await post({ timestamp, signature }, body.replace('Completed', 'Cancelled'))).toBe(400)
    expect(await post({ timestamp: timestamp - 1, signature })).toBe(400)
    expect(await post({ timestamp, signature: sign(stranger, timestamp) })).toBe(400)
    expect(await post({ timestamp, signature: signature.replace('v1,', '') })).toBe(400)
    expect(await post(await own(now() - 360))).toBe(400)
    expect(await post(await own(now() + 360))).toBe(400)
    expect(await post({ timestamp: 'soon', signature })).toBe(400)
    expect(await post({ timestamp })).toBe(400)
    expect(await post({})).toBe(400)
  })
})

/** Nothing stands there that nobody runs: a file is started by a later command, an answer follows its command. */
function expectComplete(blocks: Block[]) {
  blocks.forEach((block, i) => {
    const later = blocks.slice(i + 1).filter(({ kind }) => kind === 'run')
    if (block.kind === 'save') {
      const fileName = fileNameOf(block)
      expect(fileName, `line ${block.line}: the first line names the file`).not.toBe('')
      expect(later.map(({ text }) => text).join('\n'), `line ${block.line} is run`).toContain(fileName)
    }
    if (block.kind === 'show') expect(blocks[i - 1]?.kind, `line ${block.line} answers a command`).toBe('run')
  })
}
