import jsQR from 'jsqr'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dayOf } from '../../server/src/platform/brazil/sao-paulo.ts'
import { runFiles } from '../../server/src/products/files/run-files.ts'
import { newPayer } from '../../server/test/kit/company-payments.ts'
import { dataFolder } from '../../server/test/kit/server-process.ts'
import { openTrilho } from '../../server/test/kit/trilho.ts'
import { openSink } from '../../server/test/kit/webhook-sink.ts'
import { atTerminal, cliScript, hasTerminal, openCli } from './kit/cli.ts'
import { untilDone } from '../../server/test/kit/patience.ts'

const trilho = await openTrilho()
const api = await newPayer(trilho)
const sink = await openSink()
const cli = await openCli()
await cli.run(['login', '--url', trilho.url, '--access-key', api.accessKey, '--webhook', sink.url], {
  input: api.secret,
})

test('a cash-in is created, drawn, paid and shown with its history', async () => {
  const { out, code } = await cli.run([
    'cash-in',
    '10,50',
    '--payer-cpf',
    '529.982.247-25',
    '--order',
    'cake-1',
    '--qr',
  ])
  const id = /^id +(\S+)$/m.exec(out)?.[1] ?? ''
  expect([code, await api.stateOf(id)]).toEqual([0, 'Registered'])
  const qrCode = /^code +(.+)$/m.exec(out)?.[1] ?? ''
  expect(readDrawn(out)).toBe(qrCode)
  expect(await cli.json('qr', id)).toMatchObject({ qrCode })

  expect((await cli.run(['pay', id])).out).toBe('R$ 10.50: Registered → Completed\n')
  const [refund, again] = [
    await cli.json('refund', id, '--amount', '2.50', '--refund-id', 'r1', '--yes'),
    await cli.run(['pay', id]),
  ]
  expect(refund).toMatchObject({ refundId: 'r1', amount: '2.500000' })
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('TransactionStateNotAllowed')])

  await sink.waitForEvents(id, 1)
  const [shown, read] = await Promise.all([cli.run(['transactions', 'show', id]), cli.json('transactions', 'show', id)])
  expect(shown.out).toContain('R$ 10.50 in by PIX: Completed')
  expect(shown.out).toMatch(/● Registered\n.*● Completed\n[^]*webhook Completed to http.*: HTTP 200/)
  expect(shown.out).toContain('refund of R$ 2.50 (r1)')
  expect(read).toMatchObject({ transaction: { id }, refunds: [{ refundId: 'r1' }], deliveries: expect.any(Array) })
})

test('a customer is added, listed, changed and removed', async () => {
  const made = await cli.json(
    'customers',
    'make',
    'Maria da Silva',
    '--document',
    '529.982.247-25',
    '--phone',
    '+5511912345678',
  )
  const id = String(made['id'])
  expect(made).toMatchObject({ name: 'Maria da Silva', document: '52998224725', phone: '+5511912345678' })
  expect((await cli.run(['customers', 'list', '--text', 'maria'])).out).toContain('52998224725')
  const changes = ['--external-id', 'c-1', '--phone', '']
  expect(await cli.json('customers', 'change', id, ...changes)).toMatchObject({ externalId: 'c-1', phone: null })
  expect((await cli.run(['customers', 'change', id])).code).toBe(2)
  expect((await cli.run(['customers', 'show', id])).out).toContain('c-1')
  expect((await cli.run(['customers', 'remove', id])).code).toBe(0)
  expect((await cli.run(['customers', 'show', id])).code).not.toBe(0)
})

test('customers come from a spreadsheet: previewed, refused with an invalid row, imported and exported', async () => {
  const file = join(await dataFolder(), 'customers.csv')
  await writeFile(file, 'Nome;CPF ou CNPJ;Id externo\nNina;529.982.247-25;n-1\nOlga;111;n-2\n')
  const preview = await cli.run(['customers', 'import', file, '--preview'])
  expect([preview.code, preview.out]).toEqual([0, expect.stringMatching(/3 +Olga +document is not valid/)])
  expect(preview.err).toContain('1 added, 0 changed, 1 invalid.')
  expect(await cli.json('customers', 'list', '--text', 'nina')).toEqual([])
  expect((await cli.run(['customers', 'import', file])).code).not.toBe(0)
  expect(await cli.json('customers', 'import', file, '--skip-invalid')).toMatchObject({ created: 1, invalid: 1 })
  expect((await cli.run(['customers', 'export', '--text', 'nina'])).out).toMatch(/^\uFEFF?Name;[^]*\nNina;52998224725;/)
})

