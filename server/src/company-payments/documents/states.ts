/**
 * The life of a document. What this table does not list cannot happen. A Deleted one is gone to everybody; its row stays
 * until no upload can come any more, so that late bytes are cleaned away too.
 */
export const documentTransitions = [
  // from       act       to
  ['Pending', 'upload', 'Uploaded'],
  ['Pending', 'delete', 'Deleted'],
  ['Uploaded', 'delete', 'Deleted'],
] as const

export type DocumentState = (typeof documentTransitions)[number][0 | 2]
export type DocumentAct = (typeof documentTransitions)[number][1]

export const stateAfter = (state: DocumentState, act: DocumentAct): DocumentState | undefined =>
  documentTransitions.find(row => row[0] === state && row[1] === act)?.[2]
