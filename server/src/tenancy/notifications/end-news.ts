import type { Sql } from '../../platform/db/db.ts'
import { platformId } from '../merchants/platform.ts'
import { type KindName, placeOf } from './kinds.ts'
import { readByAll, updateOver } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date }

/** It is not so any more: nobody is told who was not, nobody need look, and the same may become news again. */
export async function endNews(
  { sql, clock }: Needs,
  news: readonly { merchantId: string; id: string; kind: KindName }[],
): Promise<void> {
  for (const one of news)
    await sql.begin(async tx => {
      await updateOver(tx, one, clock())
      await readByAll(tx, placeIdOf(one), one.id, clock())
    })
}

/** Where those who are told of it look: at their merchant, or at the platform. */
export const placeIdOf = ({ merchantId, kind }: { merchantId: string; kind: KindName }): string =>
  placeOf(kind) === 'platform' ? platformId : merchantId
