import { availableParallelism } from 'node:os'
import type { Config } from '../../config.ts'

/** Fewer cores are shared with the database, and one process keeps them busy. */
const coresForMany = 4

/** How many processes serve. Where it is not said: one in a sandbox and on a small machine, else one for each core but one. */
export function countProcesses(config: Config, cores = availableParallelism()): number {
  if (config.TRILHO_ROLE === 'worker') return 1
  if (config.PROCESSES > 0) return config.PROCESSES
  return config.TRILHO_ENV === 'sandbox' || cores < coresForMany ? 1 : cores - 1
}
