import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { call } from '../../../test/kit/api-client.ts'
import { linkIn, openMailbox } from '../../../test/kit/mailbox.ts'
import { textOfPdf } from '../../../test/kit/pdf-text.ts'
import { newPortalPerson, refusalOf } from '../../../test/kit/portal-client.ts'
import { openS3 } from '../../../test/kit/s3-server.ts'
import { readSpreadsheet } from '../../../test/kit/spreadsheet.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { dayOf } from '../../platform/brazil/sao-paulo.ts'
import { recordForcedReturn } from '../../money/refunds/force-return.ts'
import { readXlsx } from '../../platform/spreadsheets/read-xlsx.ts'
import { openBucket } from '../../platform/storage/s3-storage.ts'
import { keptForMs, leaseMs, mostAttempts, pausesMs } from './states.ts'
import { type RunNeeds, runFiles } from './run-files.ts'
import { faultOf } from './schedules/deliver-file.ts'
import { runSchedules } from './schedules/run-schedules.ts'
import { untilDone } from '../../../test/kit/patience.ts'
import { withOther } from '../../../test/kit/with-other.ts'

const [s3, mailbox] = [await openS3(), await openMailbox()]
const trilho = await openTrilho({ ...s3.settings, ...mailbox.settings })
const webhook = { url: (await openSink()).url }
const shop = await trilho.newMerchant({ balance: '100', chargeFixed: '0.10' })
const person = await newPortalPerson(trilho, { merchantId: shop.merchantId, roles: ['finance'] })
const files = `/merchants/${shop.merchantId}/files`

const pay = async (amount: string, orderId: string) => {
  const id = await shop.createCashIn({ amount, transaction: { orderId }, webhook })
  await shop.simulate('complete', id)
  return id
}
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(trilho.needs.clock())
const month = `${today.slice(0, 7)}-01`
const period = { firstDay: month, lastDay: today }
await pay('50', '=o-1')
await pay('20.50', 'o-2')

const ask = async (body: object) => (await shop.post('/files', { ...period, ...body })).body.data
const read = async (id: string) => (await shop.get(`/files/${id}`)).body.data
/** Everything that waits is written, or cleared away. */
const work = async (needs: RunNeeds = trilho.needs) => {
  await untilDone(() => runFiles(needs))
}
const made = async (body: object) => {
  const { id } = await ask(body)
  await work()
  return read(id)
}
async function later<Result>(ms: number, happens: () => Promise<Result>): Promise<Result> {
  trilho.clock.aheadMs += ms
  try {
    return await happens()
  } finally {
    trilho.clock.aheadMs -= ms
  }
}
const bytesIn = (needs: RunNeeds, fileStorage: Partial<RunNeeds['fileStorage']>): RunNeeds => ({
  ...needs,
  fileStorage: { ...needs.fileStorage, ...fileStorage },
})

test('a file is written in the background, is downloaded by its address for seven days, and then is gone', async () => {
  const asked = await ask({ kind: 'statement', format: 'csv' })
  expect(asked).toMatchObject({ state: 'Waiting', progress: 0, url: null, ...period })
  await work()
  const file = await read(asked.id)
  expect(file).toMatchObject({ state: 'Done', progress: 100, rows: 3, result: null })
  const { headers, text } = await call(file.url)
  expect(headers.get('content-disposition')).toContain(`extrato-${month}`)
  expect(readSpreadsheet(text).map(row => row['Disponível'])).toEqual(['100,00', '49,90', '20,40'])
  expect(Buffer.byteLength(text) + 3).toBe(file.sizeBytes)

  const outsider = await trilho.newMerchant()
  expect(refusalOf(await outsider.get(`/files/${file.id}`))).toEqual([404, 'FileNotFound'])
  expect((await outsider.get('/files')).body.data.items).toEqual([])
  expect((await call(withOther(file.url, -2))).status).toBe(404)

  await later(keptForMs, async () => {
    expect((await read(file.id)).url).toBe(null)
    expect((await call(file.url)).status).toBe(404)
    await work()
    expect(await read(file.id)).toMatchObject({ state: 'Expired' })
  })
  await expect(trilho.needs.fileStorage.read(`${shop.merchantId}/${file.id}.1`)).rejects.toThrow(/key|exist/i)
})

