import type { Sql } from '../../platform/db/db.ts'
import { InvalidRequest, missing } from '../../platform/http/errors.ts'
import { type NamedParty, partyOf, readCounterparty } from '../../money/transactions/counterparty.ts'
import type { Counterparty } from '../../money/transactions/transaction.ts'
import { readCustomer } from '../customers/read-customer.ts'

/** Who is to pay: a named payer (null: anybody), or a customer instead. */
export type WhoPays = {
  merchantId: string
  payer: NamedParty | null
  customerId?: string | undefined
  /** Money from another document than the payer's is returned. */
  onlyThisPayer?: boolean | undefined
}

/** `taxNumber` null: a customer without a document. It is named, and anybody may pay. */
export type Payer = { counterparty: Counterparty; taxNumber: string | null }

/** The payer that the request itself names. */
export function readNamed({ payer, customerId }: WhoPays): Payer | null {
  if (payer !== null && customerId !== undefined)
    throw new InvalidRequest([
      { path: '/payment/customerId', code: 'invalid', message: 'must not be sent together with payer', info: {} },
    ])
  return payer && readCounterparty(payer)
}

/** `named`: `readNamed` of the same request. */
export async function readPayer(needs: { sql: Sql }, asked: WhoPays, named: Payer | null): Promise<Payer | null> {
  const payer = asked.customerId === undefined ? named : await readCharged(needs, asked, asked.customerId)
  if (asked.onlyThisPayer === true && !payer?.taxNumber) throw new InvalidRequest([missing('/payment', 'payer')])
  return payer
}

async function readCharged(needs: { sql: Sql }, { merchantId }: WhoPays, customerId: string): Promise<Payer> {
  const { name, document } = await readCustomer(needs, merchantId, customerId)
  if (document === null) return { counterparty: { name, cpf: null, cnpj: null }, taxNumber: null }
  return readCounterparty({ name, ...partyOf(document) })
}
