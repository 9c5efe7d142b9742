import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { isGenuineCnpj, normalizeTaxNumber } from '../../platform/brazil/tax-number.ts'
import { openMerchant } from '../../money/ledger/open-merchant.ts'
import { takeAccountNumber } from '../../tenancy/merchants/take-account-number.ts'
import type { Plan } from './plan.ts'

type Needs = { sql: Sql; storageKey: Buffer; clock: () => Date }
type NewMerchant = { id: string; name: string; cnpj: string; city: string; plan: Plan }

/** A new merchant with an account of its own and nothing in it. A company may have several. */
export async function registerMerchant(needs: Needs, { id, name, cnpj, city, plan }: NewMerchant): Promise<void> {
  const taxNumber = normalizeTaxNumber(cnpj)
  if (!isGenuineCnpj(taxNumber))
    throw new ApiError('CounterpartyTaxNumberInvalid', { message: `TaxNumber:${taxNumber}` })
  const accountNumber = await takeAccountNumber(needs)
  await openMerchant(needs, { id, name, taxNumber, city, accountNumber, ...plan })
}
