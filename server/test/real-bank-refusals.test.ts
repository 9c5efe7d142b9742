import { afterEach, expect, test } from 'vitest'
import { ensureCallbackUrls } from '../src/operations/banks/ensure-callback-urls.ts'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { recordReceivedPayment } from '../src/operations/banks/record-received-payment.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { endException } from '../src/operations/exceptions/end-exception.ts'
import { wakeAfterOutage } from '../src/money/bank-orders/place-orders.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

/** Production with a bank in a separate process, which refuses in words that nobody has announced. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const connections = await bank.connectAll(needs)
await untilDone(() => ensureCallbackUrls(needs))
const operator = await newPortalPerson(trilho, { isOperator: true, name: 'Olga Operadora' })

const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

afterEach(async () => {
  await bank.control('DELETE', '/faults')
  trilho.clock.aheadMs = 0
})

type Dialect = keyof typeof connections
async function merchantAt(dialect: Dialect) {
  const api = await trilho.newMerchant({ balance: '50' })
  await assignConnection(needs, {
    merchantId: api.merchantId,
    connectionId: connections[dialect],
    allowsUnknownKeyOwner: true,
  })
  return api
}

async function settle(rounds = 8) {
  for (let round = 0; round < rounds; round++) {
    await needs.bankOrders.stepAndWait()
    trilho.clock.aheadMs += 3_600_000
  }
}

const openException = async (transactionId: string) =>
  (
    await sql<{ merchantId: string; id: string; said: object }[]>`
    select merchant_id, id, said from bank_exceptions where transaction_id = ${transactionId} and state = 'Open'`
  )[0]
const causeOf = async (
  api: { get: (path: string) => Promise<{ body: { data: { transaction: object } } }> },
  id: string,
) => (await api.get(`/accounts/transactions/pix/${id}`)).body.data.transaction
const sentNow = async () =>
  (await bank.control('GET', '/payouts?all')).filter(({ state }: { state: string }) => state === 'Paid').length

/** The call by which money is sent. */
const sending = {
  efi: { partner: 'efi', method: 'PUT', path: '/v3/gn/pix' },
  inter: { partner: 'inter', method: 'POST', path: '/banking/v2/pix' },
  sicoob: { partner: 'sicoob', method: 'POST', path: '/confirmacao' },
}
const text = 'Limite diário da conta 11144477735 excedido, fale com o gerente.'

test.each(
  (['efi', 'inter', 'sicoob'] as const).flatMap(dialect => [400, 403, 422].map(status => [dialect, status] as const)),
)(
  'a payout that %s refuses with %i in unknown words has failed at once; operators see the words',
  async (dialect, status) => {
    const api = await merchantAt(dialect)
    const before = await sentNow()
    await bank.control('POST', '/faults', { kind: 'refusal', status, text, ...sending[dialect] })
    const id = await api.createCashOut({ amount: '7', webhook, ...joao })
    await needs.bankOrders.stepAndWait()
    expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Error', '50.000000'])
    expect(await causeOf(api, id)).toMatchObject({ stateErrorCause: 'RefusedByBank' })
    const shown = async (person: typeof operator) =>
      (await person.get(`/merchants/${api.merchantId}/transactions/${id}`)).body.data.bankWords
    expect(await shown(operator)).toContain(text)
    const owner = await newPortalPerson(trilho, { merchantId: api.merchantId, role: 'owner' } as never)
    expect(await shown(owner)).toBeNull()
    await settle(2)
    expect(await sentNow()).toBe(before)
    expect(await auditBooks(needs)).toEqual([])
  },
)

const shownWords = async (merchantId: string, id: string) =>
  (await operator.get(`/merchants/${merchantId}/transactions/${id}`)).body.data.bankWords

