import { authenticator } from './access-keys/authenticate.ts'
import { keyUses } from './access-keys/key-uses.ts'
import { loginLimits } from './access-keys/log-in.ts'
import { accessTokens } from './access-keys/tokens.ts'
import { orderRunner } from './bank-orders/run-orders.ts'
import { archiveReader } from './archive/read-archive.ts'
import type { Config } from './config.ts'
import type { Sql } from './db/db.ts'
import type { ServerSecret } from './db/server-secret.ts'
import { mailer } from './lib/mail.ts'
import { openArchiveStorage, openFileStorage, openStorage } from './storage/open-storage.ts'
import { publicAddresses } from './http/public-addresses.ts'
import { recentRequests } from './http/recent-requests.ts'
import { deriveKey } from './lib/seal.ts'
import { uploadAddresses } from './storage/upload-addresses.ts'
import { outbox } from './mails/outbox.ts'
import { merchantReader } from './merchants/read-merchant.ts'
import { payConsent } from './open-finance/pay-consent.ts'
import { followReturn } from './disputes/follow-return.ts'
import { followCharges } from './payment-links/follow-charges.ts'
import { linkChargeLimits } from './payment-links/charge-limits.ts'
import { cancelCharge } from './pix/cancel-charge.ts'
import { cashOutChecks } from './pix/cash-out-checks.ts'
import { payOut } from './pix/pay-out.ts'
import { keyAuditLog } from './people/audit-log/chain.ts'
import { realBanks } from './rails/bacen-pix/real-banks.ts'
import { type Dialects, railsReader } from './rails/rails-of.ts'
import { simulatedBank } from './rails/simulator/simulated-bank.ts'
import { simulator } from './rails/simulator/simulator.ts'
import { scriptedTroubles } from './sandbox/troubles/use-trouble.ts'
import type { KeepDays } from './retention/kept-for.ts'
import { returnPayment } from './refunds/return-payment.ts'
import { transactionDoor } from './transactions/door.ts'
import { transactionReader } from './transactions/read-transaction.ts'
import { deliverer } from './webhooks/deliver.ts'
import { webhookLanes } from './webhooks/lanes.ts'
import { testEventLimits } from './webhooks/send-test-event.ts'
import { laneOwners } from './webhooks/senders/lane-owners.ts'
import { webhookSigner } from './webhooks/sign.ts'

/** Everything a capability can ask for, made once a process and passed on as plain arguments. */
export type Needs = ReturnType<typeof gatherNeeds>

type Given = {
  config: Config
  sql: Sql
  serverSecret: ServerSecret
  publicUrl: () => string
  clock: () => Date
  /** By what tokens expire, where that is not the same. */
  tokenClock?: () => Date
  /** Banks that this process can speak with besides its own. */
  dialects?: Dialects
}

export function gatherNeeds({ config, sql, serverSecret, publicUrl, clock, tokenClock = clock, dialects }: Given) {
  const isSandbox = config.TRILHO_ENV === 'sandbox'
  keyAuditLog(sql, serverSecret.auditLog)
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
  // Nobody scripts what goes wrong in production: there is nobody to ask there.
  const troubles = isSandbox ? scriptedTroubles({ sql, clock, readMerchant }) : null
  const troubleFor = troubles?.webhook ?? null
  const { deliver, drain: drainDeliveries } = deliverer({
    sql,
    clock,
    sign,
    lanes,
    laneOwners: owners,
    requests,
    isSandbox,
    troubleFor,
  })
  const banks =
    troubles === null
      ? realBanks({ storageKey, clock })
      : { simulator: simulator({ bank, addresses, clock, takeTrouble: troubles.take }) }
  const railsOf = railsReader({ sql }, { ...banks, ...dialects })
  const archiveStorage = openArchiveStorage(config)
  const archive = archiveReader({ sql, storage: archiveStorage })
  const readTransaction = transactionReader({ sql, archive })
  const chargesOfLinks = followCharges({ addresses })
  const door = transactionDoor({
    sql,
    clock,
    addresses,
    deliver,
    railsOf,
    readTransaction,
    followCharges: chargesOfLinks,
    followReturn,
  })
  const steps = { sql, clock, storageKey, door, readMerchant, readTransaction }
  return {
    sql,
    clock,
    keepDays: config satisfies KeepDays as KeepDays,
    addresses,
    storageKey,
    uploadAddresses: uploads,
    storage: openStorage(config, uploads.make),
    archiveStorage,
    fileStorage: openFileStorage(config),
    archive,
    publicUrl,
    mailer: outbox({
      sql,
      clock,
      storageKey,
      mailer: mailer({ url: config.SMTP_URL, from: config.MAIL_FROM, isSandbox, retryAfterMs: [1_000] }),
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
    troubleFor,
    drainDeliveries,
    testEventLimits: testEventLimits({ sql }),
    linkChargeLimits: linkChargeLimits({ sql }),
    isSandbox,
    trustsProxy: config.TRUST_PROXY === 'yes',
    cashInLifetimeSeconds: config.CASH_IN_LIFETIME,
    railsOf,
    cashOutChecks: cashOutChecks({ key: deriveKey(serverSecret, 'cash-out checks'), clock }),
    simulatedBank: bank,
    followCharges: chargesOfLinks,
    followReturn,
    door,
    bankOrders: orderRunner(
      { sql, clock, railsOf },
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
