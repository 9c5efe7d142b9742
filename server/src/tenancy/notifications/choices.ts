import type { Audit } from '../audit-log/act.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type TopicName, topics } from './kinds.ts'
import { type Choice, selectChoices, upsertChoice } from './sql.ts'

type Chooser = { placeId: string; personId: string; topics: readonly TopicName[] }

/** The channels of each topic a person may receive: as they chose, or the default. */
export async function readChoices(needs: { sql: Sql }, chooser: Chooser): Promise<Omit<Choice, 'personId'>[]> {
  const chosen = await selectChoices(needs.sql, chooser.placeId, [chooser.personId])
  return chooser.topics.map(topic => {
    const { byMail, inPortal } = chosen.find(choice => choice.topic === topic) ?? topics[topic]
    return { topic, byMail, inPortal }
  })
}

export async function choose(
  needs: { sql: Sql },
  chooser: Chooser,
  choice: Omit<Choice, 'personId'>,
  audit?: Audit,
): Promise<void> {
  if (!chooser.topics.includes(choice.topic)) throw new ApiError('RoleNotAllowed')
  await needs.sql.begin(async tx => {
    await upsertChoice(tx, chooser.placeId, { ...choice, personId: chooser.personId })
    await recordAudit(tx, audit)
  })
}
