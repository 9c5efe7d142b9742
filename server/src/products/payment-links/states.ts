import { moveIn } from '../../platform/lib/state-table.ts'
import type { Metadata } from '../../platform/http/schemas.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { ApiError } from '../../platform/http/errors.ts'

/** The states of a payment link. `event` is the webhook event of changes that the merchant did not make. */
// biome-ignore format: a table is read in columns
export const linkTransitions = [
  { from: null,      act: 'make',    to: 'Active',  event: null                 },
  { from: 'Active',  act: 'sellOut', to: 'SoldOut', event: 'PaymentLinkSoldOut' },
  { from: 'Active',  act: 'end',     to: 'Ended',   event: 'PaymentLinkEnded'   },
  { from: 'Active',  act: 'close',   to: 'Closed',  event: null                 },
  { from: 'SoldOut', act: 'reopen',  to: 'Active',  event: null                 }, // with more stock
  { from: 'Ended',   act: 'reopen',  to: 'Active',  event: null                 }, // with a later end
  { from: 'Closed',  act: 'reopen',  to: 'Active',  event: null                 },
] as const

type LinkTransition = (typeof linkTransitions)[number]
export type LinkState = LinkTransition['to']
export type LinkAct = Exclude<LinkTransition['act'], 'make'>
type LinkEventName = NonNullable<LinkTransition['event']>

export const bornLink: LinkState = moveIn(linkTransitions, 'act', 'make').to

/** The state after an action; undefined if it is not allowed. */
const linkMove = (from: LinkState, act: LinkAct): LinkTransition | undefined =>
  linkTransitions.find(row => row.from === from && row.act === act)

export const linkStates = ['Active', 'SoldOut', 'Ended', 'Closed'] as const satisfies readonly LinkState[]
export const linkEventNames = [...new Set(linkTransitions.flatMap(({ event }) => event ?? []))]

/** A row of `payment_links`. */
export type Link = {
  merchantId: string
  id: string
  state: LinkState
  title: string
  description: string | null
  /** Null: the payer chooses it, between the next two. */
  amount: Micros | null
  minAmount: Micros | null
  maxAmount: Micros | null
  /** The maximum number of payments; null: any number. */
  stock: number | null
  endsAt: Date | null
  /** Whether a payer must enter name and CPF or CNPJ. */
  asksPayer: boolean
  /** Where the page sends the payer after paying. */
  redirectUrl: string | null
  /** The merchant's own fields, which every payment of it has too; null: none. */
  metadata: Metadata | null
  /** Of a static QR code: the id of its payments, its text, and the bank of its key. Null: a link with a page. */
  staticId: string | null
  qrCode: string | null
  connectionId: string | null
  webhookUrl: string | null
  webhookHeaderName: string | null
  webhookHeaderValue: string | null
  /** Created with an access key, or by a person in the portal. */
  keyId: string | null
  personId: string | null
  idempotencyKey: string | null
  requestHash: string | null
  /** Charges that can still be paid: each reserves one unit of the stock. */
  openCount: number
  paidCount: number
  paidAmount: Micros
  createdAt: Date
}

export const isSoldOut = ({ stock, paidCount }: Link): boolean => stock !== null && paidCount >= stock
export const isOver = ({ endsAt }: Link, now: Date): boolean => endsAt !== null && endsAt <= now

/** Why no payment can start now; null if one can. `Busy`: the last units are being paid at this moment. */
export function whyClosed(link: Link, now: Date): Exclude<LinkState, 'Active'> | 'Busy' | null {
  if (link.state !== 'Active') return link.state
  if (isOver(link, now)) return 'Ended'
  return link.stock !== null && link.openCount + link.paidCount >= link.stock ? 'Busy' : null
}

export type LinkChange = { link: Link; event: LinkEventName | null }

/** The state after an action; throws if it is not allowed. */
export function move(link: Link, act: LinkAct): LinkChange {
  const row = linkMove(link.state, act)
  if (row === undefined)
    throw new ApiError('PaymentLinkStateNotAllowed', { message: `the link is ${link.state}: it cannot ${act}` })
  return { link: { ...link, state: row.to }, event: row.event }
}

/** A closed charge of the link: paid, with its amount, or not. `wasOpen`: it reserves a unit that is released now. */
export type EndedCharge = { paidAmount: Micros | null; wasOpen: boolean }

/** Releases the units of closed charges and counts the paid ones; the last paid unit sells the link out. */
export function countEnded(link: Link, ended: readonly EndedCharge[]): LinkChange {
  const paid = ended.flatMap(({ paidAmount }) => paidAmount ?? [])
  const counted = {
    ...link,
    openCount: link.openCount - ended.filter(({ wasOpen }) => wasOpen).length,
    paidCount: link.paidCount + paid.length,
    paidAmount: paid.reduce((sum, amount) => sum + amount, link.paidAmount),
  }
  if (link.stock !== null && counted.openCount + counted.paidCount > link.stock)
    throw new ApiError('PaymentLinkStockTaken', { message: 'the last units were sold or are being paid since' })
  return counted.state === 'Active' && isSoldOut(counted) ? move(counted, 'sellOut') : { link: counted, event: null }
}
