import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { call } from './kit/api-client.ts'
import { assertProperty } from './kit/property.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

/** The central bank counts new fields and new members of enums as compatible: banks have them before anybody reads of it. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const connections = await bank.connectAll(needs)
const { passTime, sweep } = sharedTime(trilho, bank)
type DialectName = keyof typeof connections

const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

/** What versions 2.10.0 and 2.11.0-rc1 of the Pix API add to payments, charges and returns. */
const announced = {
  valorLiquido: '1.00',
  valorLiquidoEstimado: '1.00',
  tributo: { cbs: '0.10', ibs: '0.10' },
  componentesValor: { original: { valor: '1.00' }, saque: { valor: '0.50', modalidadeAgente: 'AGFSS' } },
  tipoIniciacao: 'AUTO',
  finalidadeMED: 'NOVA',
}
const unannounced = fc.dictionary(
  fc.stringMatching(/^x[A-Za-z]{3,12}$/),
  fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string()), fc.constant({ x: [{}] })),
  { maxKeys: 4 },
)

/** Members of enums that no version has, for as many responses: the bank is asked again. */
const newMembers = fc.record({
  values: fc.constantFrom({ status: 'EM_ANALISE_NOVA' }, { natureza: 'NATUREZA_NOVA' }, { modalidadeAgente: 'AGXXX' }),
  times: fc.integer({ min: 1, max: 2 }),
  path: fc.constantFrom('/devolucao/', '/pix', '/cob/'),
})

const life = fc.record({
  dialect: fc.constantFrom<DialectName>('standard', 'efi', 'inter', 'sicoob'),
  more: unannounced,
  members: fc.array(newMembers, { maxLength: 2 }),
  isByCallback: fc.boolean(),
})

async function newMerchant(dialect: DialectName) {
  const api = await trilho.newMerchant()
  const at = { merchantId: api.merchantId, connectionId: connections[dialect], allowsUnknownKeyOwner: true }
  await assignConnection(needs, at)
  return api
}

async function settled(isDone: () => Promise<boolean>) {
  const step = async () => {
    await untilDone(() => processCallbacks(needs))
    await needs.bankOrders.stepAndWait()
    await passTime(30)
    return isDone()
  }
  await expect.poll(step).toBe(true)
}

test('fields and members of enums that nobody knows change nothing: charge, callback, sweep, refund and payout end as they should', async () => {
  await assertProperty(
    fc.asyncProperty(life, async ({ dialect, more, members, isByCallback }) => {
      const values = { ...announced, ...more }
      const api = await newMerchant(dialect)
      await bank.control('DELETE', '/faults')
      for (const { values: changed, ...where } of members)
        await bank.control('POST', '/faults', { kind: 'fields changed', values: changed, partner: dialect, ...where })
      await bank.control('POST', '/faults', { kind: 'fields added', values, times: 10_000, partner: dialect })

      const id = await api.createCashIn({ amount: '10.00', payer: null, webhook })
      const [row] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
      await bank.control('POST', '/callback-faults', { kind: 'drop' })
      const { pix } = await bank.control('POST', `/charges/${dialect}/${row?.externalId}/pay`)
      if (isByCallback) {
        const [connection] = await sql`
          select callback_token from bank_connections where id = ${connections[dialect]}`
        const body = { pix: [{ endToEndId: pix[0].endToEndId, valor: '10.00', ...values }], ...values }
        const sent = await call(`${trilho.url}/bank-notices/${connection?.['callbackToken']}/pix`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        expect(sent.status).toBe(200)
      }
      await settled(async () => {
        if (!isByCallback) await sweep()
        return (await api.stateOf(id)) === 'Completed'
      })
      expect(await api.availableBalance()).toBe('10.000000')

      expect((await api.refund(id, { amount: '4.00' })).status).toBe(201)
      await settled(async () => (await api.read(id)).body.data.transaction.refundedAmount === '4.000000')
      if (dialect !== 'standard') {
        const payout = await api.createCashOut({ amount: '5.00', ...joao, webhook })
        await settled(async () => (await api.stateOf(payout)) === 'Completed')
      }
      expect(await api.availableBalance()).toBe(dialect === 'standard' ? '6.000000' : '1.000000')
      expect(await auditBooks(needs)).toEqual([])
    }),
    { runs: 24 },
  )
})

test.each(['CONCLUIDA_POR_OUTRO_ARRANJO', 'REMOVIDA_PELO_PSP_BOLETO'])(
  'a charge that its bank shows as %s is over, and can be cancelled',
  async status => {
    await bank.control('DELETE', '/faults')
    const api = await newMerchant('standard')
    const id = await api.createCashIn({ amount: '3.00', payer: null, webhook })
    const at = { partner: 'standard', path: '/cob/', times: 1 }
    await bank.control('POST', '/faults', { kind: 'refusal', method: 'PATCH', ...at })
    await bank.control('POST', '/faults', { kind: 'fields changed', method: 'GET', values: { status }, ...at })
    expect((await api.put(`/accounts/transactions/pix/${id}/cancel`)).body.data.transactionState).toBe('Cancelled')
  },
)
