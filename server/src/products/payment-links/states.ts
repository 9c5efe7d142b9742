import { moveIn } from '../../platform/lib/state-table.ts'

/**
 * The life of a payment link. What this table does not list cannot happen. Only an Active link takes new payers. `event`
 * is what the merchant is told in the same commit, of what nobody of theirs has done.
 */
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

export type LinkTransition = (typeof linkTransitions)[number]
export type LinkState = LinkTransition['to']
export type LinkAct = Exclude<LinkTransition['act'], 'make'>
export type LinkEventName = NonNullable<LinkTransition['event']>

export const bornLink: LinkState = moveIn(linkTransitions, 'act', 'make').to

/** What an act makes of a link; undefined: it cannot happen. */
export const linkMove = (from: LinkState, act: LinkAct): LinkTransition | undefined =>
  linkTransitions.find(row => row.from === from && row.act === act)

export const linkStates = ['Active', 'SoldOut', 'Ended', 'Closed'] as const satisfies readonly LinkState[]
export const linkEventNames = [...new Set(linkTransitions.flatMap(({ event }) => event ?? []))]