test('transactions come as XLSX and as OFX, with what they cost; as OFX they are the statement', async () => {
  const xlsx = await made({ kind: 'transactions', format: 'xlsx' })
  const [, newest] = readXlsx((await call(xlsx.url)).bytes)
  expect(newest?.cells).toEqual(expect.arrayContaining(['Concluída', '20,5', 'o-2']))
  const entriesOf = async (kind: string) => {
    const { url, rows } = await made({ kind, format: 'ofx' })
    return { rows, entries: (await call(url)).text.match(/<STMTTRN>.*/g) }
  }
  const transactions = await entriesOf('transactions')
  const amounts = transactions.entries?.map(entry => /<TRNAMT>([-\d.]+)/.exec(entry)?.[1])
  expect(amounts).toEqual(['100.00', '50.00', '-0.10', '20.50', '-0.10'])
  expect(transactions.entries?.[3]).toContain('<NAME>Maria da Silva<MEMO>Recebimento - o-2 - E')
  expect(await entriesOf('statement')).toEqual(transactions)
})

test('a month is a page with both balances, the sums of its days and what they cost', async () => {
  const { url } = await made({
    kind: 'monthlyStatement',
    format: 'pdf',
    firstDay: month,
    lastDay: undefined,
    language: 'en',
  })
  const text = textOfPdf((await call(url)).bytes)
  for (const words of ['Monthlystatement', 'PadariaSãoJoãoLtda', 'R$170.50', '-R$0.20', 'R$170.30', 'Held:for', 'TEST'])
    expect(text).toContain(words)
})

test('a list is compared with what was paid: what matches, what differs, and what is missing on either side', async () => {
  await pay('7', 'not listed')
  await shop.createCashIn({ amount: '9', transaction: { orderId: 'not paid' }, webhook })
  const rows = [
    { orderId: 'o-2', amount: '20.50' },
    { orderId: '=o-1', amount: '49.00' },
    { orderId: 'not paid', amount: '9' },
    { orderId: 'unknown', amount: '1' },
    { orderId: 'o-2', amount: '20.50' },
  ]
  const { url, result } = await made({ kind: 'reconciliation', format: 'csv', rows, language: 'en' })
  expect(result).toEqual({ matches: 1, differs: 3, missingHere: 1, missingInList: 1 })
  const lines = readSpreadsheet((await call(url)).text)
  expect(lines.map(line => [line['Outcome'], line['Order'], line['Difference']])).toEqual([
    ['Missing in your list', 'not listed', ''],
    ['Differs', "'=o-1", 'Amount here: R$ 50.00'],
    ['Differs', 'not paid', 'It was not paid: Awaiting payment'],
    ['Missing here', 'unknown', ''],
    ['Differs', 'o-2', 'The order is repeated in your list'],
    ['Matches', 'o-2', ''],
  ])
})

test('a list is uploaded as a spreadsheet writes it; one that cannot be read says where', async () => {
  const send = (text: string, encoding: BufferEncoding = 'latin1') =>
    person.post(`${files}/reconciliation`, {
      ...period,
      format: 'xlsx',
      content: Buffer.from(text, encoding).toString('base64'),
    })
  const sent = await send('Número do pedido;Cliente;Valor\r\no-2;José;R$ 20,50\r\n\r\n=o-1;Ana;50,00\r\n')
  expect(sent.status).toBe(202)
  await work()
  const [file] = (await person.get(files)).body.data.items
  expect(file).toMatchObject({ id: sent.body.data.id, result: { matches: 2, differs: 0, missingHere: 0 } })
  expect(file.differences).toMatchObject([{ outcome: 'MissingInList', orderId: 'not listed', found: '7.000000' }])
  for (const [text, where] of [
    ['Pedido;Nome\r\no-1;Ana', 'Valor'],
    ['Pedido;Valor\r\no-1;dez', 'line 2'],
    ['Pedido;Valor;Cliente\r\no-1;10;Ana\r\no-2;5;"Zé\r\no-3;5;Rui\r\n', 'line 3 has a quote'],
    ['Pedido;Valor;Cliente\r\no-1;10;Ana\r\no-2;5;"Zé\r\no-3;5;Rui"\r\n', 'line 3 has a cell'],
    ['\0\0', 'CSV'],
  ] as const) {
    const { status, body } = await send(text)
    expect([status, body.error.details]).toMatchObject([
      409,
      { reason: 'ListUnreadable', message: expect.stringContaining(where) },
    ])
  }
})

