import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCentavos, parseCentavos } from '../src/truth/money.ts'
import type { Payout, ReceivedPix } from '../src/truth/records.ts'
import { testBank } from './kit/bank-process.ts'
import type { Control } from './kit/control.ts'
import type { PartnerClient } from './kit/partner-client.ts'

const amount = fc.integer({ min: 1, max: 30_000_00 }).map(formatCentavos)
const nth = fc.nat({ max: 5 })
/** Few ids, so that they are used again. */
const ownId = fc.constantFrom('p1', 'p2', 'p3')
const key = fc.constantFrom('joao@mail.test', 'fechada@mail.test', 'pix@inter.test', 'nobody@mail.test')

const act = fc.oneof(
  fc.record({ act: fc.constant('charge and pay' as const), amount, twice: fc.boolean() }),
  fc.record({ act: fc.constant('refund' as const), nth, amount, id: fc.constantFrom('r1', 'r2') }),
  fc.record({ act: fc.constant('force a return' as const), nth, amount }),
  fc.record({ act: fc.constant('pay out' as const), id: ownId, key, amount }),
  fc.record({ act: fc.constantFrom('complete' as const, 'refuse' as const, 'return' as const), id: ownId }),
  fc.record({ act: fc.constant('payouts wait' as const), waits: fc.boolean() }),
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

test('for any sequence of actions, no centavo is created or lost, refunds do not exceed their Pix, and an id pays once', async () => {
  const { partner, control } = await testBank()
  const shop = partner('efi')
  await control.put('/partners/efi/switches', { webhookCheck: false })
  await shop.put(`/v2/webhook/${shop.key}`, { webhookUrl: 'http://127.0.0.1:9/' })
  await control.put('/settings', { callbackRetrySeconds: [] })
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 15 }), async actions => {
      run++
      for (const one of actions) await perform(shop, control, one, `run${run}`)
      await expectSound(control)
      // Operations may complete between two reads, which take their time on a busy machine.
      await expect
        .poll(() => heldAndOnItsWay(control), { timeout: 60_000 })
        .toSatisfy(([held, onItsWay]) => held === onItsWay)
    }),
    { numRuns: 40 },
  )
})

/** Refusals of the bank are fine: only the resulting state counts. */
async function perform(shop: PartnerClient, control: Control, one: Act, run: string): Promise<void> {
  const received = async (place: number) => (await control.get<ReceivedPix[]>('/pix'))[place]?.endToEndId ?? 'none'
  switch (one.act) {
    case 'charge and pay': {
      const { txid } = await shop.charge(one.amount)
      await control.post(`/charges/efi/${txid}/pay`, { twice: one.twice })
      return
    }
    case 'refund':
      await shop.put(`/v2/pix/${await received(one.nth)}/devolucao/${one.id}`, { valor: one.amount })
      return
    case 'force a return':
      await control.call('POST', `/pix/${await received(one.nth)}/force-return`, { amount: one.amount })
      return
    case 'pay out': {
      const order = { valor: one.amount, pagador: { chave: shop.key }, favorecido: { chave: one.key } }
      await shop.put(`/v3/gn/pix/${run}${one.id}`, order)
      return
    }
    case 'payouts wait':
      await control.put('/settings', { payoutDelayMs: one.waits ? null : 0 })
      return
    case 'complete':
    case 'refuse':
    case 'return':
      await control.call('POST', `/payouts/${run}${one.id}/${one.act}`, {})
  }
}

/** In the control API only amounts have another form than in the book. */
type Shown<T> = T extends number | string | boolean | undefined | null
  ? T
  : T extends (infer Item)[]
    ? Shown<Item>[]
    : { [Field in keyof T]: Field extends 'amount' ? string : Shown<T[Field]> }

async function expectSound(control: Control): Promise<void> {
  const [{ accounts, movements }, pix, payouts] = await Promise.all([
    control.ledger(),
    control.get<Shown<ReceivedPix>[]>('/pix?all'),
    control.get<Shown<Payout>[]>('/payouts?all'),
  ])
  const sum = (amounts: string[]) => amounts.reduce((total, text) => total + centavos(text), 0)
  expect(sum(accounts.map(({ balance }) => balance))).toBe(0)
  for (const { id, balance } of accounts) {
    const came = sum(movements.filter(({ to }) => to === id).map(m => m.amount))
    const went = sum(movements.filter(({ from }) => from === id).map(m => m.amount))
    expect({ id, balance: centavos(balance) }).toEqual({ id, balance: came - went })
    if (id !== 'outside') expect(centavos(balance)).toBeGreaterThanOrEqual(0)
  }
  for (const { amount, refunds } of pix)
    expect(sum(refunds.filter(r => r.status !== 'NAO_REALIZADO').map(r => r.amount))).toBeLessThanOrEqual(
      centavos(amount),
    )
  const names = payouts.map(({ partner, ownId }) => `${partner} ${ownId}`)
  expect(new Set(names).size).toBe(names.length)
  for (const { endToEndId, amount } of payouts) {
    const settled = movements.filter(m => m.reference === endToEndId && m.kind === 'payoutSettled')
    expect(settled.map(m => m.amount)).toEqual(settled.length > 0 ? [amount] : [])
  }
  expectUnique(pix.map(({ endToEndId }) => endToEndId))
  expectUnique(payouts.map(({ endToEndId }) => endToEndId))
  // A refund to a partner of this same bank is a return there, by the same id.
  expectUnique(pix.flatMap(p => p.refunds).map(({ rtrId }) => rtrId))
  expectUnique(payouts.flatMap(p => p.returns).map(({ rtrId }) => rtrId))
}

/** The amount held for the partner equals its outgoing payments. */
async function heldAndOnItsWay(control: Control): Promise<[held: number, onItsWay: number]> {
  const { accounts } = await control.ledger()
  const payouts = await control.get<Shown<Payout>[]>('/payouts?all')
  const pix = await control.get<Shown<ReceivedPix>[]>('/pix?all')
  const open = [
    ...payouts.filter(({ partner, state }) => partner === 'efi' && state === 'Processing'),
    ...pix
      .filter(({ partner }) => partner === 'efi')
      .flatMap(p => p.refunds.filter(r => r.status === 'EM_PROCESSAMENTO')),
  ]
  const held = accounts.find(({ id }) => id === 'held efi')?.balance ?? '0.00'
  return [centavos(held), open.reduce((total, { amount }) => total + centavos(amount), 0)]
}

const expectUnique = (ids: string[]) => expect(new Set(ids).size).toBe(ids.length)

const centavos = (text: string) =>
  (text.startsWith('-') ? -1 : 1) * (parseCentavos(text.replace('-', '')) ?? Number.NaN)
