import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Sql } from '../src/platform/db/db.ts'

/** Disk space of a stored transaction, with its posting, their indexes and WAL. */
const bytesOfOne = 1_500
const rowsAtOnce = 500_000

/** Why that many cannot be created here; null: they can. */
export function refusalOf(count: number): string | null {
  const { bavail, bsize } = statfsSync(tmpdir())
  const [needed, free] = [count * bytesOfOne, bavail * bsize].map(bytes => Math.round(bytes / 1e9)) as [number, number]
  if (needed <= free) return null
  return `${count.toLocaleString('en')} transactions take some ${needed} GB of disk; ${tmpdir()} has ${free} GB`
}

/**
 * Stored transactions of one merchant, created in SQL as the server would have stored them: completed, posted, spread over ten
 * years. Without the checks of foreign keys, which are known to hold.
 */
export async function generateTransactions(sql: Sql, merchantId: string, count: number): Promise<void> {
  const everyMs = (10 * 365 * 24 * 60 * 60 * 1000) / count
  for (let done = 0; done < count; done += rowsAtOnce) {
    const [first, last] = [done + 1, Math.min(done + rowsAtOnce, count)]
    await sql.begin(async tx => {
      await tx.unsafe('set local session_replication_role = replica')
      const made = tx`
        select g, at, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(g::text), 1, 3)
                       || '8' || substr(md5(g::text), 4, 15))::uuid as id
          from (select g, date_trunc('milliseconds', now() - make_interval(secs => (${count}::int - g) * ${everyMs}::float8 / 1000)) as at
                  from generate_series(${first}::int, ${last}::int) g) times`
      await tx`
        insert into transactions (merchant_id, id, operation, state, amount, editable, paid_amount, charge_fixed, charge_rate,
                                  charges, order_id, idempotency_key, request_hash, counterparty, qr_code, webhook_url,
                                  created_at, registered_at, completed_at)
        select ${merchantId}::uuid, id, 'pixCashIn', 'Completed', 10500000, false, 10500000, 0, 0, 0, 'g-' || g, 'order:g-' || g,
               repeat('h', 44), '{"name": "Maria da Silva", "cpf": "52998224725", "cnpj": null}', repeat('q', 180),
               'http://127.0.0.1:9/', at, at, at
          from (${made}) made`
      await tx`
        insert into postings (merchant_id, sequence, transaction_id, name, available, held, bank, fees, available_after,
                              held_after, posted_at)
        select b.merchant_id, b.postings + g - ${first}::int + 1, id, 'cashInSettled', 10500000, 0, -10500000, 0,
               b.available + 10500000::bigint * (g - ${first}::int + 1), b.held, at
          from (${made}) made join balances b on b.merchant_id = ${merchantId}`
      await tx`
        update balances set postings = postings + ${last - first + 1}, available = available + 10500000::bigint * ${last - first + 1},
                            bank = bank - 10500000::bigint * ${last - first + 1}, posted_at = now()
         where merchant_id = ${merchantId}`
    })
  }
  await sql`vacuum analyze transactions`
  await sql`vacuum analyze postings`
}
