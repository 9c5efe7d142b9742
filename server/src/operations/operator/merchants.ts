import type { Audit } from '../../tenancy/audit-log/act.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { isGenuineCnpj, normalizeTaxNumber } from '../../platform/brazil/tax-number.ts'
import { openMerchant, readBalance } from '../../money/ledger/read-books.ts'
import { takeAccountNumber } from '../../tenancy/merchants/create-merchant.ts'
import { type Plan, merchantDetail } from './views.ts'
import { findPerson } from '../../tenancy/people/find-person.ts'
import { removeMember } from '../../tenancy/people/members/change-member.ts'
import { type Inviter, inviteAgain, inviteMember } from '../../tenancy/people/members/invite-member.ts'
import { listMembers, listOwners } from '../../tenancy/people/members/list-members.ts'
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

/** Whether no owner has taken an invitation yet. */
export async function awaitsOwner(needs: Pick<InviteNeeds, 'sql'>, merchantId: string): Promise<boolean> {
  return (await listOwners(needs, merchantId)).every(owner => owner.passwordHash === null)
}

/**
 * Invites the owner of a merchant that nobody has taken over yet, anew or at another address; invitations to others end.
 * Afterwards who belongs to the merchant is for its owner to decide.
 */
export async function inviteOwner(
  needs: InviteNeeds,
  { merchantId, id, email, name, by, audit }: Invitation,
): Promise<{ link: string | null }> {
  if (!(await awaitsOwner(needs, merchantId))) throw new ApiError('OwnerAlreadyThere')
  const { items } = await listMembers(needs, { merchantId, limit: 100, cursor: undefined })
  const known = await findPerson(needs, email)
  const member = items.find(one => one.personId === known?.id)
  const { link, personId } =
    member === undefined
      ? await inviteMember(needs, { id, merchantId, email, name, roles: ['owner'], by, audit })
      : await inviteAgain(needs, { merchantId, personId: member.personId, by, audit })
  for (const other of items)
    if (other.personId !== personId && other.roles.includes('owner') && other.passwordHash === null)
      await removeMember(needs, { merchantId, personId: other.personId })
  return { link }
}

/** A merchant as its operators see it, as it is this moment. */
export async function readMerchantDetail(
  needs: { sql: Sql; clock: () => Date },
  merchantId: string,
): Promise<MerchantDetail> {
  const merchant = await readMerchantNow(needs, merchantId)
  const { available, held, blocked, total } = await readBalance(needs, merchantId)
  return merchantDetail(merchant, {
    balance: { available, held, blocked, total },
    awaitsOwner: await awaitsOwner(needs, merchantId),
  })
}