test('a worker that dies while writing a file is replaced by another, and there is one file and one mail', async () => {
  const { id } = (await person.post(files, { ...period, kind: 'transactions', format: 'csv' })).body.data
  const held = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const slow = bytesIn(trilho.needs, {
    write: async (name, pieces) => {
      const size = await trilho.needs.fileStorage.write(name, pieces)
      reached.resolve()
      await held.promise
      return size
    },
  })
  const first = runFiles(slow)
  await reached.promise
  await work()
  expect(await read(id)).toMatchObject({ state: 'Running' })
  await later(leaseMs + 1000, async () => {
    await work()
    held.resolve()
    await first
  })
  const { state, url } = await read(id)
  expect(state).toBe('Done')
  const sendDue = () => later(leaseMs + 2000, () => trilho.needs.mailer.sendDue())
  await sendDue()
  const mine = () => mailbox.mails.filter(mail => mail.to === person.email && linkIn(mail) === url)
  await expect.poll(mine).not.toEqual([])
  expect(await sendDue()).toBe(0)
  expect(mine()).toHaveLength(1)
  expect((await call(url)).status).toBe(200)
  await expect(trilho.needs.fileStorage.read(`${shop.merchantId}/${id}.1`)).rejects.toThrow(/key|exist/i)
})

test('a file that cannot be written is tried again, then given up, with a mail', async () => {
  const { id } = (await person.post(files, { ...period, kind: 'statement', format: 'ofx' })).body.data
  const broken = bytesIn(trilho.needs, { write: () => Promise.reject(new Error('the disk is full')) })
  let ms = 0
  for (const pauseMs of [...pausesMs, 0]) {
    await later(ms, () => work(broken))
    ms += pauseMs + 1
  }
  expect(await read(id)).toMatchObject({ state: 'Failed', url: null })
  await later(ms, () => trilho.needs.mailer.sendDue())
  await expect.poll(() => mailbox.mails.at(-1)?.subject).toContain('não pôde ser feito')
})

test('a file that kills its worker is given up after as many attempts', async () => {
  const { id } = await ask({ kind: 'statement', format: 'csv' })
  let ms = 0
  for (let attempt = 1; attempt <= mostAttempts; attempt++, ms += leaseMs + 1) {
    const begun = Promise.withResolvers<number>()
    const write = () => {
      begun.resolve(0)
      return new Promise<number>(() => {})
    }
    await later(ms, () => Promise.race([runFiles(bytesIn(trilho.needs, { write })), begun.promise]))
    expect(await read(id)).toMatchObject({ state: 'Running' })
  }
  await later(ms, () => work())
  expect(await read(id)).toMatchObject({ state: 'Failed', url: null })
})

test('while a file waits for its next attempt, others of its merchant are written', async () => {
  const refused = await ask({ kind: 'statement', format: 'csv' })
  await runFiles(bytesIn(trilho.needs, { write: () => Promise.reject(new Error('the disk is full')) }))
  const file = await made({ kind: 'statement', format: 'ofx' })
  expect([file.state, (await read(refused.id)).state]).toEqual(['Done', 'Waiting'])
  await later(pausesMs[0] + 1, () => work())
})

