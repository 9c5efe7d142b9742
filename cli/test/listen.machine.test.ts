import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { freePort } from '../../server/src/platform/db/embedded-postgres.ts'
import { apiClient } from '../../server/test/kit/api-client.ts'
import { spawnServer } from '../../server/test/kit/server-process.ts'
import { openTrilho } from '../../server/test/kit/trilho.ts'
import { type Received, openSink } from '../../server/test/kit/webhook-sink.ts'
import { openCli } from './kit/cli.ts'

const trilho = await openTrilho()
const { url } = trilho

async function newListener(at = url) {
  const merchant = await trilho.newMerchant()
  const cli = await openCli()
  await cli.logIn({ url: at, accessKey: merchant.accessKey, secret: merchant.secret })
  const payOne = async (api: Pick<typeof merchant, 'createCashIn' | 'simulate'> = merchant) => {
    const id = await api.createCashIn()
    await api.simulate('complete', id)
    return id
  }
  return { merchant, cli, payOne }
}

const idsOf = (received: Received[]) => received.map(({ body }) => body.id)

test('an event is forwarded as it would be delivered: a receiver that checks signatures accepts it', async () => {
  const { merchant, cli } = await newListener()
  const direct = await openSink()
  const laptop = await openSink()
  const listening = cli.start(['listen', '--forward', laptop.url])
  await listening.said('Listening')
  const webhook = { url: direct.url, customHeaderName: 'x-shop', customHeaderValue: '42' }
  const id = await merchant.createCashIn({ webhook })
  await merchant.simulate('complete', id)
  const [[delivered], [forwarded]] = await Promise.all([direct.waitForEvents(id, 1), laptop.waitForEvents(id, 1)])
  const verifier = new Webhook(merchant.webhookSecret)
  expect(verifier.verify(forwarded?.text ?? '', forwarded?.headers as Record<string, string>)).toMatchObject({ id })
  expect(forwarded?.text).toBe(delivered?.text)
  const unlike = new Set(['host', 'webhook-timestamp', 'webhook-signature'])
  const comparable = ({ headers }: Received) =>
    Object.entries(headers)
      .filter(([name]) => !unlike.has(name))
      .sort()
  expect(forwarded && comparable(forwarded)).toEqual(delivered && comparable(delivered))
  await listening.said('→ 200')
  expect((await listening.kill('SIGINT')).code).toBe(130)
})

test('events missed while not listening are received afterwards, each once', async () => {
  const { cli, payOne } = await newListener()
  const laptop = await openSink()
  const listen = async () => {
    const listening = cli.start(['listen', '--forward', laptop.url])
    await listening.said('Listening')
    return listening
  }
  // Killed before it received anything: it continues from its start.
  await (await listen()).kill('SIGKILL')
  const ids = [await payOne()]
  const second = await listen()
  await laptop.waitForEvents(ids[0] ?? '', 1)
  ids.push(await payOne())
  await laptop.waitForEvents(ids[1] ?? '', 1)
  await second.said(ids[1] ?? '')
  await second.kill('SIGINT')
  ids.push(await payOne(), await payOne())
  const third = await listen()
  await laptop.waitForEvents(ids[3] ?? '', 1)
  await third.kill('SIGINT')
  expect(idsOf(laptop.received)).toEqual(ids)
})

test('after a restart of the server, events of the meantime are received', async () => {
  const port = String(await freePort())
  const settings = { DATABASE_URL: trilho.databaseUrl, PORT: port }
  const server = await spawnServer(settings)
  await server.ready()
  const { merchant, cli, payOne } = await newListener(server.url)
  const listening = cli.start(['listen', '--json'])
  await listening.said('Listening')
  await server.kill('SIGTERM')
  await listening.said('The server is away')
  const id = await payOne()
  const again = await spawnServer(settings)
  await again.ready()
  const later = await payOne(await apiClient(again.url, merchant))
  await listening.said(later)
  const { out } = await listening.kill('SIGINT')
  const lines = out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(lines.map(({ body }) => body.id)).toEqual([id, later])
})

test('events that a receiver refused are shown, and can be replayed by id or since a time', async () => {
  const { cli, payOne } = await newListener()
  const laptop = await openSink({ instead: response => void response.writeHead(500).end('flour is out') })
  const listening = cli.start(['listen', '--forward', laptop.url])
  await listening.said('Listening')
  const id = await payOne()
  await listening.said('--replay')
  const { out, err } = await listening.kill('SIGINT')
  expect(out).toMatch(/→ 500 \d+ ms {2}flour is out/)
  const eventId = /--replay (\S+)/.exec(err)?.[1] ?? ''
  const mended = await openSink()
  const [replayed, refused, unknown] = await Promise.all([
    cli.run(['listen', '--forward', mended.url, '--replay', eventId]),
    cli.run(['listen', '--forward', laptop.url, '--replay', eventId]),
    cli.run(['listen', '--replay', eventId.replace(/.$/, digit => (digit === '0' ? '1' : '0'))]),
  ])
  expect([replayed.code, refused.code, unknown.code]).toEqual([0, 1, 1])
  const since = cli.start(['listen', '--forward', String(mended.port), '--since', '1h'])
  const [first, again] = await mended.waitForEvents(id, 2)
  expect([first?.headers['webhook-id'], again?.headers['webhook-id'], again?.path]).toEqual([eventId, eventId, '/'])
  await since.kill('SIGINT')
})

test('--events receives only those', async () => {
  const { merchant, cli, payOne } = await newListener()
  const listening = cli.start(['listen', '--events', 'transactionCancelled', '--json'])
  await listening.said('Listening')
  await payOne()
  const id = await merchant.createCashIn()
  await merchant.simulate('cancel', id)
  await listening.said(id)
  const { out } = await listening.kill('SIGINT')
  expect(JSON.parse(out)).toMatchObject({ type: 'transactionCancelled', forwarded: null, body: { id } })
  const wrong = await cli.run(['listen', '--events', 'transactionComplete'])
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('Did you mean: transactionCompleted')])
})
