import { reasons } from '../../http/reasons.ts'
import type { ActView } from '../portal-schemas.ts'
import type { ListedAct } from './sql.ts'

const meanings: Record<string, readonly [number, string, string]> = reasons

export const actView = ({ sequence, at, ...entry }: ListedAct): ActView => ({
  ...entry,
  sequence: sequence.toString(),
  at: at.toISOString(),
  refusalMeaning: meanings[entry.refusal ?? '']?.[2] ?? null,
})
