import { parseAmount } from '../../../src/platform/brazil/money.ts'
import type { Beside } from './diary.ts'
import { type OpenException, endBy } from './exception-actions.ts'

/**
 * After a restore a return is stopped where its bank has returned more than the books know, or is in doubt because the bank
 * shows a return that a forgotten order has asked for: settled if that is this one.
 */
export async function endStoppedReturns(beside: Beside): Promise<void> {
  const stopped = await beside.trilho.sql<OpenException[]>`
    select merchant_id, id, kind from bank_exceptions
     where state = 'Open' and kind = 'return' and bank_order_id is not null and expected ->> 'code' = 'amountReturned'
     order by id`
  for (const one of stopped) if ((await endBy(beside, one, 'release')) !== undefined) await endBy(beside, one, 'settle')
  const doubtful = await readDoubtful(beside)
  for (const one of doubtful) if ((await unbookedAtBank(beside, one)) >= one.amount) await endBy(beside, one, 'settle')
}

type Doubtful = OpenException & { endToEndId: string }

const readDoubtful = ({ trilho: { sql } }: Beside) => sql<Doubtful[]>`
  select e.merchant_id, e.id, e.kind, t.end_to_end_id, coalesce(r.amount, t.amount) as amount
    from bank_exceptions e join transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
    left join refunds r on r.merchant_id = e.merchant_id and r.transaction_id = e.transaction_id and r.id = e.subject
   where e.state = 'Open' and e.kind = 'return' and e.bank_order_id is not null and e.said ->> 'code' = 'doubtful'
   order by e.id`

type Pix = { endToEndId: string; refunds: { amount: string; status: string }[] }

/** What the bank's own record has as returned of the payment and the books lack. */
async function unbookedAtBank({ bank, trilho: { sql } }: Beside, { endToEndId }: Doubtful): Promise<bigint> {
  const payments = (await bank.control('GET', '/pix?all')) as Pix[]
  const returns = payments.find(one => one.endToEndId === endToEndId)?.refunds ?? []
  const done = returns.filter(({ status }) => status === 'DEVOLVIDO').map(({ amount }) => parseAmount(amount))
  const [booked] = await sql<{ amount: bigint }[]>`
    select refunded_amount as amount from transactions where end_to_end_id = ${endToEndId} and state <> 'Cancelled'`
  return done.reduce((sum, amount) => sum + amount, 0n) - (booked?.amount ?? 0n)
}