test.each([
  [{ kind: 'monthlyStatement', format: 'csv' }, '/format'],
  [{ kind: 'statement', format: 'csv', firstDay: '2026-02-01', lastDay: '2026-01-01' }, '/lastDay'],
  [{ kind: 'statement', format: 'csv', firstDay: '2024-01-01', lastDay: '2025-01-01' }, '/lastDay'],
  [{ kind: 'monthlyStatement', format: 'pdf', firstDay: '2026-01-02', lastDay: undefined }, '/firstDay'],
  [{ kind: 'reconciliation', format: 'csv' }, ''],
])('%o is refused at %s', async (body, path) => {
  const { status, body: answer } = await shop.post('/files', { ...period, ...body })
  expect([status, answer.error.details[0].path]).toEqual([400, path])
})

test('it is known before it is asked for what is too large to come at once', async () => {
  const isLarge = async (kind: string) => (await person.get(`${files}/size?kind=${kind}`)).body.data.isLarge
  expect([await isLarge('statement'), await isLarge('transactions')]).toEqual([false, false])
  const { merchantId } = await trilho.newMerchant()
  await trilho.sql`update balances set postings = 50001 where merchant_id = ${merchantId}`
  const viewer = await newPortalPerson(trilho, { merchantId, roles: ['viewer'] })
  const { body } = await viewer.get(`/merchants/${merchantId}/files/size?kind=statement`)
  expect(body.data).toEqual({ isLarge: true })
})

const schedules = `/merchants/${shop.merchantId}/file-schedules`
const bucket = { endpoint: s3.endpoint, region: 'us-east-1', bucket: 'invoices', accessKey: 'S3RVER', secret: 'S3RVER' }
const day = 86_400_000
/** Six o'clock of tomorrow in São Paulo, and a little. */
const tomorrowMs = () => Date.parse(`${today}T09:00:01Z`) + day - trilho.needs.clock().getTime()

test('a schedule makes each period once, at six in the morning after it, and mails a link', async () => {
  const { body } = await person.post(schedules, { kind: 'statement', format: 'csv', every: 'day' })
  expect(body.data).toMatchObject({ bucket: null, person: person.name, fault: null })
  expect(await later(tomorrowMs() - 3_600_000, () => runSchedules(trilho.needs))).toBe(0)
  const listFiles = async (): Promise<{ id: string; url: string }[]> => (await shop.get('/files')).body.data.items
  // On the first of a month the files that were asked for above begin today, too.
  const before = new Set((await listFiles()).map(({ id }) => id))
  await later(tomorrowMs(), async () => {
    expect(await Promise.all([runSchedules(trilho.needs), runSchedules(trilho.needs)])).toContain(1)
    expect(await runSchedules(trilho.needs)).toBe(0)
    await work()
    const made = (await listFiles()).filter(({ id }) => !before.has(id))
    expect(made).toMatchObject([{ kind: 'statement', state: 'Done', firstDay: today, lastDay: today }])
    await trilho.needs.mailer.sendDue()
    await expect.poll(() => mailbox.mails.some(({ text }) => text.includes(made[0]?.url ?? ''))).toBe(true)
  })
  expect((await person.delete(`${schedules}/${body.data.id}`)).status).toBe(200)
  expect((await person.get(schedules)).body.data.items).toEqual([])
})

