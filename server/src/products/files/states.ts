import { moveIn } from '../../platform/lib/state-table.ts'

/**
 * The life of a file that was asked for. What this table does not list cannot happen. Whoever writes it has a lease; when
 * that is over another begins anew. Where `to` is null the row goes.
 */
// biome-ignore format: a table is read in columns
export const fileTransitions = [
  { from: null,      act: 'ask',    to: 'Waiting' },
  { from: 'Waiting', act: 'begin',  to: 'Running' },
  { from: 'Running', act: 'begin',  to: 'Running' }, // the lease of whoever began it is over
  { from: 'Running', act: 'pause',  to: 'Waiting' }, // it failed, and is tried again later
  { from: 'Running', act: 'finish', to: 'Done'    },
  { from: 'Running', act: 'fail',   to: 'Failed'  }, // after so many attempts
  { from: 'Done',    act: 'expire', to: 'Expired' }, // the file is deleted
  { from: 'Failed',  act: 'forget', to: null      },
  { from: 'Expired', act: 'forget', to: null      },
] as const

export type FileState = NonNullable<(typeof fileTransitions)[number]['to']>

export const fileStates = ['Waiting', 'Running', 'Done', 'Failed', 'Expired'] as const satisfies readonly FileState[]

export const moves = {
  ask: moveIn(fileTransitions, 'act', 'ask'),
  begin: moveIn(fileTransitions, 'act', 'begin'),
  pause: moveIn(fileTransitions, 'act', 'pause'),
  finish: moveIn(fileTransitions, 'act', 'finish'),
  fail: moveIn(fileTransitions, 'act', 'fail'),
  expire: moveIn(fileTransitions, 'act', 'expire'),
  forget: moveIn(fileTransitions, 'act', 'forget'),
}

/** Somebody has yet to write it. */
export const isUnderWay = (state: FileState): boolean => state === 'Waiting' || state === 'Running'
