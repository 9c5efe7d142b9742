import { moveIn } from '../../../platform/lib/state-table.ts'

/**
 * The states of a document; a transition that is not listed cannot happen. The row of a Deleted document stays until no
 * upload can arrive, so that late bytes are deleted too; `to: null` deletes the row.
 */
// biome-ignore format: a table is read in columns
export const documentTransitions = [
  { from: null,       act: 'request', to: 'Pending'  },
  { from: 'Pending',  act: 'upload',  to: 'Uploaded' },
  { from: 'Pending',  act: 'delete',  to: 'Deleted'  },
  { from: 'Uploaded', act: 'delete',  to: 'Deleted'  },
  { from: 'Pending',  act: 'purge',   to: null       }, // no file was uploaded in time
  { from: 'Deleted',  act: 'purge',   to: null       },
] as const

export type DocumentState = NonNullable<(typeof documentTransitions)[number]['to']>
export type DocumentAct = Exclude<(typeof documentTransitions)[number]['act'], 'request'>

export const bornDocument: DocumentState = moveIn(documentTransitions, 'act', 'request').to

/** The state after an action; undefined if it is not allowed. */
export const stateAfter = (from: DocumentState, act: Exclude<DocumentAct, 'purge'>): DocumentState | undefined =>
  documentTransitions.find(row => row.from === from && row.act === act)?.to ?? undefined

/** Whether the row is deleted once no upload can arrive. */
export const mayBePurged = (from: DocumentState): boolean =>
  documentTransitions.some(row => row.from === from && row.act === 'purge')

/** The largest invoice: 10 MB. */
export const mostBytes = 10 * 1024 * 1024

/** How long an upload address can be used, and how long an upload through this server may take. */
export const addressSeconds = 300
export const uploadSeconds = 300

/** How long a process may hold the lease of a document: longer than any call to the storage. */
export const leaseMs = 60_000

/** A worker checks once the address has expired, and cleans up after an hour, when no upload can arrive. */
export const firstLookAfterMs = 6 * 60_000
export const lastLookAfterMs = 60 * 60_000
