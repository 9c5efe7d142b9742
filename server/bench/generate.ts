import type { Sql } from '../src/db/db.ts'

/** Stored transactions of one merchant, made in SQL as the server would have left them: completed, posted, over the past. */
export async function generateTransactions(sql: Sql, merchantId: string, count: number): Promise<void> {
  const [{ stored, postings, available } = { stored: 0, postings: 0n, available: 0n }] = await sql<
    { stored: number; postings: bigint; available: bigint }[]
  >`
    select (select count(*)::int from transactions where merchant_id = ${merchantId} and state = 'Completed') as stored,
           postings, available from balances where merchant_id = ${merchantId}`
  const missing = count - stored
  if (missing <= 0) return
  await sql`
    insert into transactions (merchant_id, id, operation, state, amount, editable, paid_amount, charge_fixed, charge_rate,
                              charges, order_id, idempotency_key, request_hash, counterparty, qr_code, webhook_url,
                              created_at, registered_at, completed_at)
    select ${merchantId}, uuidv7(make_interval(secs => -g)), 'pixCashIn', 'Completed', 10500000, false, 10500000, 0, 0, 0,
           'g-' || ${stored}::int + g, 'order:g-' || ${stored}::int + g, repeat('h', 44),
           '{"name": "Maria da Silva", "cpf": "52998224725", "cnpj": null}', repeat('q', 180), 'http://127.0.0.1:9/',
           now() - make_interval(secs => g), now() - make_interval(secs => g), now() - make_interval(secs => g)
      from generate_series(${missing}::int, 1, -1) g`
  // Before the postings: a foreign key to a table that was never looked at is checked by walking through it.
  await sql`analyze transactions`
  await sql.begin(async tx => {
    await tx`
      insert into postings (merchant_id, sequence, transaction_id, name, available, held, bank, fees, available_after,
                            held_after, posted_at)
      select t.merchant_id, ${postings}::bigint + row_number() over (order by t.id), t.id, 'cashInSettled', 10500000, 0,
             -10500000, 0, ${available}::bigint + 10500000 * row_number() over (order by t.id), 0, now()
        from transactions t
       where t.merchant_id = ${merchantId} and t.state = 'Completed'
         and not exists (select from postings p where p.merchant_id = t.merchant_id and p.transaction_id = t.id)`
    await tx`
      update balances set postings = postings + ${missing}, available = available + 10500000::bigint * ${missing},
                          bank = bank - 10500000::bigint * ${missing}, posted_at = now()
       where merchant_id = ${merchantId}`
  })
  await sql`analyze postings`
}
