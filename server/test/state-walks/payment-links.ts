import { endLinks } from '../../src/products/payment-links/change-link.ts'
import { linksOf } from '../kit/payment-links.ts'
import type { Trilho } from '../kit/trilho.ts'
import type { Walks } from './walks.ts'

export async function linkWalks(trilho: Trilho): Promise<Walks> {
  const links = linksOf(trilho, await trilho.newMerchant())

  const changed = async (id: string, changes: object): Promise<string> => {
    await links.change(id, changes)
    return id
  }

  async function soldOut(): Promise<string> {
    const link = await links.make({ stock: 1 })
    await links.complete(await links.openCharge(link.url))
    return link.id
  }

  async function ended(): Promise<string> {
    const { id } = await links.make({ endsAt: new Date(trilho.needs.clock().getTime() + 60_000).toISOString() })
    trilho.clock.aheadMs += 61_000
    await endLinks(trilho.needs)
    return id
  }

  const closed = async () => changed((await links.make()).id, { state: 'Closed' })

  return {
    walks: {
      'nothing make': async () => (await links.make()).id,
      'Active sellOut': soldOut,
      'Active end': ended,
      'Active close': closed,
      'SoldOut reopen': async () => changed(await soldOut(), { stock: 2 }),
      'Ended reopen': async () => changed(await ended(), { endsAt: null }),
      'Closed reopen': async () => changed(await closed(), { state: 'Active' }),
    },
  }
}
