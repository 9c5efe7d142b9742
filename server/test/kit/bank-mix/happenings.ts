import { type Beside, type Diary, banksOf, partnerOf, shopNames } from './diary.ts'

type SeenCall = { status: number | string; fault?: string }

/** The faults that calls have met, and the calls above a limit. A bank forgets its last 500 calls when it is killed. */
export async function noteCalls({ bank, happened }: Beside): Promise<void> {
  for (const { status, fault } of (await bank.control('GET', '/calls')) as SeenCall[]) {
    if (fault !== undefined) happened.add(`fault ${fault}`)
    else if (status === 429) happened.add('limit of a bank')
  }
}

/** What the books have at the end of a run. */
export async function noteRecords(beside: Beside, { since, shops }: Diary): Promise<void> {
  const { trilho, happened } = beside
  const found = await trilho.sql<{ what: string }[]>`
    select 'exception ' || act || ' ' ||
           case when expected ->> 'code' like 'newPayoutBy%' then 'repeat' else coalesce(substring(subject from 'reconciliation (.*)'), kind) end
             as what
      from bank_exceptions where state = 'Ended' and ended_by <> 'Trilho'
    union select 'late outcome of a payout' from bank_exceptions
     where kind = 'payout' and bank_order_id is null and transaction_id is not null and act = 'settle'
    union select 'batch ' || state from payout_batch_rows
    union select 'dispute ' || state from disputes
    union select 'dispute opened by ' || opened_by from disputes
    union select 'part of a payout came back' from transactions
     where operation = 'pixCashOut' and state = 'Completed' and refunded_amount > 0
    union select 'unknown payout came back' from adjustments
     where name in ('adjustmentIn', 'ownMoneyAdded') and transaction_id is null and end_to_end_id is not null
    union select 'payout by people' from payment_requests r
      join transactions t on t.merchant_id = r.merchant_id and t.id = r.transaction_id
     where r.status = 'Approved' and t.operation = 'pixCashOut' and t.state = 'Completed'
    union select 'payer masked' from transactions
     where operation = 'pixCashIn' and participant ->> 'taxNumber' like '*%'
    union select 'payer unnamed' from transactions
     where operation = 'pixCashIn' and state = 'Completed' and participant ->> 'name' is null
    union select 'static code paid' from transactions t join payment_links l on l.merchant_id = t.merchant_id and l.id = t.payment_link_id
     where l.static_id is not null and t.end_to_end_id is not null
    union select 'initiation paid' from transactions where operation = 'paymentInitiation' and state = 'Completed'
    union select 'bill paid with a fine' from bills where paid_fine > 0
    union select 'bill paid with a discount' from bills where paid_discount > 0
    union select 'bill changed' from bills where revision > 0
    union select case when t.cancelled_at >= (b.payable_until + 1)::timestamp at time zone 'America/Sao_Paulo'
                      then 'bill expired' else 'bill cancelled' end
      from bills b join transactions t on t.merchant_id = b.merchant_id and t.id = b.id where t.state = 'Cancelled'
    union select 'boleto settled' from transactions where operation = 'pixBill' and state = 'Completed' and end_to_end_id is null
    union select 'boleto paid by Pix' from transactions t join boletos b on b.merchant_id = t.merchant_id and b.id = t.id
     where t.end_to_end_id is not null
    union select 'boleto kept for a person' from transactions
     where operation = 'unmatchedPayment' and end_to_end_id like 'BOLETO%'
    union select 'money released after a restore' from recoveries where released_at is not null`
  for (const { what } of found) happened.add(what)
  for (const shop of shopNames) {
    const used = await trilho.sql<{ operation: string; connectionId: string }[]>`
      select distinct operation, connection_id from transactions
       where merchant_id = ${shops[shop].merchantId} and state in ('Completed', 'Refunded') and created_at >= ${since}`
    for (const { operation, connectionId } of banksOf(beside, shop).length < 2 ? [] : used)
      happened.add(`${shop} ${operation} ${partnerOf(beside, connectionId)}`)
  }
}
