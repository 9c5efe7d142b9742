import { ApiError } from '../../platform/http/errors.ts'
import type { RailsOf } from '../../money/rails/rails-of.ts'
import type { DisputeRail } from '../../money/rails/rails.ts'
import type { Dispute } from './dispute.ts'
import { longestDefence } from './schemas.ts'

type Needs = { railsOf: RailsOf }

/** The bank that tells of the case by itself takes the answer, and decides. Null: operators do. */
export async function bankThatDecides(
  { railsOf }: Needs,
  { openedBy, connectionId }: Pick<Dispute, 'openedBy' | 'connectionId'>,
): Promise<DisputeRail | null> {
  if (openedBy !== 'bank') return null
  const rails = await railsOf(connectionId, undefined, { evenPaused: true }).catch((error: unknown) => {
    if (error instanceof ApiError) return null
    throw error
  })
  return rails?.disputes ?? null
}

/** The longest defence, in characters: what a bank gets is not cut. */
export const longestText = (bank: DisputeRail | null): number =>
  Math.min(bank?.mostText ?? longestDefence, longestDefence)

/** Two deciders would move the money twice, or differently. */
export async function refuseWhereBankDecides(needs: Needs, dispute: Dispute): Promise<void> {
  if ((await bankThatDecides(needs, dispute)) !== null)
    throw new ApiError('DisputeStateNotAllowed', {
      message: 'the bank decides this dispute and reports the decision itself',
    })
}
