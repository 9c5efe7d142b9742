import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import type { Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { type Ahead, timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { Door } from '../../money/transactions/door.ts'
import { type Link, type LinkChange, countEnded, isOver, isSoldOut, move } from './states.ts'
import { type LockedChange, linkEvents } from './views.ts'
import { checkEnd, checkTitle } from './make-link.ts'
import { lockLinks, lockOver, updateLinks } from './sql.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import type { LinkedEnd } from '../../money/transactions/commit-hooks.ts'
import type { NewEvent } from '../../money/webhooks/event.ts'

type Needs = {
  door: Door
  clock: () => Date
  addresses: PublicAddresses
  readMerchant: ReadMerchant
}

/** Fields that are left out do not change. */
export type Changes = {
  title?: string | undefined
  description?: string | null | undefined
  stock?: number | null | undefined
  endsAt?: Date | null | undefined
  state?: 'Active' | 'Closed' | undefined
}

type ChangeLinkInput = Changes & { merchantId: string; linkId: string; audit?: Audit }

/** Changes, closes or reopens a link. More stock or a later end date reopens one that was sold out or had ended. */
export async function changeLink(
  needs: Needs,
  { merchantId, linkId, audit, ...changes }: ChangeLinkInput,
): Promise<Link> {
  const now = await timeFor(needs, merchantId)
  const change = async (tx: Tx) => {
    const [found] = isUuid(linkId) ? await lockLinks(tx, [{ merchantId, id: linkId }]) : []
    if (found === undefined) throw new ApiError('PaymentLinkNotFound')
    return [{ locked: found, ...changed(found, changes, now) }]
  }
  const [link] = await commitChanges(needs, change, audit)
  if (link === undefined) throw new ApiError('PaymentLinkNotFound')
  return link
}

const mostAtOnce = 100

/** Closes links past their end date, and returns how many. `ahead`: only links of a merchant whose clock was moved. */
export const endLinks = async (needs: Needs, ahead?: Ahead): Promise<number> => {
  const ended = await commitChanges(needs, async tx =>
    (await lockOver(tx, ahead?.now ?? needs.clock(), mostAtOnce, ahead?.merchantId)).map(locked => ({
      locked,
      ...move(locked, 'end'),
    })),
  )
  return ended.length
}

function changed(link: Link, { state, ...fields }: Changes, now: Date): LinkChange {
  const after: Link = { ...link }
  if (fields.title !== undefined) {
    checkTitle(fields.title)
    after.title = fields.title
  }
  if (fields.description !== undefined) after.description = fields.description
  if (link.staticId !== null && [fields.stock, fields.endsAt].some(value => value !== undefined && value !== null))
    throw new ApiError('PaymentLinkStateNotAllowed', {
      message: 'a static QR code has no stock and no endsAt: omit them',
    })
  if (fields.stock !== undefined) after.stock = checkedStock(link, fields.stock)
  if (fields.endsAt !== undefined) {
    checkEnd(fields.endsAt, now)
    after.endsAt = fields.endsAt
  }
  if (state === 'Closed') return after.state === 'Closed' ? { link: after, event: null } : move(after, 'close')
  const isFull = isSoldOut(after)
  const canOpen = !isFull && !isOver(after, now)
  if (after.state === 'Active') return isFull ? move(after, 'sellOut') : { link: after, event: null }
  if (canOpen && (state === 'Active' || after.state !== 'Closed')) return move(after, 'reopen')
  if (state === undefined) return { link: after, event: null }
  const message = isFull
    ? 'the link is sold out: also send a greater stock'
    : 'the link has ended: also send a later endsAt'
  throw new ApiError('PaymentLinkStateNotAllowed', { message })
}

/** Stock that is paid or being paid cannot be removed. */
function checkedStock({ paidCount, openCount }: Link, stock: number | null): number | null {
  const taken = paidCount + openCount
  if (stock !== null && stock < taken)
    throw new ApiError('PaymentLinkStockTaken', { message: `${paidCount} are paid and ${openCount} are being paid` })
  return stock
}

/** Writes changes together with their webhook events. */
const commitChanges = (needs: Needs, work: (tx: Tx) => Promise<LockedChange[]>, audit?: Audit): Promise<Link[]> =>
  needs.door.commit(async ({ tx, notify }) => {
    const changes = await work(tx)
    if (changes.length === 0) return []
    const links = changes.map(({ link }) => link)
    await updateLinks(tx, links)
    await notify(linkEvents(needs, changes, needs.clock()))
    await recordAudit(tx, audit)
    return links
  })

/** Called in the commit that closes charges of links: their units return to the stock or count as paid. */
export const followCharges =
  (needs: { addresses: PublicAddresses }) =>
  async (tx: Tx, ended: LinkedEnd[], at: Date): Promise<NewEvent[]> => {
    const locked = await lockLinks(
      tx,
      ended.map(({ merchantId, paymentLinkId }) => ({ merchantId, id: paymentLinkId })),
    )
    const changes = locked.map(link => {
      const own = ended.filter(one => one.merchantId === link.merchantId && one.paymentLinkId === link.id)
      return { locked: link, ...countEnded(link, own) }
    })
    await updateLinks(
      tx,
      changes.map(({ link }) => link),
    )
    return linkEvents(needs, changes, at)
  }