test.each(['efi', 'inter', 'sicoob'] as const)(
  'what %s says of a payout that it accepted and then refused is shown to operators, no longer than other words',
  async dialect => {
    const api = await merchantAt(dialect)
    await bank.control('PUT', '/settings', { payoutDelayMs: null })
    const id = await api.createCashOut({ amount: '7', webhook, ...joao })
    await needs.bankOrders.stepAndWait()
    const [order] = await sql<{ bankReference: string }[]>`
      select bank_reference from bank_orders where transaction_id = ${id}`
    const named = order?.bankReference ?? id.replaceAll('-', '')
    await bank.control('POST', `/payouts/${named}/refuse`, { code: 'XX99', reason: text.repeat(10) })
    await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
    await expect
      .poll(async () => {
        await processCallbacks(needs)
        await needs.bankOrders.stepAndWait()
        trilho.clock.aheadMs += 60_000
        return api.stateOf(id)
      })
      .toBe('Error')
    expect(await causeOf(api, id)).toMatchObject({ stateErrorCause: 'RefusedByBank' })
    trilho.clock.aheadMs = 0
    const words = await shownWords(api.merchantId, id)
    expect(words).toContain(text)
    expect(words).toHaveLength(300)
    const owner = await newPortalPerson(trilho, { merchantId: api.merchantId, role: 'owner' } as never)
    const shown = await owner.get(`/merchants/${api.merchantId}/transactions/${id}`)
    expect(shown.text).not.toContain('gerente')
  },
)

test.each(['inter', 'sicoob'] as const)(
  'what %s says of a key that no account has is shown to operators',
  async dialect => {
    const api = await merchantAt(dialect)
    // Where it is looked up when the payout is made, the bank does not answer then.
    const lookUp = { partner: 'sicoob', method: 'POST', path: '/pix-pagamentos/v2/pagamentos' }
    if (dialect === 'sicoob') await bank.control('POST', '/faults', { kind: 'drop', ...lookUp })
    const id = await api.createCashOut({ amount: '7', webhook, ...joao, key: { type: 'EMAIL', value: 'no@one.test' } })
    await needs.bankOrders.stepAndWait()
    expect(await causeOf(api, id)).toMatchObject({ stateErrorCause: 'PixKeyNotFound' })
    expect(await shownWords(api.merchantId, id)).toMatch(/chave/i)
  },
)

test.each(['inter', 'efi', 'sicoob'] as const)(
  'after a lost answer a refusal of %s in unknown words decides nothing: it is an exception with the words',
  async dialect => {
    const api = await merchantAt(dialect)
    await bank.control('POST', '/faults', { kind: 'drop', ...sending[dialect] })
    const id = await api.createCashOut({ amount: '7', webhook, ...joao })
    await needs.bankOrders.stepAndWait()
    await bank.control('POST', '/faults', { kind: 'refusal', status: 422, text, ...sending[dialect] })
    trilho.clock.aheadMs = 60_000
    await needs.bankOrders.stepAndWait()
    expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Created', '43.000000'])
    const exception = await openException(id)
    expect(exception?.said).toEqual({ code: 'doubtful', value: expect.stringContaining(text) })
    // That the bank does not show it is no answer: a person must have read its own record.
    const released = { ...exception!, act: 'release', by: 'Olga', note: 'not in the list' } as const
    await expect(endException(needs, released)).rejects.toThrow('bankChecked is missing')
    // Without a reference of Inter only a person who has read its record can go on.
    if (dialect === 'inter') return
    await endException(needs, { ...exception!, act: 'sendAgain', by: 'Olga', note: 'the limit was raised' })
    await settle(4)
    expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Completed', '43.000000'])
    expect(await auditBooks(needs)).toEqual([])
  },
)

test.each(['O idEnvio informado já foi utilizado.', 'Identificador já informado.', 'Requisicao enviada anteriormente'])(
  'a repeated payout that the bank refuses as a duplicate in its own words is no refusal: %s',
  async used => {
    const api = await merchantAt('efi')
    const before = await sentNow()
    await bank.control('POST', '/faults', { kind: 'act, then cut', ...sending.efi })
    await bank.control('POST', '/faults', {
      kind: 'not found',
      partner: 'efi',
      method: 'GET',
      path: '/enviados/',
      times: 2,
    })
    const id = await api.createCashOut({ amount: '7', webhook, ...joao })
    await needs.bankOrders.stepAndWait()
    await bank.control('POST', '/faults', { kind: 'refusal', status: 422, text: used, ...sending.efi })
    trilho.clock.aheadMs = 60_000
    await needs.bankOrders.stepAndWait()
    expect([await api.stateOf(id), await openException(id)]).toEqual(['Created', undefined])
    await settle(2)
    expect([await api.stateOf(id), await sentNow()]).toEqual(['Completed', before + 1])
  },
)

