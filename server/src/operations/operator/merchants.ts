import type { Audit } from '../../tenancy/audit-log/act.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { isGenuineCnpj, normalizeTaxNumber } from '../../platform/brazil/tax-number.ts'
import { openMerchant, readBalance } from '../../money/ledger/read-books.ts'
import { takeAccountNumber } from '../../tenancy/merchants/create-merchant.ts'
import { type Plan, merchantDetail } from './views.ts'
import { findPerson } from '../../tenancy/people/find-person.ts'
import { removeInvitedOwners } from '../../tenancy/people/members/change-member.ts'
import type { Role } from '../../tenancy/people/permissions.ts'
import { type Inviter, inviteAgain, inviteMember } from '../../tenancy/people/members/invite-member.ts'
import { awaitsOwner, listMembers } from '../../tenancy/people/members/list-members.ts'
import { readNextRelease } from '../../money/reserves/release-reserves.ts'
import { clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import { readMerchantNow } from '../../tenancy/merchants/read-merchant.ts'
import type { MerchantDetail } from './portal-schemas.ts'

type Needs = { sql: Sql; storageKey: Buffer; clock: () => Date }
type NewMerchant = { id: string; name: string; cnpj: string; city: string; plan: Plan; audit?: Audit }

/** A new merchant with an account of its own and nothing in it. A company may have several. */
export async function registerMerchant(
  needs: Needs,
  { id, name, cnpj, city, plan, audit }: NewMerchant,
): Promise<void> {
  const taxNumber = normalizeTaxNumber(cnpj)
  if (!isGenuineCnpj(taxNumber))
    throw new ApiError('CounterpartyTaxNumberInvalid', { message: `TaxNumber:${taxNumber}` })
  const accountNumber = await takeAccountNumber(needs)
  await openMerchant(needs, { id, name, taxNumber, city, accountNumber, ...plan }, audit)
}

type InviteNeeds = Parameters<typeof inviteMember>[0]
type Invitation = { merchantId: string; id: string; email: string; name: string; by: Inviter; audit?: Audit }

/** Invites the owner of a merchant that has none yet, or invites another instead: earlier invitations end. */
export async function inviteOwner(
  needs: InviteNeeds,
  { merchantId, id, email, name, by, audit }: Invitation,
): Promise<{ link: string | null }> {
  if (!(await awaitsOwner(needs, merchantId))) throw new ApiError('OwnerAlreadyThere')
  const { items } = await listMembers(needs, { merchantId, limit: 100, cursor: undefined })
  const known = await findPerson(needs, email)
  const member = items.find(one => one.personId === known?.id)
  if (member === undefined) {
    const owner = { id, merchantId, email, name, roles: ['owner'] as Role[], by, audit, isFirstOwner: true }
    const { link } = await inviteMember(needs, owner)
    return { link }
  }
  const { personId } = member
  await needs.sql.begin(tx => removeInvitedOwners(tx, { merchantId, personId }, needs.clock()))
  const { link } = await inviteAgain(needs, { merchantId, personId, by, audit })
  return { link }
}

/** A merchant as its operators see it, as it is this moment. */
export async function readMerchantDetail(
  needs: { sql: Sql; clock: () => Date },
  merchantId: string,
): Promise<MerchantDetail> {
  const merchant = await readMerchantNow(needs, merchantId)
  const { available, held, blocked, reserved, total } = await readBalance(needs, merchantId)
  const nextReleaseAt = await readNextRelease(needs, merchantId)
  return merchantDetail(merchant, {
    balance: { available, held, blocked, reserved, total },
    nextReleaseAt: nextReleaseAt?.toISOString() ?? null,
    awaitsOwner: await awaitsOwner(needs, merchantId),
    now: clockOf(needs, merchant),
  })
}
