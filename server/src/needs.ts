import { loginLimits } from './auth/log-in.ts'
import { accessTokens } from './auth/tokens.ts'
import type { Config } from './config.ts'
import type { Sql } from './lib/db.ts'
import { publicAddresses } from './lib/public-addresses.ts'
import { deriveKey } from './lib/seal.ts'
import { merchantReader } from './merchants/read-merchant.ts'
import { pixSimulator } from './rails/simulator/pix-simulator.ts'
import { eventDoor } from './transactions/apply-event.ts'
import { transactionOpener } from './transactions/open-transaction.ts'
import { transactionReader } from './transactions/read-transaction.ts'
import { deliverer } from './webhooks/deliver.ts'
import { webhookSigner } from './webhooks/sign.ts'

/** Everything a capability can ask for, made once a process and passed on as plain arguments. */
export type Needs = ReturnType<typeof gatherNeeds>

type Given = { config: Config; sql: Sql; serverSecret: string; publicUrl: () => string; clock?: () => Date }

export function gatherNeeds({ config, sql, serverSecret, publicUrl, clock = () => new Date() }: Given) {
  const isSandbox = config.TRILHO_ENV === 'sandbox'
  const addresses = publicAddresses(serverSecret, publicUrl)
  const storageKey = deriveKey(serverSecret, 'stored secrets')
  const tokens = accessTokens(deriveKey(serverSecret, 'access tokens'), config.TOKEN_LIFETIME)
  const readMerchant = merchantReader(sql)
  const sign = webhookSigner({ readMerchant, storageKey })
  const { deliver, drain: drainDeliveries } = deliverer({ sql, clock, sign })
  return {
    sql,
    clock,
    addresses,
    storageKey,
    tokens,
    loginLimits: loginLimits(),
    readMerchant,
    drainDeliveries,
    isSandbox,
    rateLimit: config.RATE_LIMIT,
    cashInLifetimeSeconds: config.CASH_IN_LIFETIME,
    pixRail: pixSimulator({ addresses, clock }),
    openTransaction: transactionOpener({ sql, runsPayouts: !isSandbox }),
    ...eventDoor({ sql, clock, addresses, deliver }),
    readTransaction: transactionReader({ sql }),
  }
}