test.each(['efi', 'inter', 'sicoob'] as const)(
  'a payout that %s goes on refusing as a duplicate and does not show is in doubt: a release needs a look at its own record',
  async dialect => {
    const api = await merchantAt(dialect)
    const { partner, method, path } = sending[dialect]
    const reading = {
      partner,
      method: 'GET',
      path: { efi: '/id-envio/', inter: path, sicoob: '/pagamentos/' }[dialect],
    }
    await bank.control('POST', '/faults', { kind: 'act, then cut', partner, method, path })
    const id = await api.createCashOut({ amount: '7', webhook, ...joao })
    await needs.bankOrders.stepAndWait()
    await bank.control('POST', '/faults', { kind: 'not found', ...reading, times: 100 })
    const used = { kind: 'refusal', status: 409, text: 'Identificador já utilizado.', times: 100 }
    await bank.control('POST', '/faults', { ...used, partner, method, path })
    await settle(8)
    const exception = await openException(id)
    expect(exception?.said).toEqual({ code: 'doubtful', value: expect.stringContaining('utilizado') })
    const released = { ...exception!, act: 'release', by: 'Olga', note: 'not in the list' } as const
    await expect(endException(needs, released)).rejects.toThrow('bankChecked is missing')
    expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Created', '43.000000'])
    await bank.control('DELETE', '/faults')
    // Inter is asked by a reference that was lost with its response.
    if (dialect === 'inter') return
    const checked = { ...released, bankChecked: true } as const
    await expect(endException(needs, checked)).rejects.toMatchObject({ reason: 'BankReportsOtherwise' })
    await endException(needs, { ...exception!, act: 'sendAgain', by: 'Olga', note: 'the bank shows it' })
    await settle(2)
    expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Completed', '43.000000'])
    expect(await auditBooks(needs)).toEqual([])
  },
)

test.each(['chave_nao_pertence_ao_documento', 'pagamento_negado'])(
  'a repeated payout that efi refuses by %s is read first: efi has paid the first call, and it is not released',
  async name => {
    const api = await merchantAt('efi')
    const before = await sentNow()
    const { partner, method, path } = sending.efi
    await bank.control('POST', '/faults', { kind: 'act, then cut', partner, method, path })
    const id = await api.createCashOut({ amount: '7', webhook, ...joao })
    await needs.bankOrders.stepAndWait()
    // Its look-up lags behind once, so that the payout is sent again.
    await bank.control('POST', '/faults', { kind: 'not found', partner, method: 'GET', path: '/id-envio/' })
    await bank.control('POST', '/faults', { kind: 'refusal', partner, method, path, status: 400, name })
    await settle()
    expect([await api.stateOf(id), await api.availableBalance(), (await sentNow()) - before]).toEqual([
      'Completed',
      '43.000000',
      1,
    ])
    expect(await bank.control('GET', '/faults')).toMatchObject({ calls: [] })
  },
)

test('a payout that efi refuses by a name that is known has its own cause, and operators see the words too', async () => {
  const api = await merchantAt('efi')
  await bank.control('POST', '/faults', {
    kind: 'refusal',
    status: 400,
    name: 'pagamento_negado',
    text,
    ...sending.efi,
  })
  const id = await api.createCashOut({ amount: '7', webhook, ...joao })
  await needs.bankOrders.stepAndWait()
  expect(await causeOf(api, id)).toMatchObject({ stateErrorCause: 'PaymentDenied' })
  const { bankWords } = (await operator.get(`/merchants/${api.merchantId}/transactions/${id}`)).body.data
  expect(bankWords).toContain(text)
})

test('a repeated payout that efi refuses by a known name and does not show is in doubt: it is not released', async () => {
  const api = await merchantAt('efi')
  const { partner, method, path } = sending.efi
  await bank.control('POST', '/faults', { kind: 'act, then cut', partner, method, path })
  const id = await api.createCashOut({ amount: '7', webhook, ...joao })
  await needs.bankOrders.stepAndWait()
  await bank.control('POST', '/faults', { kind: 'not found', partner, method: 'GET', path: '/id-envio/', times: 2 })
  await bank.control('POST', '/faults', {
    kind: 'refusal',
    partner,
    method,
    path,
    status: 400,
    name: 'pagamento_negado',
  })
  trilho.clock.aheadMs = 60_000
  await needs.bankOrders.stepAndWait()
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Created', '43.000000'])
  expect((await openException(id))?.said).toEqual({ code: 'doubtful', value: 'PaymentDenied' })
})

