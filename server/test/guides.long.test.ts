import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { cleanUp } from './kit/clean-up.ts'
import { newDatabase } from './kit/databases.ts'
import { blocksOf, followGuide, guideNames, isShown, openShells, readGuide, waitForPorts } from './kit/guide.ts'
import { dataFolder, patient, readSandboxFile, spawnServer } from './kit/server-process.ts'

type Guide = { name: string; en: string }

// guides.test.ts tests how the guides are written.
const written: Guide[] = []
for (const name of await guideNames('en')) written.push({ name, en: await readGuide('en', name) })
await waitForPorts(written.map(({ en }) => en).join())

const root = await dataFolder()
/** Processes started by a guide run until all guides are finished: their receivers are called below. */
const runShell = openShells()

/** Each guide has its own sandbox, with its own events, clock and balances. */
async function follow({ name, en }: Guide) {
  const database = await newDatabase()
  cleanUp(database.drop)
  const data = await dataFolder()
  const server = await spawnServer({ DATABASE_URL: database.url, TRILHO_DATA: data, RATE_LIMIT: '500', ...patient })
  await server.ready()
  const { webhookSecret } = await readSandboxFile(data)
  const printed = await followGuide(blocksOf(en), { url: server.url, data, folder: join(root, name), runShell })
  return { printed, webhookSecret: webhookSecret as string }
}

const webhooks = await follow(written.find(({ name }) => name === 'webhooks') ?? { name: 'webhooks', en: '' })

test.each(written)('as pasted, the guide $name does what it says', async guide => {
  const { printed } = guide.name === 'webhooks' ? webhooks : await follow(guide)
  const blocks = blocksOf(guide.en)
  expect(blocks).not.toEqual([])
  blocks.forEach((block, i) => {
    const [answer = '', shown] = [printed.get(block.line), blocks[i + 1]]
    if (shown?.kind !== 'show') expect(answer, `line ${block.line} fails, and nothing says so`).not.toContain('"Error"')
    else if (!isShown(shown, answer)) expect(answer, `the answer shown in line ${shown.line}`).toBe(shown.text)
  })
})

describe.each([
  ['Node', 4001],
  ['Python', 4002],
  ['PHP', 4003],
  ['Go', 4004],
])('the receiver in %s', (_, port) => {
  const now = () => Math.floor(Date.now() / 1000)
  const body = JSON.stringify({ id: 'a transaction', transactionState: 'Completed', name: 'São João' })
  const otherSecret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz'

  const sign = (secret: string, timestamp: number) =>
    new Webhook(secret).sign('msg_1', new Date(timestamp * 1000), body)
  const own = (timestamp = now()) => ({ timestamp, signature: sign(webhooks.webhookSecret, timestamp) })
  async function post(headers: { timestamp?: number | string; signature?: string }, sent = body) {
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

  test('accepts a valid signature, also beside the signature of another secret', async () => {
    const { timestamp, signature } = own()
    const other = sign(otherSecret, timestamp)
    expect(await post({ timestamp, signature })).toBe(204)
    expect(await post({ timestamp, signature: `${other} ${signature}` })).toBe(204)
    expect(await post({ timestamp, signature: `${signature} ${other}` })).toBe(204)
    expect(await post(own(now() - 240))).toBe(204)
  })

  test('refuses requests that are altered, signed with another secret, too old, from the future, or not signed', async () => {
    const { timestamp, signature } = own()
    expect(await post({ timestamp, signature }, body.replace('Completed', 'Cancelled'))).toBe(400)
    expect(await post({ timestamp: timestamp - 1, signature })).toBe(400)
    expect(await post({ timestamp, signature: sign(otherSecret, timestamp) })).toBe(400)
    expect(await post({ timestamp, signature: signature.replace('v1,', '') })).toBe(400)
    expect(await post(own(now() - 360))).toBe(400)
    expect(await post(own(now() + 360))).toBe(400)
    expect(await post({ timestamp: 'soon', signature })).toBe(400)
    expect(await post({ timestamp })).toBe(400)
    expect(await post({})).toBe(400)
  })
})
