import { chargeId } from './charges.ts'
import { bankId, endToEndId, ownIspb, returnId } from './identifiers.ts'
import { findKey } from './key-directory.ts'
import type { Centavos } from './money.ts'
import { accountOf, balanceOf, heldOf, moveMoney, outside } from './move-money.ts'
import { payCharge, receivePix } from './receive-pix.ts'
import type { DirectoryKey, Payout, PayoutState } from './records.ts'
import { Refusal, type Truth, endLater } from './truth.ts'

/** The life of a payout. What this table does not list cannot happen. */
const payoutSteps: {
  from: PayoutState | null
  event: string
  to: PayoutState
  money: 'hold' | 'settle' | 'release' | null
}[] = [
  { from: null, event: 'look up', to: 'KeyFound', money: null },
  { from: null, event: 'send', to: 'Processing', money: 'hold' },
  { from: null, event: 'ask approval', to: 'AwaitingApproval', money: null },
  { from: null, event: 'refuse', to: 'Refused', money: null },
  { from: 'KeyFound', event: 'send', to: 'Processing', money: 'hold' },
  { from: 'KeyFound', event: 'refuse', to: 'Refused', money: null },
  { from: 'AwaitingApproval', event: 'send', to: 'Processing', money: 'hold' },
  { from: 'AwaitingApproval', event: 'refuse', to: 'Refused', money: null },
  { from: 'AwaitingApproval', event: 'disapprove', to: 'Disapproved', money: null },
  { from: 'Processing', event: 'complete', to: 'Paid', money: 'settle' },
  { from: 'Processing', event: 'refuse', to: 'Refused', money: 'release' },
]

const noBalance = { code: 'AM04', reason: 'Saldo insuficiente na conta do pagador.' }

export type PayoutOrder = {
  ownId: string
  amount: Centavos
  key?: string
  txid?: string
  payerKey?: string
  recipient: Payout['recipient']
  message?: string
  needsApproval?: boolean
}

/** Whether the partner has used this id before: then there is a payout by that name, and there will be no other. */
export const payoutByOwnId = ({ book }: Truth, partner: string, ownId: string): Payout | undefined =>
  book.get('payouts', book.get('names', `payout ${partner} ${ownId}`) ?? '')

export const payoutByRequestId = ({ book }: Truth, partner: string, id: string): Payout | undefined =>
  book.get('payouts', book.get('names', `payout request ${partner} ${id}`) ?? '')

export function payoutByEndToEndId({ book }: Truth, partner: string, id: string): Payout | undefined {
  const payout = book.get('payouts', id)
  return payout?.partner === partner ? payout : undefined
}

/** Looks up the owner of a key and creates a payout with its endToEndId; nothing is paid yet. */
export function lookUpKey(truth: Truth, partner: string, key: string): { payout: Payout; found: DirectoryKey } {
  const found = knownKey(truth, key)
  return truth.book.change(() => {
    const draft = draftPayout(truth, partner, { ownId: '', amount: 0, key, recipient: recipientOf(found) })
    return { payout: step(truth, { ...draft, ownId: draft.endToEndId }, null, 'look up'), found }
  })
}

/** Once per id of the partner: a used one is refused. */
export function sendPayout(truth: Truth, partner: string, { needsApproval, ...order }: PayoutOrder): Payout {
  if (payoutByOwnId(truth, partner, order.ownId)) throw new Refusal('used id', 'O id já foi utilizado.', 'id')
  return truth.book.change(() => {
    const draft = draftPayout(truth, partner, order)
    if (needsApproval === true) return step(truth, draft, null, 'ask approval')
    return begin(truth, draft, null)
  })
}

/** Pays what was looked up or awaits a person. */
export function goOnWithPayout(truth: Truth, payout: Payout, changes: Partial<Payout> = {}): Payout {
  if (payout.state !== 'KeyFound' && payout.state !== 'AwaitingApproval')
    throw new Refusal('state', `the payout is ${payout.state}`)
  return truth.book.change(() => begin(truth, { ...payout, ...changes }, payout.state))
}

export const disapprovePayout = (truth: Truth, payout: Payout) =>
  truth.book.change(() => ended(truth, step(truth, payout, payout.state, 'disapprove')))

/** Completes or refuses it as the directory says: some keys refuse every payment. */
export function settlePayout(truth: Truth, payout: Payout): Payout {
  const code = findKey(truth, payout.key ?? '')?.refuses
  return code === undefined
    ? completePayout(truth, payout)
    : refusePayout(truth, payout, { code, reason: reasonOf(code) })
}

export const completePayout = (truth: Truth, payout: Payout) =>
  truth.book.change(() => ended(truth, step(truth, payout, payout.state, 'complete')))

export const refusePayout = (truth: Truth, payout: Payout, refusal: { code: string; reason?: string }) =>
  truth.book.change(() => {
    const why = { code: refusal.code, reason: refusal.reason ?? reasonOf(refusal.code) }
    return ended(truth, step(truth, { ...payout, refusal: why }, payout.state, 'refuse'))
  })

