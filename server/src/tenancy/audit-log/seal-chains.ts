import type { Sql } from '../../platform/db/db.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { type AuditKey, sealAct } from './act.ts'
import { append } from './record-audit.ts'
import { lockHead, lockUnsealed, updateSealed } from './sql.ts'

/** The heads of chains by merchant, as stored in a seal. */
export type Seals = Record<string, { sequence: string; hash: string }>

const mostAtOnce = 500
const by = { id: null, name: 'Trilho', merchantId: null, address: 'worker' } as const

/**
 * Writes the heads of the merchants' chains that have grown into the platform's chain, and returns how many. From then
 * on such a chain cannot be cut or removed unnoticed, and the platform's head, stored elsewhere, proves all of them.
 */
export const sealChains = (needs: { sql: Sql; clock: () => Date; auditKey: AuditKey }): Promise<number> =>
  needs.sql.begin(async tx => {
    // Locked first: a merchant must not wait for the platform's head while its own head is locked here.
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

/** Repeats until nothing is left to seal. */
export async function sealAllChains(needs: Parameters<typeof sealChains>[0]): Promise<void> {
  while ((await sealChains(needs)) === mostAtOnce);
}