test('OFX of every day, and whatever is imported beside it, is the money of the account, each entry once', async () => {
  await trilho.sql`delete from file_schedules`
  const poor = await trilho.newMerchant({ chargeFixed: '0.10' })
  const owner = await newPortalPerson(trilho, { merchantId: poor.merchantId, roles: ['finance'] })
  const daily = { kind: 'transactions', format: 'ofx', every: 'day' }
  expect((await owner.post(`/merchants/${poor.merchantId}/file-schedules`, daily)).status).toBe(201)
  const charge = () => poor.createCashIn({ amount: '10', expiresIn: 3 * 86_400, webhook })
  const [paid, paidLater] = [await charge(), await charge()]
  await poor.simulate('complete', paid)

  const imported = new Map<string, bigint>()
  const sumOf = (cents: Iterable<bigint>) => [...cents].reduce((sum, each) => sum + each, 0n)
  /** Adds what is new, as an accounting program does, and answers what the file comes to by itself. */
  const importFrom = async ({ url }: { url: string }): Promise<bigint> => {
    const found = (await call(url)).text.matchAll(/<TRNAMT>([-\d.]+)<FITID>([^<]+)/g)
    const entries = Array.from(found, ([, amount = '', id = '']) => [id, BigInt(amount.replace('.', ''))] as const)
    for (const [id, cents] of entries) expect([id, imported.get(id) ?? cents]).toEqual([id, cents])
    for (const [id, cents] of entries) imported.set(id, cents)
    return sumOf(entries.map(([, cents]) => cents))
  }
  const scheduled = async () => {
    await runSchedules(trilho.needs)
    await work()
    return importFrom((await poor.get('/files')).body.data.items[0])
  }
  const tomorrow = dayOf(new Date(Date.parse(`${today}T12:00:00Z`) + day))
  const asked = async (kind: string, firstDay: string) => {
    const { id } = (await poor.post('/files', { kind, format: 'ofx', firstDay, lastDay: tomorrow })).body.data
    await work()
    return importFrom((await poor.get(`/files/${id}`)).body.data)
  }

  const [firstDay, whole] = await later(tomorrowMs(), async () => {
    await poor.simulate('complete', paidLater)
    await poor.refund(paid, { amount: '3' })
    await poor.createCashOut({ amount: '12', webhook })
    expect(await asked('transactions', today)).toBe(1_680n)
    // Not covered: what the payment has cost comes back with it, as one more entry.
    await recordForcedReturn(trilho.needs, { merchantId: poor.merchantId, id: paidLater, amount: null })
    return [await scheduled(), await asked('statement', today)]
  })
  const secondDay = await later(tomorrowMs() + day, scheduled)
  expect([firstDay, secondDay, whole, sumOf(imported.values())]).toEqual([990n, -300n, 690n, 690n])
  expect((await poor.balance()).total).toBe('6.900000')
  await trilho.sql`delete from file_schedules`
})

test('a schedule puts files into the bucket of the merchant, whose secret is shown to nobody', async () => {
  const form = { kind: 'transactions', format: 'ofx', every: 'day', bucket: { ...bucket, prefix: 'books' } }
  const { body } = await person.post(schedules, form)
  expect(body.data).toMatchObject({ bucket: 's3://invoices/books' })
  expect((await trilho.sql`select bucket->'secret' as secret, sealed from file_schedules`)[0]).toMatchObject({
    secret: null,
    sealed: expect.not.stringContaining('S3RVER'),
  })
  const wrong = { ...form, bucket: { ...bucket, bucket: 'not-there' } }
  const broken = (await person.post(schedules, wrong)).body.data.id
  await later(tomorrowMs(), async () => {
    await runSchedules(trilho.needs)
    for (const ms of [0, ...pausesMs.map(pause => pause + 1)]) {
      trilho.clock.aheadMs += ms
      await work()
    }
    trilho.clock.aheadMs -= pausesMs.reduce((sum, pause) => sum + pause + 1, 0)
  })
  const own = await openBucket(bucket, 5_000)
  const found = await own.head(`books/transacoes-${today}.ofx`)
  expect(found?.sizeBytes).toBeGreaterThan(500)
  const { items } = (await person.get(schedules)).body.data
  expect(items.map(({ id, fault }: { id: string; fault: string }) => [id, fault])).toEqual([
    [broken, 'BucketRefused'],
    [body.data.id, null],
  ])
})

