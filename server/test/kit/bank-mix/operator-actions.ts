import { ApiError } from '../../../src/platform/http/errors.ts'
import { resumeMerchant, suspendMerchant } from '../../../src/tenancy/merchants/suspension.ts'
import { findConnection } from '../../../src/money/rails/connections.ts'
import { rotateCredentials } from '../../../src/money/rails/rotate-credentials.ts'
import type { Trilho } from '../trilho.ts'
import { act } from './act.ts'
import { type Beside, type Diary, dialect, oneOf, which } from './diary.ts'

export const operatorActions = {
  /** A bank replaces its credentials: the old ones are refused until an operator has changed them here. */
  'new credentials': act({
    weight: 1,
    fields: { partner: dialect },
    perform: async (beside, diary, { partner }) => {
      await beside.bank.renew(partner)
      diary.renewed.add(partner)
      await changeCredentials(beside, diary).catch(() => null)
    },
  }),

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

/** Gives every connection the credentials that its bank has renewed. */
export async function changeCredentials({ trilho, bank, connections, second }: Beside, { renewed }: Diary) {
  for (const partner of renewed) {
    const { clientId, clientSecret, certificates } = await bank.settingsOf(partner)
    const [certificate] = certificates
    for (const id of partner === 'efi' ? [connections.efi, second] : [connections[partner]]) {
      const connection = await findConnection(trilho.needs, id)
      if (connection === null || certificate === undefined) throw new Error('the bank is not connected')
      await rotateCredentials(trilho.needs, connection, { clientId, clientSecret, certificate })
    }
    renewed.delete(partner)
  }
}

/** Already in this state: nothing to do. */
const suspend = ({ needs }: Trilho, merchantId: string) =>
  suspendMerchant(needs, { merchantId, reason: 'Looked into', by: 'Olga' }).catch(isRefusal)
export const resume = ({ needs }: Trilho, merchantId: string) => resumeMerchant(needs, merchantId).catch(isRefusal)

function isRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}
