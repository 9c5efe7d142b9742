import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { issueForReceiver, openAuthority, pemOfKey, writePrivate } from '../../bank/src/certificates/authority.ts'
import { connectBank } from '../../server/src/money/rails/connect-bank.ts'
import { sendTestEvent } from '../../server/src/money/webhooks/send-test-event.ts'
import { freePort } from '../../server/src/platform/db/embedded-postgres.ts'
import { uuidv7 } from '../../server/src/platform/lib/uuid.ts'
import { cleanUp } from '../../server/test/kit/clean-up.ts'
import { patienceMs } from '../../server/test/kit/patience.ts'
import { newPortalPerson } from '../../server/test/kit/portal-client.ts'
import { startRealBank } from '../../server/test/kit/real-bank.ts'
import { openTrilho } from '../../server/test/kit/trilho.ts'

const host = 'pay.example.com'
const secret = { TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho({ ...secret, TRILHO_ENV: 'production', TRUST_PROXY: 'yes' }, { isConnected: false })
const bank = await startRealBank()
const folder = mkdtempSync(join(tmpdir(), 'trilho-proxy-'))
const authority = openAuthority(join(folder, 'banks'))
const foreign = openAuthority(join(folder, 'foreign'))
const own = openAuthority(join(folder, 'own'))
const server = issueForReceiver(own.root)
const files = {
  chain: join(folder, 'fullchain.pem'),
  key: join(folder, 'privkey.pem'),
  banks: join(folder, 'banks-ca.pem'),
}
writePrivate(files.chain, server.certificate.toString())
writePrivate(files.key, pemOfKey(server))
writePrivate(files.banks, authority.root.certificate.toString())

const example = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

/** The example as it stands, with the values that it says to change; each must be in it. */
const filled = (text: string, values: Record<string, string>) =>
  Object.entries(values).reduce((done, [from, to]) => {
    expect(done).toContain(from)
    return done.replaceAll(from, to)
  }, text)

type Ports = { tls: number; plain: number }

/** Each proxy with its example: the program's arguments. */
const proxies: Record<string, (ports: Ports) => [string, ...string[]]> = {
  nginx: ({ tls, plain }) => {
    const conf = filled(example('nginx/trilho.conf'), {
      '127.0.0.1:3000': new URL(trilho.url).host,
      'listen 80;': `listen ${plain};`,
      'listen [::]:80;': '',
      'listen 443 ssl': `listen ${tls} ssl`,
      'listen [::]:443 ssl http2;': '',
      '/etc/trilho/tls/fullchain.pem': files.chain,
      '/etc/trilho/tls/privkey.pem': files.key,
      '/etc/trilho/banks-ca.pem': files.banks,
    })
    mkdirSync(join(folder, 'nginx'), { recursive: true })
    const place = join(folder, 'nginx', 'nginx.conf')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      name => `${name}_temp_path ${folder}/nginx/${name};`,
    )
    writeFileSync(
      place,
      `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid ${folder}/nginx/pid; events {} http { access_log off; ${temporary.join(' ')}\n${conf} }`,
    )
    return ['nginx', '-e', 'stderr', '-c', place]
  },
  caddy: ({ tls, plain }) => {
    const conf = filled(example('caddy/Caddyfile'), {
      '127.0.0.1:3000': new URL(trilho.url).host,
      [`${host} {\n\ttls {`]: `${host} {\n\ttls ${files.chain} ${files.key} {`,
      '/etc/trilho/banks-ca.pem': files.banks,
    })
    const place = join(folder, 'Caddyfile')
    writeFileSync(place, `{\n\tadmin off\n\tgrace_period 1s\n\thttp_port ${plain}\n\thttps_port ${tls}\n}\n${conf}`)
    return ['caddy', 'run', '--config', place, '--adapter', 'caddyfile']
  },
}

async function startProxy(name: string): Promise<Ports> {
  const ports = { tls: await freePort(), plain: await freePort() }
  const [command, ...args] = proxies[name]?.(ports) ?? ['']
  const env = { PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder, XDG_DATA_HOME: folder }
  const child = spawn(command, args, { env, stdio: ['ignore', 'inherit', 'pipe'] })
  let printed = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const ended = new Promise(resolve => child.once('exit', resolve))
  cleanUp(async () => {
    child.kill('SIGTERM')
    await ended
  })
  await expect
    .poll(
      () =>
        call(ports, '/readyz').then(
          ({ status }) => status,
          () => printed,
        ),
      { timeout: patienceMs },
    )
    .toBe(200)
  return ports
}

type Answer = { status: number; body: string; headers: NodeJS.Dict<string | string[]> }

