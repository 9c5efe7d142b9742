import { type ChargeKind, chargeId, lastRevision, readCharge } from './charges.ts'
import { bankId } from './identifiers.ts'
import type { Centavos } from './money.ts'
import { accountOf, balanceOf, moveMoney, outside } from './move-money.ts'
import type { Charge, ReceivedPix } from './records.ts'
import type { PaidShare, SplitConfig, SplitTerms } from './split-config.ts'
import { Refusal, type Truth } from './truth.ts'

const whole = 100_00

export function readSplit({ book }: Truth, partner: string, id: string): SplitConfig {
  const split = book.get('splits', id)
  if (split?.partner !== partner) throw new Refusal('not found', 'Configuração de split não encontrada.')
  return split
}

export const lastTerms = ({ revisions }: SplitConfig): SplitTerms => {
  const last = revisions.at(-1)
  if (last === undefined) throw new Error('a split is born with a revision')
  return last
}

/** A new one, or the next revision of one that exists. */
export function putSplit(truth: Truth, partner: string, terms: SplitTerms, id?: string): SplitConfig {
  const before = id === undefined ? undefined : readSplit(truth, partner, id)
  const parts = [terms.own, ...terms.shares]
  const sum = parts.reduce((total, { value }) => total + value, 0)
  if (parts.some(({ kind }) => kind !== terms.own.kind) || (terms.own.kind === 'percent' && sum !== whole))
    throw new Refusal('malformed', 'As partes são de um só tipo, e as porcentagens somam 100.00.', 'split.repasses')
  const isUsed = [...truth.book.all('splits').values()].some(
    other => other.partner === partner && other.id !== id && lastTerms(other).txid === (terms.txid ?? null),
  )
  if (isUsed) throw new Refusal('used id', 'O txid já foi utilizado em outra configuração.', 'txid')
  const split = { id: id ?? bankId(), partner, revisions: [...(before?.revisions ?? []), terms] }
  truth.book.change(() => truth.book.put('splits', split.id, split))
  return split
}

type Linked = { txid: string; kind: ChargeKind }

/** What the charge receives from now on is shared. */
export function linkSplit(truth: Truth, partner: string, { txid, kind }: Linked, splitId: string): void {
  const { own, shares } = lastTerms(readSplit(truth, partner, splitId))
  const charge = activeCharge(truth, partner, { txid, kind })
  const fixed = [own, ...shares].reduce((sum, part) => sum + (part.kind === 'fixed' ? part.value : 0), 0)
  if (fixed > lastRevision(charge).amount)
    throw new Refusal('too much', 'As partes fixas excedem o valor da cobrança.', 'split.repasses')
  truth.book.change(() => truth.book.put('charges', chargeId(partner, txid), { ...charge, splitId }))
}

export function unlinkSplit(truth: Truth, partner: string, { txid, kind }: Linked): void {
  const { splitId, ...charge } = activeCharge(truth, partner, { txid, kind })
  if (splitId === undefined) throw new Refusal('not found', 'A cobrança não tem configuração de split.')
  truth.book.change(() => truth.book.put('charges', chargeId(partner, txid), charge))
}

function activeCharge(truth: Truth, partner: string, { txid, kind }: Linked): Charge {
  const charge = readCharge(truth, partner, txid, kind)
  if (lastRevision(charge).status !== 'ATIVA')
    throw new Refusal('not active', 'A cobrança não está ATIVA.', `${kind}.status`)
  return charge
}

/** Moves what others get of a payment out of the partner's account; the partner keeps the rest. */
export function shareOut(truth: Truth, { splitId, partner }: Charge, { endToEndId, amount }: ReceivedPix): PaidShare[] {
  if (splitId === undefined) return []
  let left = amount
  return lastTerms(readSplit(truth, partner, splitId)).shares.flatMap(({ kind, value, taxId }) => {
    const share = Math.min(left, kind === 'fixed' ? value : Math.floor((amount * value) / whole))
    if (share === 0) return []
    left -= share
    const account = accountOfCustomer(truth, taxId)
    moveMoney(truth, { from: accountOf(partner), to: account, amount: share, kind: 'shared', reference: endToEndId })
    return [{ account, amount: share }]
  })
}

/** For a refund everyone gives back as much of it as they got of the payment, as far as they have it. */
export function collectShares(truth: Truth, pix: ReceivedPix, refunded: Centavos): PaidShare[] {
  return (pix.shares ?? []).flatMap(({ account, amount }) => {
    const share = Math.floor((amount * refunded) / pix.amount)
    const isThere = account === outside || balanceOf(truth, account) >= share
    if (share === 0 || !isThere) return []
    const [to, reference] = [accountOf(pix.partner), pix.endToEndId]
    moveMoney(truth, { from: account, to, amount: share, kind: 'shareTaken', reference })
    return [{ account, amount: share }]
  })
}

/** A refund that fails leaves what was collected for it to those who gave it. */
export function returnShares(truth: Truth, pix: ReceivedPix, collected: PaidShare[]): void {
  const [from, reference] = [accountOf(pix.partner), pix.endToEndId]
  for (const { account, amount } of collected)
    moveMoney(truth, { from, to: account, amount, kind: 'shared', reference })
}

/** Customers that are no partners are not this bank's to keep books of. */
function accountOfCustomer({ book }: Truth, taxId: string): string {
  const found = [...book.all('partners').values()].find(({ owner }) => owner.taxId === taxId)
  return found === undefined ? outside : accountOf(found.name)
}