test('a payment link is created, listed, closed and reopened', async () => {
  const made = await cli.json('links', 'make', 'Birthday cake', '--amount', '45', '--stock', '2')
  expect(made).toMatchObject({ title: 'Birthday cake', amount: '45.000000', stock: 2, state: 'Active' })
  const { id, url } = made as { id: string; url: string }
  expect((await cli.run(['links', 'show', id])).out).toContain(url)
  expect(await cli.json('links', 'close', id)).toMatchObject({ state: 'Closed' })
  expect((await cli.run(['links', 'list', '--state', 'Closed'])).out).toMatch(
    /Birthday cake +R\$ 45\.00 +0 of 2 +Closed/,
  )
  expect(await cli.json('links', 'reopen', id)).toMatchObject({ state: 'Active' })

  const bounds = ['--min', '5', '--max', '100', '--until', '2099-12-24', '--ask-payer']
  expect(await cli.json('links', 'make', 'Donations', ...bounds)).toMatchObject({
    amount: null,
    minAmount: '5.000000',
    maxAmount: '100.000000',
    endsAt: '2099-12-25T02:59:59.000Z',
    asksPayer: true,
  })
  const counter = await cli.run(['links', 'make', 'Counter', '--static', '--qr'])
  expect(readDrawn(counter.err)).toBe(/^code +(.+)$/m.exec(counter.out)?.[1])
  expect((await cli.run(['links', 'make', 'Counter', '--static', '--stock', '2'])).code).toBe(2)
  expect((await cli.run(['links', 'make', 'Cake', '--until', 'tomorrow'])).code).toBe(2)
})

test('a dispute is listed, answered and shown', async () => {
  const { transaction } = (await cli.json('cash-in', '8')) as { transaction: { id: string } }
  const { id: transactionId } = transaction
  await cli.run(['pay', transactionId])
  const { status, body } = await api.post('/sandbox/disputes', { transactionId })
  expect([status, body]).toMatchObject([201, {}])
  const { id } = body.data
  expect((await cli.run(['disputes', 'list', '--state', 'Open'])).out).toContain(id)
  expect(await cli.json('disputes', 'defend', id, 'Delivered')).toMatchObject({
    state: 'Defended',
    defence: 'Delivered',
  })
  expect((await cli.run(['disputes', 'show', id])).out).toMatch(/blocked +R\$ 8\.00/)
})

test('a file is requested, listed and shown', async () => {
  const asked = ['statement', '--format', 'ofx', '--from', '2026-11-01', '--to', '2026-11-15']
  const { id } = (await cli.json('files', 'ask', ...asked)) as { id: string }
  expect((await cli.run(['files', 'list'])).out).toMatch(/statement +ofx +2026-11-01 2026-11-15 +Waiting/)
  expect(await cli.json('files', 'show', id)).toMatchObject({ kind: 'statement', state: 'Waiting', url: null })
  expect((await cli.run(['files', 'ask', 'nonsense', '--from', '2026-11-01'])).code).not.toBe(0)
})

test('a list is compared as a spreadsheet in Brazil writes it', async () => {
  const { transaction } = (await cli.json('cash-in', '1234.5', '--order', 'a;"b"')) as { transaction: { id: string } }
  await cli.run(['pay', transaction.id])
  const list = join(await dataFolder(), 'sales.csv')
  await writeFile(list, '\ufeffPedido;Cliente;Valor\r\n"a;""b""";Ana;1.234,50\r\nunknown;;R$ 2,00\r\n')
  const today = dayOf(trilho.needs.clock())
  const asked = ['files', 'reconcile', list, '--from', today, '--to', today]
  const { id } = (await cli.json(...asked)) as { id: string }
  await untilDone(() => runFiles(trilho.needs))
  expect((await cli.run(['files', 'show', id])).out).toMatch(/^result +1 match, 0 differ, 1 missing here/m)
  await writeFile(list, 'Pedido\nx\n')
  const refused = await cli.run(asked)
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('no column amount')])
})

