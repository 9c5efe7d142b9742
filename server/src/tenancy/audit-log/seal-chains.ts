import type { Sql } from '../../platform/db/db.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { type AuditKey, sealAct } from './act.ts'
import { append } from './record-audit.ts'
import { lockHead, lockUnsealed, updateSealed } from './sql.ts'

/** The heads of chains by merchant, as a seal has them. */
export type Seals = Record<string, { sequence: string; hash: string }>

const mostAtOnce = 500
const by = { id: null, name: 'Trilho', merchantId: null, address: 'worker' } as const

/**
 * Writes the heads of the merchants' chains that have grown into the chain of the platform, and answers how many. After
 * that no such chain can be cut or removed unnoticed, and the head of the platform's chain, kept elsewhere, stands for all.
 */
export const sealChains = (needs: { sql: Sql; clock: () => Date; auditKey: AuditKey }): Promise<number> =>
  needs.sql.begin(async tx => {
    // First of all: no merchant waits for the head of the platform's chain while its own is locked here.
    await lockHead(tx, platformId)
    const heads = await lockUnsealed(tx, platformId, mostAtOnce)
    if (heads.length === 0) return 0
    const seals: Seals = Object.fromEntries(
      heads.map(({ merchantId, sequence, hash }) => [merchantId, { sequence: sequence.toString(), hash }]),
    )
    await updateSealed(tx, Object.keys(seals))
    const entry = { act: sealAct, subject: `${heads.length}`, details: { seals } }
    await append(tx, { ...entry, by, at: needs.clock(), key: needs.auditKey })
    return heads.length
  })

/** Seals until nothing is left that could be sealed now. */
export async function sealAllChains(needs: Parameters<typeof sealChains>[0]): Promise<void> {
  while ((await sealChains(needs)) === mostAtOnce);
}