test('a program schedules files into its bucket, and what a key has scheduled ends with the key', async () => {
  await trilho.sql`delete from file_schedules`
  const program = await trilho.newMerchant({ balance: '5' })
  const form = {
    kind: 'statement',
    format: 'csv',
    every: 'day',
    language: 'en',
    bucket: { ...bucket, prefix: 'program' },
  }
  const { status, body } = await program.post('/file-schedules', form)
  expect([status, body.data]).toMatchObject([201, { bucket: 's3://invoices/program', fault: null }])
  expect((await program.post('/file-schedules', { ...form, bucket: undefined })).status).toBe(400)
  const faultLater = async (days: number) => {
    await later(tomorrowMs() + days * day, async () => {
      await runSchedules(trilho.needs)
      await work()
    })
    return (await trilho.sql`select fault from file_schedules where merchant_id = ${program.merchantId}`)[0]?.['fault']
  }
  const { id } = (await program.post('/file-schedules', form)).body.data
  expect((await program.delete(`/file-schedules/${id}`)).status).toBe(200)
  expect(refusalOf(await program.delete(`/file-schedules/${id}`))).toEqual([404, 'FileScheduleNotFound'])
  expect((await program.get('/file-schedules')).body.data.items).toEqual([body.data])
  expect(await faultLater(0)).toBe(null)
  const own = await openBucket(bucket, 5_000)
  expect((await own.head(`program/statement-${today}.csv`))?.sizeBytes).toBeGreaterThan(50)
  await trilho.sql`update access_keys set state = 'Revoked' where merchant_id = ${program.merchantId}`
  expect(await faultLater(1)).toBe('KeyEnded')
})

test('schedules follow the clock that a merchant has moved: each period comes once, and none is left out', async () => {
  await trilho.sql`delete from file_schedules`
  const [mover, bystander] = [await trilho.newMerchant({ balance: '5' }), await trilho.newMerchant()]
  const form = { kind: 'statement', format: 'csv', every: 'day', bucket: { ...bucket, prefix: 'mover' } }
  for (const merchant of [mover, bystander]) expect((await merchant.post('/file-schedules', form)).status).toBe(201)
  const dayAfter = (days: number) => new Date(Date.parse(`${today}T12:00:00Z`) + days * day).toISOString().slice(0, 10)
  const filesOf = async ({ get }: typeof mover) => {
    const beside = () => Promise.all([runSchedules(trilho.needs), runSchedules(trilho.needs)])
    while ((await beside()).some(asked => asked > 0));
    await work()
    const { items } = (await get('/files')).body.data
    return items.map((file: { firstDay: string; state: string }) => [file.firstDay, file.state]).toSorted()
  }
  const to = new Date(trilho.needs.clock().getTime() + tomorrowMs() + 2 * day)
  expect((await mover.put('/sandbox/clock', { to })).status).toBe(200)
  const three = [0, 1, 2].map(days => [dayAfter(days), 'Done'])
  expect(await filesOf(mover)).toEqual(three)
  expect(await filesOf(mover)).toEqual(three)
  expect(await filesOf(bystander)).toEqual([])

  await mover.put('/sandbox/clock', { forward: 86_400 })
  expect(await filesOf(mover)).toEqual([...three, [dayAfter(3), 'Done']])
  const { nextDate } = (await mover.post('/file-schedules', form)).body.data
  expect(nextDate).toBe(`${dayAfter(5)}T09:00:00.000Z`)
  expect(await filesOf(mover)).toHaveLength(4)
})

test('a bucket that is slow has as long as it takes: nobody else begins anew meanwhile', async () => {
  await trilho.sql`delete from file_schedules`
  await work()
  const { id } = (await person.post(schedules, { kind: 'statement', format: 'csv', every: 'day', bucket })).body.data
  let others = 0
  const read: RunNeeds['fileStorage']['read'] = async name => {
    const bytes = await buffer(await trilho.needs.fileStorage.read(name))
    return Readable.from(
      (async function* () {
        for (let at = 0; at < bytes.length; at += 50) {
          trilho.clock.aheadMs += 0.3 * leaseMs
          others += await runFiles(trilho.needs)
          yield bytes.subarray(at, at + 50)
        }
      })(),
      { highWaterMark: 1 },
    )
  }
  const { aheadMs } = trilho.clock
  await later(tomorrowMs(), async () => {
    await runSchedules(trilho.needs)
    await runFiles(bytesIn(trilho.needs, { read }))
  })
  trilho.clock.aheadMs = aheadMs
  expect(await trilho.sql`select state, attempts from files where schedule_id = ${id}`).toEqual([
    { state: 'Done', attempts: 1 },
  ])
  expect(others).toBe(0)
})