/** The recipient sends back what was paid, in whole or in part. A partner of this bank does so by a refund of its own. */
export function returnPayout(truth: Truth, payout: Payout, requested?: Centavos): Payout {
  const left = payout.returns.reduce((rest, { amount }) => rest - amount, payout.amount)
  const amount = requested ?? left
  if (payout.state !== 'Paid') throw new Refusal('state', `a payout that is ${payout.state} cannot come back`)
  if (truth.book.get('pix', payout.endToEndId)) throw new Refusal('state', 'its recipient can refund it')
  if (amount <= 0 || amount > left) throw new Refusal('too much', 'more than was paid cannot come back')
  return truth.book.change(() => {
    const reference = returnId(payout.recipient.ispb || ownIspb, truth.now())
    moveMoney(truth, { from: outside, to: accountOf(payout.partner), amount, kind: 'payoutReturned', reference })
    return noteReturn(truth, payout, reference, amount)
  })
}

/** The money is moved already. */
export function noteReturn(truth: Truth, payout: Payout, rtrId: string, amount: Centavos): Payout {
  const returned = { ...payout, returns: [...payout.returns, { rtrId, amount, at: truth.now().toISOString() }] }
  truth.book.put('payouts', payout.endToEndId, returned)
  truth.notify({ kind: 'payout returned', endToEndId: payout.endToEndId })
  return returned
}

export function knownKey(truth: Truth, key: string): DirectoryKey {
  const found = findKey(truth, key)
  if (!found) throw new Refusal('unknown key', 'A chave informada não foi encontrada.', 'chave')
  return found
}

export const recipientOf = ({ owner, ispb, account }: DirectoryKey) => ({ ...owner, ispb, ...account })

function draftPayout(truth: Truth, partner: string, order: Omit<PayoutOrder, 'needsApproval'>): Payout {
  const requestedAt = truth.now().toISOString()
  const id = endToEndId(ownIspb, truth.now())
  return {
    ...order,
    endToEndId: id,
    requestId: bankId(),
    partner,
    state: 'KeyFound',
    requestedAt,
    history: [],
    returns: [],
  }
}

function begin(truth: Truth, payout: Payout, from: PayoutState | null): Payout {
  if (balanceOf(truth, accountOf(payout.partner)) < payout.amount)
    return ended(truth, step(truth, { ...payout, refusal: noBalance }, from, 'refuse'))
  const sent = step(truth, payout, from, 'send')
  endLater(truth, 'payout', sent.endToEndId, truth.settings().payoutDelayMs)
  return sent
}

/** The one way a payout changes: by a row of the table, with the money of that row. */
function step(truth: Truth, payout: Payout, from: PayoutState | null, event: string): Payout {
  const row = payoutSteps.find(row => row.from === from && row.event === event)
  if (!row) throw new Refusal('state', `a payout that is ${from ?? 'not there'} cannot ${event}`)
  const { endToEndId: reference, partner, amount } = payout
  const at = truth.now().toISOString()
  const account = accountOf(partner)
  const held = heldOf(partner)
  if (row.money === 'hold') moveMoney(truth, { from: account, to: held, amount, kind: 'payoutHeld', reference })
  if (row.money === 'release') moveMoney(truth, { from: held, to: account, amount, kind: 'payoutReleased', reference })
  if (row.money === 'settle') settleMoney(truth, payout)
  const changed: Payout = {
    ...payout,
    state: row.to,
    history: [...payout.history, { state: row.to, at }],
    ...(row.to === 'Paid' ? { settledAt: at } : {}),
  }
  truth.book.put('payouts', reference, changed)
  truth.book.put('names', `payout ${partner} ${changed.ownId}`, reference)
  truth.book.put('names', `payout request ${partner} ${changed.requestId}`, reference)
  return changed
}

function settleMoney(truth: Truth, payout: Payout): void {
  const { partner, amount, endToEndId } = payout
  const to = recipientsAccount(truth, payout)
  moveMoney(truth, { from: heldOf(partner), to, amount, kind: 'payoutSettled', reference: endToEndId })
  const key = findKey(truth, payout.key ?? '')
  if (key?.partner === undefined) return
  const payer = { ...(truth.book.get('partners', partner)?.owner ?? { name: partner, taxId: '' }), ispb: ownIspb }
  const charge = truth.book.get('charges', chargeId(key.partner, payout.txid ?? ''))
  if (charge) {
    payCharge(truth, charge, { amount, payer, again: true, late: true, sentHere: { endToEndId } })
    return
  }
  const pix = { partner: key.partner, key: key.key, ofCharge: false, amount, payer }
  receivePix(truth, pix, { endToEndId })
  truth.notify({ kind: 'pix received', endToEndId })
}

/** Mostly at another bank; a partner of this one has its account here. */
const recipientsAccount = (truth: Truth, payout: Payout) => {
  const partner = findKey(truth, payout.key ?? '')?.partner
  return partner === undefined ? outside : accountOf(partner)
}

function ended(truth: Truth, payout: Payout): Payout {
  truth.book.remove('due', `payout ${payout.endToEndId}`)
  truth.notify({ kind: 'payout ended', endToEndId: payout.endToEndId })
  return payout
}

const reasons: Record<string, string> = {
  AB03: 'Liquidação interrompida por tempo esgotado.',
  AC03: 'Agência ou conta inexistente.',
  AC06: 'Conta bloqueada.',
  AC07: 'Conta encerrada.',
  AM04: noBalance.reason,
  BE01: 'O documento não é do titular da conta.',
  DS04: 'Recusado pelo participante recebedor.',
}

const reasonOf = (code: string) => reasons[code] ?? `Recusado com o código ${code}.`
