import { expect, test } from 'vitest'
import type { DialectName } from '../src/money/rails/bacen-pix/presets.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

// New credentials of connections that no charge was paid at: what shows that they are of the same account.

const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const { passTime, sweep } = sharedTime(trilho, bank)
const connections = await bank.connectAll(needs)
const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

/** Changes to the credentials of a partner as an operator who has just logged in. Why it is refused; null: it is done. */
async function change(dialect: keyof typeof connections, partner: string, more: object = {}) {
  const { clientId, clientSecret, certificates, applicationKey } = await bank.settingsOf(partner, dialect)
  const given = { clientId, clientSecret, certificate: certificates[0], ...(applicationKey && { applicationKey }) }
  const { post } = await newPortalPerson(trilho, { isOperator: true })
  const { status, body } = await post(`/operator/bank-connections/${connections[dialect]}/credentials`, {
    ...given,
    ...more,
  })
  return status === 200 ? null : (body.error.details.message as string)
}

const newPartner = async (dialect: DialectName) => {
  await bank.control('POST', '/partners', { name: `other ${dialect}`.replace(' ', '-'), dialect })
  return `other-${dialect}`
}

test('where no payment shows the account, new credentials need a person who confirms it, and the audit log says so', async () => {
  await bank.renew('standard')
  expect(await change('standard', 'standard')).toContain('no payment shows that the new credentials or settings are of')
  expect(await sql`select 1 from audit_entries where act = 'bank.rotateCredentials'`).toEqual([])
  expect(await change('standard', 'standard', { sameAccountConfirmed: true })).toBeNull()
  expect(await sql`select details from audit_entries where act = 'bank.rotateCredentials'`).toMatchObject([
    { details: { sameAccountConfirmed: true } },
  ])
})

test.each(['inter', 'sicoob', 'efi'] as const)(
  'a payout at %s shows whether new credentials are of the same account, whatever a person confirms',
  async dialect => {
    const api = await trilho.newMerchant({ balance: '50' })
    const connectionId = connections[dialect]
    await assignConnection(needs, { merchantId: api.merchantId, connectionId, allowsUnknownKeyOwner: true })
    const id = await api.createCashOut({ amount: '9', webhook, ...joao })
    const isOver = async () => {
      await passTime(60)
      await needs.bankOrders.stepAndWait()
      return api.stateOf(id)
    }
    await expect.poll(isOver).toBe('Completed')
    const other = await newPartner(dialect)
    for (const more of [{}, { sameAccountConfirmed: true }])
      expect(await change(dialect, other, more)).toContain('of another account')
    await bank.renew(dialect)
    expect(await change(dialect, dialect)).toBeNull()
  },
)

test('a payment without a charge shows whether new credentials are of the same account, when it is no longer listed', async () => {
  const { pixKey } = await bank.settingsOf('standard')
  await bank.control('POST', `/keys/${encodeURIComponent(pixKey)}/pay`, { amount: '7.00' })
  await expect
    .poll(() =>
      sweep().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  expect(await sql`select 1 from transactions where connection_id = ${connections.standard}`).toHaveLength(1)
  await passTime(8 * 86_400)
  expect(await change('standard', await newPartner('standard'))).toContain('of another account')
  await bank.renew('standard')
  expect(await change('standard', 'standard')).toBeNull()
})
