import { ApiError } from '../../../src/platform/http/errors.ts'
import { resumeMerchant, suspendMerchant } from '../../../src/tenancy/merchants/suspension.ts'
import type { Trilho } from '../trilho.ts'
import { act } from './act.ts'
import { oneOf, which } from './diary.ts'

export const operatorActions = {
  suspend: act({
    weight: 1,
    fields: { which },
    perform: ({ trilho }, { merchants }, input) => suspend(trilho, oneOf(merchants, input.which) ?? ''),
  }),
  resume: act({
    weight: 1,
    fields: { which },
    perform: ({ trilho }, { merchants }, input) => resume(trilho, oneOf(merchants, input.which) ?? ''),
  }),
}

/** Already in this state: nothing to do. */
const suspend = ({ needs }: Trilho, merchantId: string) =>
  suspendMerchant(needs, { merchantId, reason: 'Looked into', by: 'Olga' }).catch(isRefusal)
export const resume = ({ needs }: Trilho, merchantId: string) => resumeMerchant(needs, merchantId).catch(isRefusal)

function isRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}
