import { normalizeTaxNumber } from '../../platform/brazil/tax-number.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Page, type Paging, byId, readPage } from '../../platform/http/paging.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { fold } from '../transaction-search/terms/folded-terms.ts'
import { listLinked, sumUpCustomer } from '../../money/transactions/list-transactions.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import type { Customer } from './customer.ts'
import { selectCustomer, selectCustomers, selectMatching } from './sql.ts'

export async function readCustomer({ sql }: { sql: Sql }, merchantId: string, id: string): Promise<Customer> {
  const customer = isUuid(id) ? await selectCustomer(sql, merchantId, id) : undefined
  if (customer === undefined) throw new ApiError('CustomerNotFound')
  return customer
}

/** Those of the merchant's own external ids that are there. */
export const findByExternalIds = ({ sql }: { sql: Sql }, merchantId: string, externalIds: readonly string[]) =>
  selectMatching(sql, merchantId, { keys: [], externalIds: [...new Set(externalIds)], documents: [] }, { locks: false })

/** Null: there is none any more. */
export const findCustomer = async (
  { sql }: { sql: Sql | Tx },
  merchantId: string,
  id: string,
): Promise<Customer | null> => (await selectCustomer(sql, merchantId, id)) ?? null

type ListCustomersInput = Paging & {
  merchantId: string
  externalId?: string | undefined
  document?: string | undefined
  text?: string | undefined
  hidesDocument?: boolean
}

/**
 * Newest first. `text`: words of the name, e-mail, phone, document or external id, in any order. `hidesDocument`: not of the
 * document, whose digits could be found one by one by somebody who sees it masked.
 */
export const listCustomers = (
  { sql }: { sql: Sql },
  { merchantId, externalId, document, text = '', hidesDocument = false, limit, cursor }: ListCustomersInput,
): Promise<Page<Customer>> => {
  const filter = {
    merchantId,
    externalId,
    document: document === undefined ? undefined : normalizeTaxNumber(document),
    words: wordsOf(text),
    hidesDocument,
  }
  return readPage(limit, rows => selectCustomers(sql, filter, { beforeId: cursor, limit: rows }), byId)
}

/** A document may be typed with its punctuation. */
const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/\s+/)
    .filter(word => word !== '')
    .map(word => (/^[\d./-]+$/.test(word) && /\d/.test(word) ? word.replaceAll(/[./-]/g, '') : word))

/** Every charge of a customer, newest first, paid or not. */
export async function listCustomerTransactions(
  needs: { sql: Sql },
  { merchantId, customerId, ...paging }: Paging & { merchantId: string; customerId: string },
): Promise<Page<Transaction>> {
  const { id } = await readCustomer(needs, merchantId, customerId)
  return listLinked(needs, { merchantId, customerId: id, ...paging })
}

/** A customer with the sums of its charges. */
export async function readCustomerSums(needs: { sql: Sql }, merchantId: string, id: string) {
  const customer = await readCustomer(needs, merchantId, id)
  return { customer, sums: await sumUpCustomer(needs, { merchantId, customerId: id }) }
}