test('waiting for a payment ends with its event, and the exit code says the outcome', async () => {
  const paid = cli.start(['cash-in', '3', '--wait', '--json'])
  const failed = cli.start([
    'cash-out',
    '2',
    '--key',
    'joao@example.com',
    '--recipient-name',
    'João de Souza',
    '--recipient-cpf',
    '39053344705',
    '--yes',
    '--wait',
  ])
  const late = cli.run(['cash-in', '4', '--wait', '--timeout', '1s'])
  await Promise.all([paid.said('"qrCode"'), failed.said('\nstate ')])
  const created = JSON.parse(paid.out())
  await Promise.all([
    cli.run(['pay', created.transaction.id]),
    cli.run(['sandbox', 'error', /^id +(\S+)$/m.exec(failed.out())?.[1] ?? '']),
  ])
  const [{ code, out }, otherwise, { code: lateCode }] = await Promise.all([paid.ended, failed.ended, late])
  expect([code, JSON.parse(out.slice(paid.out().indexOf('}\n{') + 2)).transaction.state]).toEqual([0, 'Completed'])
  expect([otherwise.code, otherwise.err]).toEqual([1, expect.stringContaining('The payment ended as Error')])
  expect(lateCode).toBe(5)
})

test('every outcome of the sandbox is a command, also of OpenFinance and of payment requests', async () => {
  const pix = () => api.createCashIn({ webhook: { url: sink.url } })
  const completed = async () => {
    const id = await pix()
    await api.simulate('complete', id)
    return id
  }
  const { id: initiation } = await api.createInitiation({ webhook: { url: sink.url } })
  const cashOut = await api.createCashOut({ webhook: { url: sink.url } })
  const [yes, no] = [await api.createRequest(), await api.createRequest()]
  const played = [
    ['sandbox complete', await pix(), { transactionState: 'Completed' }],
    ['sandbox error', await pix(), { transactionState: 'Error' }],
    ['sandbox cancel', await pix(), { transactionState: 'Cancelled' }],
    ['cancel', await pix(), { transactionState: 'Cancelled' }],
    ['sandbox register', cashOut, { transactionState: 'Registered' }],
    ['sandbox reverse', await completed(), { transactionState: 'Reversed' }],
    ['sandbox refund', await completed(), { transactionState: 'Refunded' }],
    ['pay', initiation, { transactionState: 'Completed' }],
    ['sandbox approve', yes.id, { status: 'Approved' }],
    ['sandbox reject', no.id, { status: 'Rejected' }],
  ] as const
  await Promise.all(
    played.map(async ([command, id, end]) => expect(await cli.json(...command.split(' '), id)).toMatchObject(end)),
  )
})

test('the clock is moved and faults are scripted from the terminal', async () => {
  const own = await openCli()
  await own.logIn({ url: trilho.url, ...(await trilho.newMerchant()) })
  expect(await own.json('sandbox', 'clock')).toMatchObject({ aheadSeconds: 0 })
  expect(await own.json('sandbox', 'clock', '+2h')).toMatchObject({ aheadSeconds: 7200 })
  expect((await own.run(['sandbox', 'clock', '-2h'])).code).toBe(2)
  expect(await own.json('sandbox', 'trouble', 'slowBank', '--times', '2')).toMatchObject([{ timesLeft: 2, seconds: 5 }])
  expect((await own.run(['sandbox', 'trouble'])).out).toMatch(/slowBank +2 +5 +API/)
  expect(await own.json('sandbox', 'trouble', 'slowBank', '--remove')).toEqual([])
})

test('a payment without a webhook URL is created, and paying it succeeds', async () => {
  const bare = await openCli()
  await bare.logIn({ url: trilho.url, accessKey: api.accessKey, secret: api.secret })
  const { transaction } = await bare.json('cash-in', '5')
  const { code, out, err } = await bare.run(['pay', transaction.id])
  expect([code, out, err]).toEqual([0, 'R$ 5.00: Registered → Completed\n', expect.stringContaining('trilho listen')])
})