test('credentials that lack a permission are no refusal of a payout: it waits, and is sent when they have it', async () => {
  const api = await merchantAt('efi')
  await bank.control('POST', '/faults', { kind: 'no access', ...sending.efi, times: 3 })
  const id = await api.createCashOut({ amount: '7', webhook, ...joao })
  for (let round = 0; round < 3; round++) {
    await needs.bankOrders.stepAndWait()
    expect(await api.stateOf(id)).toBe('Created')
    trilho.clock.aheadMs += 60_000
  }
  await settle(4)
  expect(await api.stateOf(id)).toBe('Completed')
})

test('a bank that refuses every question about a payout is an exception within minutes, with its words, and not after days', async () => {
  const api = await merchantAt('efi')
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  const id = await api.createCashOut({ amount: '7', webhook, ...joao })
  await needs.bankOrders.stepAndWait()
  const refusal = { kind: 'refusal', status: 400, text, partner: 'efi', method: 'GET', path: '/enviados/', times: 100 }
  await bank.control('POST', '/faults', refusal)
  await settle(8)
  const exception = await openException(id)
  expect(exception?.said).toEqual({ code: 'doubtful', value: expect.stringContaining(text) })
  expect(await api.availableBalance()).toBe('43.000000')
  await bank.control('DELETE', '/faults')
  await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
  await bank.control('POST', `/payouts/${id.replaceAll('-', '')}/complete`)
  await endException(needs, { ...exception!, act: 'sendAgain', by: 'Olga', note: 'the bank answers' })
  await settle(3)
  expect(await api.stateOf(id)).toBe('Completed')
})

const unclear = 'refusal in another form'

test.each([
  ['efi', { kind: unclear, form: 'empty' }, 'HTTP 400'],
  ['efi', { kind: 'no access', path: '/gn/pix' }, 'HTTP 403: the token lacks a scope'],
  [
    'inter',
    { kind: unclear, form: 'xml', status: 422, text },
    `HTTP 422: <?xml version="1.0"?><erro><descricao>${text}`,
  ],
  ['inter', { kind: unclear, form: 'html', status: 404, text }, `HTTP 404: <html><body><h1>${text}`],
  ['sicoob', { kind: unclear, form: 'error', status: 403, text }, `HTTP 403: {"error":"${text}"}`],
  ['sicoob', { kind: unclear, form: '_message', status: 409, text }, `HTTP 409: {"_message":"${text}"}`],
] as const)(
  'a payout that %s goes on refusing in a form that nobody knows (%o) is an exception within hours, whatever else the bank answers',
  async (dialect, fault, said) => {
    const api = await merchantAt(dialect)
    await bank.control('POST', '/faults', { ...sending[dialect], times: 100, ...fault })
    const id = await api.createCashOut({ amount: '7', webhook, ...joao })
    for (let round = 0; round < 9; round++) {
      await settle(1)
      expect(await openException(id)).toBeUndefined()
      await wakeAfterOutage(needs, connections[dialect])
    }
    await settle(2)
    const exception = await openException(id)
    expect(exception?.said).toEqual({ code: 'doubtful', value: expect.stringContaining(said) })
    // One of the calls may have been taken: that the bank does not show it is no answer.
    await bank.control('DELETE', '/faults')
    const released = { ...exception!, act: 'release', by: 'Olga', note: 'not in the list' } as const
    await expect(endException(needs, released)).rejects.toThrow('bankChecked is missing')
    expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Created', '43.000000'])
    expect(await auditBooks(needs)).toEqual([])
  },
)

test('a payout that was refused in an unknown form for a while is sent once when the bank accepts it again', async () => {
  const api = await merchantAt('efi')
  const before = await sentNow()
  await bank.control('POST', '/faults', { kind: `act, then ${unclear}`, form: 'html', status: 404, ...sending.efi })
  await bank.control('POST', '/faults', { kind: unclear, form: 'empty', partner: 'efi', path: '/gn/pix', times: 4 })
  const id = await api.createCashOut({ amount: '7', webhook, ...joao })
  await settle(7)
  expect([await api.stateOf(id), (await sentNow()) - before]).toEqual(['Completed', 1])
})

