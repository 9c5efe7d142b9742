import { ApiError } from '../../../src/platform/http/errors.ts'
import { resumeMerchant, suspendMerchant } from '../../../src/tenancy/merchants/suspension.ts'
import type { Trilho } from '../trilho.ts'
import { act } from './act.ts'
import { oneOf, which } from './diary.ts'

export const operatorActs = {
  suspend: act({
    weight: 1,
    fields: { which },
    perform: ({ trilho }, { merchants }, wanted) => suspend(trilho, oneOf(merchants, wanted.which) ?? ''),
  }),
  resume: act({
    weight: 1,
    fields: { which },
    perform: ({ trilho }, { merchants }, wanted) => resume(trilho, oneOf(merchants, wanted.which) ?? ''),
  }),
}

/** What is so already stays so. */
const suspend = ({ needs }: Trilho, merchantId: string) =>
  suspendMerchant(needs, { merchantId, reason: 'Looked into', by: 'Olga' }).catch(isRefusal)
export const resume = ({ needs }: Trilho, merchantId: string) => resumeMerchant(needs, merchantId).catch(isRefusal)

function isRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}
