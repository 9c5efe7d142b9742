import { expect } from 'vitest'
import { type Beside, partnerOf } from './diary.ts'

type Refund = { amount: string; status: string }
type Person = { name: string; taxId: string; ispb: string }
export type Pix = { endToEndId: string; partner: string; amount: string; payer: Person; refunds: Refund[] }
export type SentOut = {
  recipient: Person
  endToEndId: string
  requestId: string
  partner: string
  amount: string
  state: string
  returns: { amount: string }[]
}
type Callback = { id: string; state: string; about: string; items: { endToEndId?: string; gnExtras?: object }[] }
export const callbacksOf = ({ bank }: Beside) => bank.control('GET', '/callbacks?all') as Promise<Callback[]>

/** A merchant that pays no key of an unknown owner has paid nobody but the recipients it named. */
export async function expectRightRecipients({ trilho: { sql }, bank }: Beside): Promise<void> {
  const named = await sql<{ endToEndId: string; taxId: string }[]>`
    select t.end_to_end_id, t.counterparty ->> 'cpf' as tax_id
      from transactions t join merchants m on m.id = t.merchant_id
     where t.operation = 'pixCashOut' and t.state = 'Completed' and not m.allows_unknown_key_owner
       and t.counterparty is not null`
  const sent = new Map(((await bank.control('GET', '/payouts?all')) as SentOut[]).map(one => [one.endToEndId, one]))
  const paid = named.map(({ endToEndId }) => ({ endToEndId, taxId: sent.get(endToEndId)?.recipient.taxId }))
  expect(paid, 'recipients').toEqual(named)
}

export type Shown = { name: string | null; taxNumber: string | null; bankIspb: string | null }
type Booked = { endToEndId: string; connectionId: string; participant: Shown | null }

/** Efí and Inter show the middle of a CPF, and a CNPJ whole. */
const masked = (taxId: string) => (taxId.length === 11 ? `***.${taxId.slice(3, 6)}.${taxId.slice(6, 9)}-**` : taxId)

/** Who paid: the bank is in the end-to-end id. Efí names the payer in callbacks, Inter in its statement, Sicoob nowhere. */
const shownPayer = {
  efi: ({ name, taxId, ispb }: Person, isCalledBack: boolean): Shown =>
    isCalledBack ? { name, taxNumber: masked(taxId), bankIspb: ispb } : { name: null, taxNumber: null, bankIspb: ispb },
  inter: ({ name, taxId, ispb }: Person): Shown => ({ name, taxNumber: taxId, bankIspb: ispb }),
  sicoob: ({ ispb }: Person): Shown => ({ name: null, taxNumber: null, bankIspb: ispb }),
}

/** Who was paid, which banks report with the payout. */
const shownRecipient = {
  efi: ({ name, taxId, ispb }: Person): Shown => ({ name, taxNumber: masked(taxId), bankIspb: ispb }),
  inter: ({ name, taxId }: Person): Shown => ({ name, taxNumber: masked(taxId), bankIspb: null }),
  sicoob: ({ name, taxId, ispb }: Person): Shown => ({ name, taxNumber: taxId, bankIspb: ispb }),
}

const shown = (one: Shown | null): Shown => ({
  name: one?.name ?? null,
  taxNumber: one?.taxNumber ?? null,
  bankIspb: one?.bankIspb ?? null,
})

/** What the books show of payers and recipients, and what their banks have reported of them. */
export async function participantsOf(beside: Beside) {
  const { bank, trilho } = beside
  const { sql } = trilho
  const paidIn = await sql<Booked[]>`
    select end_to_end_id, connection_id, participant from transactions
     where operation in ('pixCashIn', 'pixBill') and state in ('Completed', 'Refunded', 'Reversed')
       and end_to_end_id is not null and end_to_end_id not like 'BOLETO%' order by id`
  const received = new Map(((await bank.control('GET', '/pix?all')) as Pix[]).map(one => [one.endToEndId, one]))
  const named = new Set(
    (await callbacksOf(beside))
      .filter(
        ({ state, items }) => state === 'delivered' && items.some(({ gnExtras }) => gnExtras && 'pagador' in gnExtras),
      )
      .flatMap(({ items }) => items.map(({ endToEndId }) => endToEndId)),
  )
  const payers = paidIn.map(({ endToEndId, connectionId, participant }) => {
    const { payer } = received.get(endToEndId) ?? { payer: { name: '', taxId: '', ispb: '' } }
    // The bank calls back once: what a restore has lost of it nobody reports again.
    const isLost = beside.lostCallbacks.has(endToEndId) && shown(participant).name === null
    const expected = shownPayer[partnerOf(beside, connectionId)](payer, named.has(endToEndId) && !isLost)
    return { payerOf: endToEndId, ours: shown(participant), expected }
  })
  // Of a payout that its bank could not be asked about a person has only the statement.
  const paidOut = await sql<Booked[]>`
    select end_to_end_id, connection_id, participant from transactions t
     where operation = 'pixCashOut' and state = 'Completed' and (external_id is not null or participant is not null)
       and not exists (select 1 from bank_exceptions e
                        where e.merchant_id = t.merchant_id and e.transaction_id = t.id and e.act = 'settle'
                          and e.bank_answer is null)
     order by id`
  const sent = new Map(((await bank.control('GET', '/payouts?all')) as SentOut[]).map(one => [one.endToEndId, one]))
  const recipients = paidOut.map(({ endToEndId, connectionId, participant }) => {
    const { recipient } = sent.get(endToEndId) ?? { recipient: { name: '', taxId: '', ispb: '' } }
    const expected = shownRecipient[partnerOf(beside, connectionId)](recipient)
    return { recipientOf: endToEndId, ours: shown(participant), expected }
  })
  return [...payers, ...recipients]
}
