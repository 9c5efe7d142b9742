import { expect, test } from 'vitest'
import { presets } from '../src/money/rails/bacen-pix/presets.ts'
import { type BoletoDialect, boletosBeside } from './kit/boletos-beside.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

/** Production beside a bank: what open boletos need stays with their connection. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs } = trilho
const bank = await startRealBank()
const connections = await bank.connectAll(needs, { hasContracts: true })
const { today, merchantAt, registered, read, settle, passTime, onlyOf, pay, settleAtBank } = boletosBeside(trilho, bank)

/** Changes settings as an operator who has just logged in. Why it is refused; null: it is done. */
async function change(dialect: BoletoDialect, changes: object): Promise<string | null> {
  const path = `/operator/bank-connections/${connections[dialect]}/settings`
  const { put } = await newPortalPerson(trilho, { isOperator: true })
  const { status, body } = await put(path, { ...changes, sameAccountConfirmed: true })
  return status === 200 ? null : body.error.details.message
}

/** Those of everything else. */
const scopes = `${presets.inter.calls.scopes} ${presets.inter.calls.payoutScopes}`

/** What each bank has boletos by. */
const endings = [
  ['inter', 'payoutUrl', null],
  ['inter', 'scopes', scopes],
  ['sicoob', 'clientNumber', null],
  ['sicoob', 'accountNumber', null],
  ['sicoob', 'payoutUrl', null],
  ['efi', 'boletoUrl', null],
] as const

test.each(['inter', 'sicoob', 'efi'] as const)(
  'at %s nothing that a boleto needs is taken away before it is paid and settled',
  async dialect => {
    const api = await merchantAt(connections[dialect])
    const bill = await registered(api)
    const before = { scopes: null, ...(await bank.settingsOf(dialect)), ...(await bank.contractOf(dialect)) }
    const attempts = endings.filter(([one]) => one === dialect)
    const refused = async () => {
      for (const [, field, value] of attempts)
        expect([field, await change(dialect, { [field]: value })]).toEqual([
          field,
          expect.stringContaining('open boletos need it'),
        ])
    }
    await refused()
    // What they do not need can change.
    expect(await change(dialect, { proxyVerifiesBank: true })).toBeNull()

    const boleto = await onlyOf(bill)
    await pay(boleto, { day: today() })
    await settle()
    expect(await read(api, bill)).toMatchObject({ state: 'Paid', payment: { isSettled: false } })
    await refused()
    await settleAtBank(boleto)
    await passTime(86_400)
    await settle()
    await passTime(86_400)
    await settle()
    expect((await read(api, bill)).transactionState).toBe('Completed')
    for (const [, field, value] of attempts) {
      expect([field, await change(dialect, { [field]: value })]).toEqual([field, null])
      expect(await change(dialect, { [field]: before[field] })).toBeNull()
    }
  },
)