type Given = Omit<RequestOptions, 'headers'> & { headers?: Record<string, string>; body?: Buffer | string }

/** The response as soon as its headers have come. */
const open = ({ tls }: Ports, path: string, { body, ...options }: Given = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const given = { host: '127.0.0.1', port: tls, path, servername: host, rejectUnauthorized: false, agent: false }
    const headers = { host, ...options.headers }
    request({ ...given, ...options, headers }, resolve)
      .once('error', reject)
      .end(body)
  })

const call = async (ports: Ports, path: string, given?: Given) => await read(await open(ports, path, given))

/** `until`: the reader leaves once the body has this. */
async function read(response: IncomingMessage, until?: string): Promise<Answer> {
  let body = ''
  for await (const piece of response.setEncoding('utf8')) {
    body += piece
    if (until !== undefined && body.includes(until)) break
  }
  return { status: response.statusCode ?? 0, body, headers: response.headers }
}

const json = { 'content-type': 'application/json' }

test.each(Object.keys(proxies))(
  '%s lets only a bank’s certificate prove a callback, and keeps metrics inside',
  async name => {
    const ports = await startProxy(name)
    const pixKey = `${name}@efi.test`
    await bank.control('PUT', `/keys/${pixKey}`, { name: 'Trilho', taxId: '11222333000181', partner: 'efi' })
    const settings = { ...(await bank.settingsOf('efi')), pixKey, proxyVerifiesBank: true }
    const { id, callbackToken } = await connectBank(trilho.needs, { name, dialect: 'efi', isDefault: false, settings })
    const stored = async () => (await trilho.sql`select from bank_notices where connection_id = ${id}`).length
    const notify = (options: Given) =>
      call(ports, `/bank-notices/${callbackToken}/pix`, {
        ...options,
        method: 'POST',
        headers: { ...json, ...options.headers },
        body: '{"pix":[]}',
      })
    const shown = ({ caller }: typeof authority) => ({ cert: caller.certificate.toString(), key: pemOfKey(caller) })

    expect((await notify({})).status).toBe(404)
    expect((await notify({ headers: { 'x-client-verified': 'SUCCESS' } })).status).toBe(404)
    const refused = await notify(shown(foreign)).then(
      ({ status }) => status,
      () => 'refused',
    )
    expect([400, 'refused']).toContain(refused)
    expect(await stored()).toBe(0)
    expect((await notify({ ...shown(authority), headers: { 'x-client-verified': 'NONE' } })).status).toBe(200)
    expect(await stored()).toBe(1)

    expect((await call(ports, '/metrics')).status).toBe(404)
    const moved = await new Promise<Answer>((resolve, reject) =>
      plainRequest({ host: '127.0.0.1', port: ports.plain, path: '/docs', headers: { host } }, response => {
        void read(response).then(resolve, reject)
      })
        .once('error', reject)
        .end(),
    )
    expect([moved.status, moved.headers.location]).toEqual([308, `https://${host}/docs`])
  },
)

test.each(Object.keys(proxies))('%s passes on who calls, large uploads, and event streams as they come', async name => {
  const ports = await startProxy(name)
  const shop = await trilho.newMerchant()
  const upload = { method: 'PUT', headers: { 'content-type': 'application/pdf' }, body: Buffer.alloc(10_000_000) }
  expect((await call(ports, '/uploads/made-up', upload)).body).toContain('"statusCode":"Error"')

  const stream = await open(ports, '/webhooks/events', { headers: { authorization: `Bearer ${shop.token}` } })
  expect(stream.headers['content-type']).toBe('text/event-stream')
  // Made now: a stream has what comes after its headers.
  const id = uuidv7(Date.now())
  await sendTestEvent(trilho.needs, { id, merchantId: shop.merchantId, url: 'https://hooks.example.invalid/hook' })
  expect((await read(stream, 'A test event')).body).toContain(id)

  const owner = await newPortalPerson(trilho, { merchantId: shop.merchantId })
  const path = `/merchants/${shop.merchantId}/keys`
  const [key] = (await owner.get(path)).body.data.items
  await owner.put(`${path}/${key.id}/networks`, { networks: ['203.0.113.0/24', '127.0.0.1/32'] })
  const logIn = (headers = {}) =>
    call(ports, '/login', {
      method: 'POST',
      headers: { ...json, ...headers },
      body: JSON.stringify({ accessKey: shop.accessKey, secret: shop.secret }),
    })
  expect((await logIn()).status).toBe(201)
  await owner.put(`${path}/${key.id}/networks`, { networks: ['203.0.113.0/24'] })
  expect((await logIn({ 'x-forwarded-for': '203.0.113.7' })).status).toBe(401)
})
