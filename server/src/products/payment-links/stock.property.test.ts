import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { linksOf } from '../../../test/kit/payment-links.ts'
import { assertProperty } from '../../../test/kit/property.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { parseAmount } from '../../platform/brazil/money.ts'
import { expireCharges } from '../../money/transactions/expire-charges.ts'
import { changeLink } from './change-link.ts'
import { payLink } from './pay-link.ts'
import { readLink } from './read-link.ts'

const trilho = await openTrilho()
const servers = [trilho, await trilho.startServer()] as const
const amount = parseAmount('10.00')

/** What payers, their banks, the clock and the merchant do. `which` picks among the charges that were opened. */
const anyAct = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant('pay' as const), which: fc.constant(0) }) },
  { weight: 5, arbitrary: fc.record({ act: fc.constant('moneyComes' as const), which: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('wrongMoneyComes' as const), which: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('cancel' as const), which: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('expire' as const), which: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('setStock' as const), which: fc.integer({ min: 1, max: 6 }) }) },
)
const anyMoment = fc.array(fc.record({ server: fc.nat(1), what: anyAct }), { minLength: 3, maxLength: 10 })

const refusable = async (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError) return false
      throw error
    },
  )

test('however many pay at once, a link is never paid more often than its stock allows, and no money is lost', async () => {
  let payments = 0
  await assertProperty(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(anyMoment, { minLength: 2, maxLength: 5 }),
      async (stock, moments) => {
        const shop = await trilho.newMerchant()
        const { merchantId } = shop
        const { id: linkId } = await linksOf(trilho, shop).make({ stock })
        const charges: string[] = []
        const arrived: bigint[] = []

        async function perform({ server, what }: (typeof moments)[number][number]) {
          const { needs } = servers[server === 0 ? 0 : 1]
          const id = charges.at(what.which % Math.max(charges.length, 1))
          if (what.act === 'pay') {
            const link = await readLink(needs, merchantId, linkId)
            await refusable(
              payLink(needs, link, { amount, payer: null, once: null }).then(({ transaction }) =>
                charges.push(transaction.id),
              ),
            )
          } else if (what.act === 'setStock')
            await refusable(changeLink(needs, { merchantId, linkId, stock: what.which }))
          else if (what.act === 'expire') {
            for (const { clock } of servers) clock.aheadMs += 31 * 60_000
            await expireCharges(needs)
          } else if (id === undefined) return
          else if (what.act === 'cancel')
            await refusable(needs.door.apply({ merchantId, id, event: { kind: 'cancelled' } }))
          else {
            const came = what.act === 'moneyComes' ? amount : amount + 10_000n
            const endToEndId = `E${String(++payments).padStart(31, '0')}`
            const event = { kind: 'paid', amount: came, participant: null, endToEndId, arrived: true } as const
            await needs.door.apply({ merchantId, id, event })
            arrived.push(came)
          }
        }

        for (const moment of moments) {
          await Promise.all(moment.map(perform))
          const link = await readLink(trilho.needs, merchantId, linkId)
          expect(link.paidCount + link.openCount).toBeLessThanOrEqual(link.stock ?? 0)
          expect(link.state).toBe(link.paidCount === link.stock ? 'SoldOut' : 'Active')
        }
        const { paidCount } = await readLink(trilho.needs, merchantId, linkId)
        const credited = times(paidCount, () => amount).reduce((sum, one) => sum + one, 0n)
        const unmatched = await trilho.sql<{ unmatchedId: string }[]>`
          select unmatched_id from unmatched_payments where merchant_id = ${merchantId}`
        const [kept] = await trilho.sql<{ amount: bigint }[]>`
          select coalesce(sum(amount), 0)::bigint as amount from transactions
           where merchant_id = ${platformId} and id = any(${unmatched.map(({ unmatchedId }) => unmatchedId)}::uuid[])`
        expect(credited + (kept?.amount ?? 0n)).toBe(arrived.reduce((sum, one) => sum + one, 0n))
        expect(await auditBooks(trilho.needs)).toEqual([])
      },
    ),
    { runs: 10, endOnFailure: true },
  )
})