test('a schedule says so when whom its link is mailed to may not read it any more', async () => {
  const leaver = await newPortalPerson(trilho, { merchantId: shop.merchantId, roles: ['finance'] })
  const { id } = (await leaver.post(schedules, { kind: 'statement', format: 'csv', every: 'day' })).body.data
  await trilho.sql`update people set disabled_at = now() where id = ${leaver.id}`
  await later(tomorrowMs(), async () => {
    await runSchedules(trilho.needs)
    await work()
  })
  const { items } = (await person.get(schedules)).body.data
  expect(items[0]).toMatchObject({ id, fault: 'NoReader' })
})

test('what a person has scheduled into a bucket ends when the person leaves, or may not schedule any more', async () => {
  await trilho.sql`delete from file_schedules`
  const { merchantId } = shop
  const owner = await newPortalPerson(trilho, { merchantId, roles: ['owner'] })
  const members = `/merchants/${merchantId}/members`
  const fates = ['stays', 'disabled', 'removed', 'otherRole']
  for (const prefix of fates) {
    const leaver = await newPortalPerson(trilho, { merchantId, roles: ['finance'] })
    const form = { kind: 'statement', format: 'csv', every: 'day', bucket: { ...bucket, prefix } }
    expect((await leaver.post(schedules, form)).status).toBe(201)
    if (prefix === 'disabled') await trilho.sql`update people set disabled_at = now() where id = ${leaver.id}`
    if (prefix === 'removed') expect((await owner.delete(`${members}/${leaver.id}`)).status).toBe(200)
    if (prefix === 'otherRole')
      expect((await owner.put(`${members}/${leaver.id}`, { roles: ['viewer'] })).status).toBe(200)
  }
  await later(tomorrowMs(), async () => {
    expect(await runSchedules(trilho.needs)).toBe(1)
    expect(await runSchedules(trilho.needs)).toBe(0)
    await work()
  })
  const own = await openBucket(bucket, 5_000)
  const found = await Promise.all(
    fates.map(async prefix => (await own.head(`${prefix}/extrato-${today}.csv`)) !== null),
  )
  expect(found).toEqual([true, false, false, false])
  const { items } = (await person.get(schedules)).body.data
  expect(items.map(({ bucket: place, fault }: { bucket: string; fault: string }) => [place, fault])).toEqual([
    ['s3://invoices/otherRole', 'PersonNotAllowed'],
    ['s3://invoices/removed', 'PersonNotAllowed'],
    ['s3://invoices/disabled', 'PersonNotAllowed'],
    ['s3://invoices/stays', null],
  ])
})

test('a bucket is tried before it is relied on, and no private address is called', async () => {
  expect((await person.post(`${schedules}/try-bucket`, bucket)).status).toBe(200)
  const refused = await person.post(`${schedules}/try-bucket`, { ...bucket, bucket: 'not-there' })
  expect(refused.body.error.details).toMatchObject({
    reason: 'BucketRefused',
    message: 'the bucket returned NoSuchBucket',
  })
  expect(faultOf('http://s3.example.com', false)).toContain('https')
  expect(faultOf('https://10.0.0.1', false)).toContain('not a public address')
  expect(faultOf('https://169.254.169.254', true)).toContain('not a public address')
  expect(faultOf('https://s3.example.com', false)).toBe(null)
  const viewer = await newPortalPerson(trilho, { merchantId: shop.merchantId, roles: ['viewer'] })
  expect(refusalOf(await viewer.post(`${schedules}/try-bucket`, bucket))).toEqual([403, 'RoleNotAllowed'])
})

test('a file of several parts arrives whole in a bucket', async () => {
  const piece = Buffer.alloc(3_000_000, 'trilho')
  const pieces = (async function* () {
    for (let i = 0; i < 4; i++) yield piece
  })()
  const own = await openBucket({ ...bucket }, 5_000)
  expect(await own.upload('large', pieces)).toBe(12_000_000)
  expect((await own.head('large'))?.sizeBytes).toBe(12_000_000)
})
