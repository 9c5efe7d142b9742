import { expect, test } from 'vitest'
import { bankCommands, exitCodeOf, textOf } from '../src/edges/commands/bank-commands.ts'
import type { BankSettings } from '../src/money/rails/bacen-pix/settings.ts'
import { connectBank } from '../src/money/rails/connect-bank.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

const production = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const { needs, sql } = await openTrilho(production, { isConnected: false })
const bank = await startRealBank()

/** `bank check` of a connection in a dialect, with these settings changed. */
async function check(
  dialect: 'efi' | 'inter' | 'sicoob' | 'standard' | 'bradesco',
  changes: Partial<BankSettings> = {},
) {
  const settings = { ...(await bank.settingsOf(dialect)), ...changes }
  await sql`delete from bank_connections`
  await connectBank(needs, { name: 'Bank', dialect, isDefault: false, settings })
  const printed = (await bankCommands['check']?.(needs, 'Bank', '')) ?? ''
  return { code: exitCodeOf(printed), lines: textOf(printed).trimEnd().split('\n') }
}

const bills = ['charges with a due date', 'new charges with a due date']

test.each([
  ['efi', ['payments received', 'charges', 'new charges', ...bills, 'boletos', 'callbacks', 'payouts']],
  ['inter', ['payments received', 'charges', 'new charges', ...bills, 'boletos', 'callbacks', 'payouts']],
  ['sicoob', ['payments received', 'charges', 'new charges', ...bills, 'boletos', 'callbacks', 'payouts']],
  ['standard', ['payments received', 'charges', 'new charges', ...bills, 'callbacks']],
] as const)(
  'a check of %s says for each thing what was asked and what came, and exits with 0',
  async (dialect, subjects) => {
    const contract = dialect === 'sicoob' ? await bank.contractOf('sicoob') : {}
    const { code, lines } = await check(dialect, { initiation: null, ...contract })
    expect(code).toBe(0)
    expect(lines).toHaveLength(subjects.length)
    for (const [i, subject] of subjects.entries())
      expect(lines[i]).toMatch(
        new RegExp(`^fine   ${subject}: (GET|PUT) https://localhost\\S+( with an empty body)?: HTTP (200|400|404)`),
      )
    expect(await bank.control('GET', '/charges')).toEqual([])
  },
)

test('a check of sicoob asks for boletos where the connection has a contract, and fails for one that the bank does not know', async () => {
  const contract = await bank.contractOf('sicoob')
  const ofBoletos = async (changes: Partial<BankSettings>) => {
    const { code, lines } = await check('sicoob', changes)
    return [code, lines.filter(line => line.includes('boletos: '))]
  }
  expect(await ofBoletos({})).toEqual([0, []])
  expect(await ofBoletos(contract)).toEqual([0, [expect.stringMatching(/^fine .*HTTP 200/)]])
  expect(await ofBoletos({ ...contract, clientNumber: '1' })).toEqual([
    1,
    [expect.stringMatching(/^FAILS .*HTTP 400: the bank does not know the billing contract/)],
  ])
})

test.each(['inter', 'sicoob'] as const)(
  'a bank that grants no scopes of boletos, %s, passes the check, which says so',
  async dialect => {
    const partners: { name: string; scopes: string[] }[] = await bank.control('GET', '/partners')
    const scopes = partners.find(({ name }) => name === dialect)?.scopes ?? []
    const grant = (granted: string[]) => bank.control('PUT', `/partners/${dialect}/scopes`, { scopes: granted })
    await grant(scopes.filter(scope => !scope.startsWith('boleto')))
    const { code, lines } = await check(dialect, dialect === 'sicoob' ? await bank.contractOf('sicoob') : {})
    await grant(scopes)
    expect([code, lines.find(line => line.includes('boletos: '))]).toEqual([
      0,
      expect.stringMatching(/^fine .*invalid_scope.*does not grant the scopes of boletos/),
    ])
  },
)

test('a wrong address fails the check, names the address and exits with 1', async () => {
  const wrong = await check('standard', { pixUrl: `${bank.url}/api/v9` })
  expect(wrong.code).toBe(1)
  for (const line of wrong.lines) expect(line).toMatch(/^FAILS .*\/api\/v9\/.*HTTP 404.*nothing at this address/)
  const payouts = await check('sicoob', { payoutUrl: `${bank.url}/other` })
  expect(payouts.code).toBe(1)
  expect(payouts.lines.filter(line => line.startsWith('FAILS'))).toEqual([
    expect.stringMatching(/payouts: GET \S+\/other\S+: HTTP 404.*nothing at this address/),
  ])
})