test('lists, account and deliveries are read, as tables and as JSON', async () => {
  const ids = []
  for (let made = 0; made < 25; made++)
    ids.unshift(await api.createCashIn({ transaction: { orderId: `list-${made}` } }))
  const id = await api.createCashIn({ webhook: { url: sink.url } })
  await api.simulate('complete', id)
  const [page, all, one, table, balance, shown, csv, entries, deliveries] = await Promise.all([
    cli.json('transactions', 'list', '--state', 'Registered'),
    cli.json('transactions', 'list', '--state', 'Registered', '--limit', 'all', '--since', '1h'),
    cli.json('transactions', 'list', '--order', 'list-3'),
    cli.run(['transactions', 'list', '--limit', '2']),
    cli.run(['balance']),
    cli.run(['statement']),
    cli.run(['statement', '--csv']),
    cli.json('statement'),
    cli.json('webhooks', 'deliveries', '--transaction', id, '--state', 'Success'),
  ])
  expect(page).toHaveLength(20)
  expect(all.map((transaction: { id: string }) => transaction.id)).toEqual(expect.arrayContaining(ids))
  expect(one).toMatchObject([{ orderId: 'list-3' }])
  expect(table.out.split('\n')[0]).toMatch(/^date +amount +state/)
  expect(table.err).toContain('There are more')
  for (const [name, words] of [
    ['available', 'to pay out'],
    ['held', 'on their way'],
    ['blocked', 'by disputes'],
    ['reserved', 'for some days'],
    ['total', 'all of them'],
  ])
    expect(balance.out).toMatch(new RegExp(`^${name} +R\\$ [\\d,]+\\.\\d\\d  .*${words}`, 'm'))
  expect(shown.out).toMatch(/^date +what +available +held +blocked +balance/)
  expect(shown.out).toContain('openingBalance')
  expect(csv.out.trim().split('\n')).toHaveLength(entries.length + 1)
  expect(csv.out).toContain(id)
  const [resent, many, delivery] = await Promise.all([
    cli.json('webhooks', 'resend', deliveries[0].id),
    cli.json('webhooks', 'resend', '--since', '1h', '--url', 'http://127.0.0.1:1/nobody'),
    cli.json('webhooks', 'show', deliveries[0].id),
  ])
  expect([resent.id, many, delivery.payload.id]).toEqual([deliveries[0].id, { resent: 0, resentIsExact: true }, id])
})

test('money is sent only after a confirmation', async () => {
  const before = await api.balance()
  const { code, err } = await cli.run(['cash-out', '1', '--key', '39053344705', '--recipient-name', 'João de Souza'])
  expect([code, err]).toEqual([2, expect.stringContaining('Say --yes')])
  expect(await api.balance()).toMatchObject({ held: before.held, available: before.available })
})

test.runIf(hasTerminal)('before the prompt of a payout, owner of the key and remaining balance are shown', async () => {
  const { available } = await api.balance()
  const payout = '--key 39053344705 --recipient-name João --webhook http://127.0.0.1:9'
  const answering = (amount: string, answer: string) =>
    atTerminal(
      { ...cli.env, NO_COLOR: '1' },
      [`${process.execPath} ${cliScript} cash-out ${amount} ${payout}`],
      [['[y/N]', answer]],
    )
  const refused = await answering('1', 'n')
  expect(refused).toMatch(/owner +.+\r?\ncharges +R\$ 0\.00\r?\nleft +R\$/)
  expect([refused.includes('Nothing was sent'), (await api.balance()).available]).toEqual([true, available])
  expect(await answering('1', 'y')).toContain('are on their way')
  expect(await answering('99999999', 'y')).toContain('InsufficientBalance')
})

/** The text of the code drawn in half blocks, read by a decoder of photographs. */
function readDrawn(screen: string): string | undefined {
  const lines = screen.split('\n').filter(line => /^[ ▀▄█]{20,}$/.test(line))
  const scale = 4
  const size = lines[0]?.length ?? 0
  const pixels = new Uint8ClampedArray(size * scale * lines.length * 2 * scale * 4)
  const isLight = (row: number, column: number) =>
    '█'.concat(row % 2 === 0 ? '▀' : '▄').includes(lines[Math.floor(row / 2)]?.[column] ?? ' ')
  for (let y = 0; y < lines.length * 2 * scale; y++)
    for (let x = 0; x < size * scale; x++)
      pixels.fill(
        isLight(Math.floor(y / scale), Math.floor(x / scale)) ? 255 : 0,
        (y * size * scale + x) * 4,
        (y * size * scale + x) * 4 + 4,
      )
  return jsQR.default(pixels, size * scale, lines.length * 2 * scale)?.data
}

test('the return of a dispute is contested', async () => {
  const { transaction } = (await cli.json('cash-in', '8')) as { transaction: { id: string } }
  await cli.run(['pay', transaction.id])
  const { id } = (await api.post('/sandbox/disputes', { transactionId: transaction.id })).body.data
  await api.put(`/sandbox/disputes/${id}/return`)
  const contest = ['contest', id, 'Signed for', '--reason', 'NoFraud']
  expect(await cli.json('disputes', ...contest)).toMatchObject({ contest: { reason: 'NoFraud', outcome: null } })
  expect((await cli.run(['disputes', ...contest])).code).toBe(1)
})

test('the limits of the account are shown', async () => {
  expect((await cli.run(['limits'])).out).toMatch(/^payouts per day +none but the balance, R\$ [\d,.]+ sent today$/m)
  expect(await cli.json('limits')).toMatchObject({ perNight: null, nightFrom: 20, nightUntil: 6 })
})
