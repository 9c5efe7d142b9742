import { moveIn } from '../../../platform/lib/state-table.ts'

/**
 * The life of a document. What this table does not list cannot happen. A Deleted one is gone to everybody; its row stays
 * until no upload can come any more, so that late bytes are cleaned away too. Where `to` is null the row goes.
 */
// biome-ignore format: a table is read in columns
export const documentTransitions = [
  { from: null,       act: 'request', to: 'Pending'  },
  { from: 'Pending',  act: 'upload',  to: 'Uploaded' },
  { from: 'Pending',  act: 'delete',  to: 'Deleted'  },
  { from: 'Uploaded', act: 'delete',  to: 'Deleted'  },
  { from: 'Pending',  act: 'forget',  to: null       }, // nothing has come while it could
  { from: 'Deleted',  act: 'forget',  to: null       },
] as const

export type DocumentState = NonNullable<(typeof documentTransitions)[number]['to']>
export type DocumentAct = Exclude<(typeof documentTransitions)[number]['act'], 'request'>

export const bornDocument: DocumentState = moveIn(documentTransitions, 'act', 'request').to

/** What an act makes of a document; undefined: it cannot happen. */
export const stateAfter = (from: DocumentState, act: Exclude<DocumentAct, 'forget'>): DocumentState | undefined =>
  documentTransitions.find(row => row.from === from && row.act === act)?.to ?? undefined

/** Whether the row may go once no upload can come any more. */
export const mayBeForgotten = (from: DocumentState): boolean =>
  documentTransitions.some(row => row.from === from && row.act === 'forget')

/** The largest invoice: 10 MB. */
export const mostBytes = 10 * 1024 * 1024

/** How long an upload address can be used, and how long an upload through this server may take. */
export const addressSeconds = 300
export const uploadSeconds = 300

/** How long a worker holds the lease of a document before another takes over. Longer than any call to the storage. */
export const turnMs = 60_000

/** Once the address has expired a worker looks whether a file has come; after an hour none can, and it cleans up. */
export const firstLookAfterMs = 6 * 60_000
export const lastLookAfterMs = 60 * 60_000