test('an application with several accounts at Inter names its account on every call, and a check without it says so', async () => {
  await bank.control('PUT', '/partners/inter/switches', { accountHeader: 'x-conta-corrente' })
  const named = await check('inter', { accountNumber: '123456' })
  const unnamed = await check('inter')
  await bank.control('PUT', '/partners/inter/switches', { accountHeader: null })
  expect([named.code, unnamed.code]).toEqual([0, 1])
  expect(unnamed.lines[0]).toMatch(/^FAILS .*HTTP 400, "O cabeçalho x-conta-corrente é obrigatório/)
})

test('a scope that the bank does not grant is called so, not a wrong secret', async () => {
  await bank.control('PUT', '/partners/inter/scopes', { scopes: ['cob.read', 'cob.write', 'pix.read'] })
  const { code, lines } = await check('inter')
  expect([code, lines.length]).toEqual([1, 1])
  expect(lines[0]).toMatch(/^FAILS {2}access: POST \S+\/token: .*HTTP 400, invalid_scope.*does not grant a scope/)
})

test('a connection that only receives requests only the scopes for receiving', async () => {
  const scopes = ['cob', 'pix', 'webhook'].flatMap(resource => [`${resource}.read`, `${resource}.write`])
  await bank.control('PUT', '/partners/inter/scopes', { scopes })
  expect((await check('inter', { payoutUrl: null })).code).toBe(0)
  expect((await check('inter')).lines[0]).toContain('invalid_scope')
})

test.each([
  ['bradesco', '/cob', 'where Bradesco makes no charges'],
  ['bradesco', '/cob-env', 'where nothing is'],
  ['efi', '/cobs', 'where nothing is'],
] as const)('at %s %s as the path of new charges, %s, fails the check', async (dialect, createCharge, _where) => {
  const right = await check(dialect, { initiation: null })
  const wrong = await check(dialect, { initiation: null, paths: { createCharge } })
  expect([right.code, wrong.code]).toEqual([0, 1])
  expect(wrong.lines.filter(line => line.startsWith('FAILS'))).toEqual([
    expect.stringMatching(new RegExp(`new charges: PUT \\S+${createCharge}/0+ .*HTTP 404.*nothing at this address`)),
  ])
})

test('a bank that fails at the empty charge of the check, instead of refusing it, can still be connected', async () => {
  await bank.control('POST', '/faults', { kind: 'server error', status: 500, method: 'PUT', path: '/cob/', times: 1 })
  const { code, lines } = await check('standard')
  expect([code, lines[2]]).toEqual([0, expect.stringContaining('HTTP 500: the bank fails at an empty charge')])
})

test('a scope for writing that the token lacks fails the check by its name, before a payment needs it', async () => {
  const partners: { name: string; scopes: string[] }[] = await bank.control('GET', '/partners')
  const scopes = partners.find(({ name }) => name === 'efi')?.scopes ?? []
  const without = (...lacking: string[]) =>
    bank.control('PUT', '/partners/efi/scopes', { scopes: scopes.filter(scope => !lacking.includes(scope)) })
  await without('pix.write', 'webhook.write', 'pix.send')
  const lacking = await check('efi', { initiation: null })
  await without('cob.write')
  const noCharges = await check('efi', { initiation: null })
  await without()
  expect([lacking.code, noCharges.code]).toEqual([1, 1])
  expect(lacking.lines[0]).toMatch(
    /^FAILS {2}scopes: POST \S+\/token: a token without pix.write webhook.write pix.send: the application lacks the scope/,
  )
  expect(noCharges.lines.find(line => line.includes('new charges'))).toMatch(/^FAILS .*HTTP 403.*lacks the scope/)
})

test('an application without the scopes of charges with a due date passes the check, which says what to ask the bank for', async () => {
  const partners: { name: string; scopes: string[] }[] = await bank.control('GET', '/partners')
  const scopes = partners.find(({ name }) => name === 'standard')?.scopes ?? []
  await bank.control('PUT', '/partners/standard/scopes', { scopes: scopes.filter(scope => !scope.startsWith('cobv')) })
  const { code, lines } = await check('standard')
  await bank.control('PUT', '/partners/standard/scopes', { scopes })
  expect(code).toBe(0)
  for (const subject of bills)
    expect(lines.find(line => line.includes(` ${subject}:`))).toMatch(/^fine .*does not grant cobv.read and cobv.write/)
})

test('a wrong secret and a wrong token address are named differently', async () => {
  const secret = await check('standard', { clientSecret: 'wrong' })
  expect(secret.lines).toEqual([expect.stringMatching(/HTTP 401, invalid_client.*client id or secret is wrong/)])
  const address = await check('standard', { tokenUrl: `${bank.url}/other/token` })
  expect(address.lines).toEqual([expect.stringMatching(/\/other\/token: .*HTTP 404.*nothing at this address/)])
  expect([secret.code, address.code]).toEqual([1, 1])
})

test('a connection that could pay out and only receives says so', async () => {
  const { code, lines } = await check('efi', { payoutUrl: null, initiation: null })
  expect([code, lines.at(-1)]).toEqual([0, expect.stringContaining('payouts: none: this connection only receives')])
})
