import type { ActView } from '../portal-schemas.ts'
import type { ListedAct } from './sql.ts'

export const actView = ({ sequence, at, ...entry }: ListedAct): ActView => ({
  ...entry,
  sequence: sequence.toString(),
  at: at.toISOString(),
})
