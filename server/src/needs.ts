import { authenticator } from './tenancy/access-keys/authenticate.ts'
import { keyUses } from './tenancy/access-keys/key-uses.ts'
import { loginLimits } from './tenancy/access-keys/log-in.ts'
import { accessTokens } from './tenancy/access-keys/tokens.ts'
import { orderRunner } from './money/bank-orders/run-orders.ts'
import type { Config } from './config.ts'
import type { Sql } from './platform/db/db.ts'
import type { ServerSecret } from './platform/db/server-secret.ts'
import { mailer } from './platform/lib/mail.ts'
import { openFileStorage, openStorage } from './platform/storage/open-storage.ts'
import { publicAddresses } from './platform/http/public-addresses.ts'
import { recentRequests } from './platform/http/drain.ts'
import { deriveKey } from './platform/lib/seal.ts'
import { uploadAddresses } from './platform/storage/upload-addresses.ts'
import { outbox } from './platform/mails/outbox.ts'
import { merchantReader } from './tenancy/merchants/read-merchant.ts'
import { payConsent } from './products/open-finance/pay-consent.ts'
import { followReturn } from './products/disputes/end-dispute.ts'
import { followCharges } from './products/payment-links/change-link.ts'
import { linkChargeLimits } from './products/payment-links/pay-link.ts'
import { cancelCharge } from './products/pix/cancel-cash-in.ts'
import { cashOutChecks } from './products/pix/check-cash-out.ts'
import { payOut } from './products/pix/pay-out.ts'
import { realBanks } from './money/rails/bacen-pix/dialects.ts'
import { type Dialects, noRails, railsReader } from './money/rails/rails-of.ts'
import { simulatedBank } from './money/rails/simulator/simulated-bank.ts'
import { simulator } from './money/rails/simulator/simulator.ts'
import { scriptedFaults } from './edges/sandbox/faults/use-fault.ts'
import type { KeepDays } from './operations/retention/purge-expired.ts'
import { returnPayment } from './money/refunds/return-payment.ts'
import { transactionDoor } from './money/transactions/door.ts'
import { transactionReader } from './money/transactions/read-transaction.ts'
import { type Deliver, deliverer, leaveQueued } from './money/webhooks/deliver.ts'
import { webhookLanes } from './money/webhooks/lanes.ts'
import { testEventLimits } from './money/webhooks/send-test-event.ts'
import { laneOwners } from './money/webhooks/senders/lane-owners.ts'
import { suspendDamaged } from './operations/operator/suspend-damaged.ts'
import { webhookSigner } from './money/webhooks/sign.ts'

/** The dependencies of all capabilities, created once per process and passed as arguments. */
export type Needs = ReturnType<typeof gatherNeeds>

type Given = {
  config: Config
  sql: Sql
  serverSecret: ServerSecret
  publicUrl: () => string
  clock: () => Date
  /** The clock by which tokens expire, if it is another one. */
  tokenClock?: () => Date
  /** Additional bank adapters. */
  dialects?: Dialects
  /** Beside the living server, to look at: it sends nothing and asks no bank. */
  isCopy?: boolean
}

export function gatherNeeds({
  config,
  sql,
  serverSecret,
  publicUrl,
  clock,
  tokenClock = clock,
  dialects,
  isCopy = false,
}: Given) {
  const isSandbox = config.TRILHO_ENV === 'sandbox'
  const addresses = publicAddresses(serverSecret, publicUrl)
  const storageKey = deriveKey(serverSecret, 'stored secrets')
  const tokens = accessTokens(deriveKey(serverSecret, 'access tokens'), config.TOKEN_LIFETIME, tokenClock)
  const uses = keyUses({ sql, clock })
  const readMerchant = merchantReader(sql)
  const uploads = uploadAddresses({ serverSecret, publicUrl, clock })
  const bank = simulatedBank({ key: deriveKey(serverSecret, 'simulated bank'), address: addresses.simulatedBank })
  const sign = webhookSigner({ readMerchant, storageKey })
  const owners = laneOwners()
  const lanes = webhookLanes({ clock, owners })
  const requests = recentRequests()
  // Faults can be scripted in a sandbox only.
  const faults = isSandbox ? scriptedFaults({ sql, clock, readMerchant }) : null
  const faultFor = faults?.webhook ?? null
  const { deliver: send, drain: drainDeliveries } = deliverer({
    sql,
    clock,
    sign,
    lanes,
    laneOwners: owners,
    requests,
    isSandbox,
    faultFor,
  })
  const deliver: Deliver = isCopy ? leaveQueued : send
  const banks =
    faults === null
      ? realBanks({ storageKey, clock })
      : { simulator: simulator({ bank, addresses, clock, takeFault: faults.take }) }
  const railsOf = isCopy ? noRails : railsReader({ sql }, { ...banks, ...dialects })
  const readTransaction = transactionReader({ sql })
  const chargesOfLinks = followCharges({ addresses })
  const door = transactionDoor({
    sql,
    clock,
    addresses,
    deliver,
    railsOf,
    followCharges: chargesOfLinks,
    followReturn,
  })
  const stopDamaged = (merchantId: string, fault: unknown) =>
    suspendDamaged({ sql, clock, auditKey: serverSecret.auditLog }, merchantId, fault)
  const steps = { sql, clock, storageKey, door, readMerchant, readTransaction }
  return {
    sql,
    clock,
    auditKey: serverSecret.auditLog,
    keepDays: config satisfies KeepDays as KeepDays,
    addresses,
    storageKey,
    uploadAddresses: uploads,
    storage: openStorage(config, uploads.make),
    fileStorage: openFileStorage(config),
    publicUrl,
    mailer: outbox({
      sql,
      clock,
      storageKey,
      mailer: mailer({ url: isCopy ? '' : config.SMTP_URL, from: config.MAIL_FROM, isSandbox, retryAfterMs: [1_000] }),
    }),
    portalKey: deriveKey(serverSecret, 'portal'),
    recoveryKey: serverSecret.recoveryCodes,
    asksSecondFactor: !isSandbox,
    tokens,
    loginLimits: loginLimits({ sql }),
    keyUses: uses,
    ...authenticator({ sql, clock, tokens, rateLimit: config.RATE_LIMIT, keyUses: uses, readMerchant }),
    readMerchant,
    lanes,
    laneOwners: owners,
    requests,
    sign,
    deliver,
    faultFor,
    drainDeliveries,
    testEventLimits: testEventLimits({ sql }),
    linkChargeLimits: linkChargeLimits({ sql }),
    isSandbox,
    isCopy,
    trustsProxy: config.TRUST_PROXY === 'yes',
    cashInLifetimeSeconds: config.CASH_IN_LIFETIME,
    railsOf,
    cashOutChecks: cashOutChecks({ key: deriveKey(serverSecret, 'cash-out checks'), clock }),
    simulatedBank: bank,
    followCharges: chargesOfLinks,
    followReturn,
    door,
    bankOrders: orderRunner(
      { sql, clock, railsOf, suspendDamaged: stopDamaged },
      {
        payout: payOut(steps),
        return: returnPayment(steps),
        cancellation: cancelCharge(steps),
        initiation: payConsent(steps),
      },
    ),
    readTransaction,
  }
}
