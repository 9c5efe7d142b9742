import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { type Paging, byId, readPage } from '../../../platform/http/paging.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import { type Audit, withDetails } from '../../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../../tenancy/audit-log/record-audit.ts'
import { type LooseningNeeds, notifyOfLoosening } from '../../../tenancy/access-keys/loosening-mails.ts'
import { clockOf } from '../../../tenancy/merchants/merchant-clock.ts'
import { rulesAt } from '../../../tenancy/merchants/payout-rules.ts'
import { type Merchant, readMerchantNow } from '../../../tenancy/merchants/read-merchant.ts'
import { maskTaxNumber } from '../../../platform/brazil/tax-number.ts'
import { type Named, type Recipient, readRecipient } from '../recipient.ts'
import { deleteRecipient, hasRecipient, insertRecipient, selectApproved, selectRecipients } from './sql.ts'

export type { PayoutRecipient } from './sql.ts'

/**
 * Refuses a cash-out by API, single or in a batch, to somebody whom no owner has approved long enough ago, where the merchant
 * restricts them: key and person must both fit.
 */
export async function refuseUnapproved(
  { sql, limitRaiseWaitMs }: { sql: Sql; limitRaiseWaitMs: number },
  merchant: Merchant,
  recipient: Pick<Recipient, 'key' | 'taxNumber'>,
  at: Date,
): Promise<void> {
  if (!rulesAt(merchant, at).restrictsRecipients) return
  const since = new Date(at.getTime() - limitRaiseWaitMs)
  if (!(await hasRecipient(sql, merchant.id, { ...recipient, since }))) throw new ApiError('RecipientNotAllowed')
}

/** Those of many who would be refused, by their place in the list. */
export async function findUnapproved(
  { sql, limitRaiseWaitMs }: { sql: Sql; limitRaiseWaitMs: number },
  merchant: Merchant,
  recipients: readonly Pick<Recipient, 'key' | 'taxNumber'>[],
  at: Date,
): Promise<Set<number>> {
  if (!rulesAt(merchant, at).restrictsRecipients) return new Set()
  const since = new Date(at.getTime() - limitRaiseWaitMs)
  const approved = new Set(await selectApproved(sql, merchant.id, { recipients, since }))
  return new Set([...recipients.keys()].filter(place => !approved.has(place)))
}

type ApproveInput = Named & { merchantId: string; id: string; by: string; audit: Audit }

/** An owner approves a key of a person. Approving it again changes nothing. */
export async function approveRecipient(
  needs: LooseningNeeds & { sql: Sql; clock: () => Date },
  { merchantId, id, by, audit, ...named }: ApproveInput,
): Promise<void> {
  const { name, taxNumber, keyType, key } = readRecipient(named)
  await needs.sql.begin(async tx => {
    const merchant = await readMerchantNow({ sql: tx }, merchantId)
    const createdAt = clockOf(needs, merchant)
    const recipient = { merchantId, id, name, taxNumber, keyType, pixKey: key, createdAt, createdBy: by }
    const isNew = (await insertRecipient(tx, recipient)).count === 1
    const at = new Date(createdAt.getTime() + needs.limitRaiseWaitMs)
    if (isNew && merchant.restrictsRecipients && needs.limitRaiseWaitMs > 0)
      await notifyOfLoosening(needs, tx, { what: 'recipient', merchantId, person: by, at })
    await recordAudit(tx, withDetails(audit, { name, taxNumber: maskTaxNumber(taxNumber), keyType }))
  })
}

export const removeRecipient = (
  { sql }: { sql: Sql },
  { merchantId, id, audit }: { merchantId: string; id: string; audit: Audit },
): Promise<void> =>
  sql.begin(async tx => {
    const removed = isUuid(id) ? await deleteRecipient(tx, merchantId, id) : undefined
    if (removed === undefined) throw new ApiError('RecipientNotFound')
    await recordAudit(tx, withDetails(audit, { name: removed.name, keyType: removed.keyType }))
  })

/** Newest first. */
export const listRecipients = ({ sql }: { sql: Sql }, { merchantId, limit, cursor }: Paging & { merchantId: string }) =>
  readPage(limit, rows => selectRecipients(sql, merchantId, cursor, rows), byId)