test('a payout that efi goes on refusing for a webhook that it has is an exception with its words: the URL was sent again', async () => {
  const api = await merchantAt('efi')
  const words = 'A chave do pagador não possui webhook.'
  await bank.control('POST', '/faults', { kind: 'refusal', status: 400, text: words, ...sending.efi, times: 100 })
  const id = await api.createCashOut({ amount: '7', webhook, ...joao })
  const madeTo = async (method: string, path: string) =>
    (await bank.control('GET', '/calls')).filter(
      (one: { partner: string; method: string; path: string }) =>
        one.partner === 'efi' && one.method === method && one.path.includes(path),
    ).length
  const [sends, registrations] = [await madeTo('PUT', '/v3/gn/pix'), await madeTo('PUT', '/webhook/')]
  for (let round = 0; round < 12; round++) {
    await needs.bankOrders.stepAndWait()
    await untilDone(() => ensureCallbackUrls(needs))
    trilho.clock.aheadMs += 5_000
  }
  expect((await openException(id))?.said).toEqual({ code: 'doubtful', value: expect.stringContaining(words) })
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Created', '43.000000'])
  expect((await madeTo('PUT', '/v3/gn/pix')) - sends).toBeLessThan(8)
  expect((await madeTo('PUT', '/webhook/')) - registrations).toBeGreaterThan(0)
})

test.each([
  [400, 409, 'RefusedByBank'],
  [422, 409, 'RefusedByBank'],
  [409, 503, 'BankUnavailable'],
  [403, 409, 'RefusedByBank'],
])(
  'a charge that the bank refuses with %i in unknown words is a %i with a reason, and nothing is stored',
  async (status, answered, reason) => {
    const api = await merchantAt('efi')
    await bank.control('POST', '/faults', {
      kind: 'refusal',
      status,
      text,
      partner: 'efi',
      method: 'PUT',
      path: '/cob/',
    })
    const answer = await api.requestCashIn({ amount: '5', webhook })
    expect([answer.status, answer.body.error.details.reason]).toEqual([answered, reason])
    expect(answer.text).not.toContain('gerente')
    const said = { RefusedByBank: "in the server's log", BankUnavailable: 'does not decide' }[reason]
    expect(answer.body.error.message).toContain(said)
    expect(
      await sql`select from transactions where merchant_id = ${api.merchantId} and operation = 'pixCashIn'`,
    ).toHaveLength(0)
  },
)

test('a charge that the bank refuses because its id is used is read: it is the one that was made', async () => {
  const api = await merchantAt('standard')
  const at = { partner: 'standard', method: 'PUT', path: '/cob/' }
  await bank.control('POST', '/faults', { kind: 'act, then refusal', status: 400, text: 'txid já informado', ...at })
  expect((await api.requestCashIn({ amount: '5', webhook })).status).toBe(201)
})

test('a bank that has nothing at its address is a 503 for a charge, not a fault on our side', async () => {
  const api = await merchantAt('standard')
  await bank.control('POST', '/faults', { kind: 'not found', partner: 'standard', method: 'PUT', path: '/cob/' })
  const answer = await api.requestCashIn({ amount: '5', webhook })
  expect([answer.status, answer.body.error.details.reason]).toEqual([503, 'BankUnavailable'])
})

/** A charge that was paid, at Efí. */
async function paidCharge(api: Awaited<ReturnType<typeof merchantAt>>): Promise<string> {
  const id = await api.createCashIn({ amount: '5', webhook })
  const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  const { pix } = await bank.control('POST', `/charges/efi/${charge?.externalId}/pay`, {})
  const rails = await needs.railsOf(connections.efi)
  await recordReceivedPayment(needs, rails, (await rails.received?.readReceived(pix[0].endToEndId))!)
  return id
}

test('a refund that the bank refuses in unknown words has failed: operators read them whole, merchants a cause', async () => {
  const api = await merchantAt('efi')
  const id = await paidCharge(api)
  const refusal = { kind: 'refusal', status: 422, text, partner: 'efi', method: 'PUT', path: '/devolucao/' }
  await bank.control('POST', '/faults', refusal)
  expect((await api.refund(id)).status).toBe(201)
  await settle(2)
  expect(await api.stateOf(id)).toBe('Completed')
  const refund = { state: 'Failed', cause: 'RefundRefusedByBank' }
  const read = await api.get(`/accounts/transactions/pix/${id}/refunds`)
  expect(read.body.data.items).toMatchObject([refund])
  expect(read.text).not.toContain('gerente')
  trilho.clock.aheadMs = 0
  const shownTo = async (person: typeof operator) =>
    (await person.get(`/merchants/${api.merchantId}/transactions/${id}`)).body.data.refunds
  expect(await shownTo(operator)).toMatchObject([{ ...refund, bankWords: expect.stringContaining(text) }])
  const owner = await newPortalPerson(trilho, { merchantId: api.merchantId, role: 'owner' } as never)
  expect(await shownTo(owner)).toMatchObject([{ ...refund, bankWords: null }])
})
