import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { cleanUp } from '../../../../test/kit/clean-up.ts'
import { slowness } from '../../../../test/kit/slowness.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { uuidv7 } from '../../../platform/lib/uuid.ts'
import { bankClient } from './bank-client.ts'
import { BankAway, callMs, requestMs } from './bank.ts'
import { charges } from './charges.ts'
import { checkBank } from './check-bank.ts'
import { dueCharges } from './due-charges.ts'
import { efi } from './dialects/efi.ts'
import { sicoob } from './dialects/sicoob.ts'
import { received } from './received.ts'

/** A bank that takes every call and never answers: those of tokens, or all but those. */
async function silentBank(isSilent: (path: string) => boolean) {
  const server = createServer((request, response) => {
    if (isSilent(request.url ?? '')) return
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ access_token: 'token', expires_in: 3600 }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  cleanUp(async () => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = { clientId: 'id', clientSecret: 'secret', pixKey: 'pix@ours.test', ispb: '99999004' }
  const account = { agency: '1', number: '2', type: 'CACC', holderName: 'Loja', holderTaxNumber: '12345678000195' }
  const initiation = { url, tokenUrl: `${url}/token`, account, bodyForm: 'top' } as never
  return () => {
    const addresses = { pixUrl: url, payoutUrl: url, tokenUrl: `${url}/token` }
    const bank = bankClient('test', { ...addresses, ...keys, certificates: [], ca: null }, efi)
    cleanUp(bank.close)
    return { bank, initiation }
  }
}

const clock = () => new Date()
const requested = () => ({
  merchantId: uuidv7(clock().getTime()),
  merchantNumber: 1,
  transactionId: uuidv7(clock().getTime()),
  amount: 1_000_000n,
  editable: false,
  payer: null,
  receiver: { name: 'Loja', city: 'Recife' },
  expiresAt: new Date(clock().getTime() + 60_000),
})

const due = () => ({
  ...requested(),
  dueDate: '2030-01-02',
  payableDaysAfterDue: 30,
  fine: null,
  interest: null,
  rebate: null,
  discount: null,
  payer: { taxNumber: '52998224725', name: 'Ana' },
  message: null,
})

type NewBank = Awaited<ReturnType<typeof silentBank>>
const consent = { id: 'c-1', institutionId: 'i', payer: { cpf: '52998224725' }, amount: 1_000_000n, reference: 'r' }

/** What somebody waits for at the other end of a request. */
const inRequests: [string, (newBank: NewBank) => Promise<unknown>][] = [
  ['a charge', newBank => charges(newBank().bank, efi, clock).createCharge(requested())],
  ['a due charge', newBank => dueCharges(newBank().bank, efi, clock).createCharge(due())],
  ['a changed due charge', newBank => dueCharges(newBank().bank, efi, clock).changeCharge(due(), due())],
  [
    'the owner of a key',
    async newBank =>
      sicoob.keys?.(newBank().bank, clock).findKeyOwner({ key: 'a@b.test', keyType: 'EMAIL', recipientTaxNumber: '' }),
  ],
  ['institutions', async newBank => initiationsOf(newBank)?.listInstitutions()],
  ['a consent', async newBank => initiationsOf(newBank)?.createConsent(consent as never)],
  ['a check', newBank => checkBank(newBank().bank, efi, { initiator: null, dueBank: null, boletoBank: null }, clock())],
]

/** What workers ask. */
const inWork: [string, (newBank: NewBank) => Promise<unknown>][] = [
  ['a payment', newBank => received(newBank().bank, efi, clock).readReceived('E1')],
  [
    'payments',
    newBank => Array.fromAsync(received(newBank().bank, efi, clock).listReceived({ from: clock(), until: clock() })),
  ],
  ['callback addresses', async newBank => received(newBank().bank, efi, clock).callbackPlaces[0]?.read()],
]

function initiationsOf(newBank: NewBank) {
  const { bank, initiation } = newBank()
  return efi.initiations?.(bank, initiation, clock)
}

const isBankAway = (fault: unknown) =>
  fault instanceof BankAway || (fault instanceof ApiError && fault.reason === 'BankUnavailable')

/** A busy machine is late; a request that waits for a bank as long as workers do is later than that. */
const graceMs = 4_500

test.concurrent.each([
  ['gives no token', (path: string) => path === '/token'],
  ['gives tokens and never answers', (path: string) => path !== '/token'],
])(
  'a bank that %s is waited for some seconds, by requests and by workers',
  async (_, isSilent) => {
    const newBank = await silentBank(isSilent)
    const slower = slowness()
    const late = async ([what, ask]: (typeof inRequests)[number], mostMs: number) => {
      const startedMs = performance.now()
      const fault = await ask(newBank).then(
        () => null,
        (error: unknown) => error,
      )
      if (fault !== null) expect(fault).toSatisfy(isBankAway)
      return performance.now() - startedMs > (mostMs + graceMs) * slower ? [what] : []
    }
    const found = await Promise.all([
      ...inRequests.map(one => late(one, requestMs)),
      ...inWork.map(one => late(one, callMs)),
    ])
    expect(found.flat()).toEqual([])
  },
  60_000,
)
