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
import { deriveKey, idSeal } from './platform/lib/seal.ts'
import { uploadAddresses } from './platform/storage/upload-addresses.ts'
import { outbox } from './platform/mails/outbox.ts'
import { merchantReader } from './tenancy/merchants/read-merchant.ts'
import { type ReadTxt, readTxt } from './tenancy/people/sso/domain-records.ts'
import { providerClient } from './tenancy/people/sso/provider-client.ts'
import { payConsent } from './products/open-finance/pay-consent.ts'
import { catchMoney } from './products/disputes/catch-money.ts'
import { followReturn } from './products/disputes/end-dispute.ts'
import { changeAtBank } from './products/bills/change-at-bank.ts'
import { billOpener } from './products/bills/make-bill.ts'
import { cancelBoletoOr } from './products/bills/boletos/cancel-boleto.ts'
import { registerBoleto } from './products/bills/boletos/register-boleto.ts'
import { settleBoleto } from './products/bills/boletos/settle-boleto.ts'
import { owedReader } from './products/bills/read-bill.ts'
import { recordPaidBills } from './products/bills/record-paid-bills.ts'
import { isReminderNeeded } from './products/reminders/is-needed.ts'
import { followCharges } from './products/payment-links/change-link.ts'
import { linkChargeLimits } from './products/payment-links/pay-link.ts'
import { cashOutRequester } from './products/company-payments/requests/request-cash-out.ts'
import { cancelCharge } from './products/pix/cancel-cash-in.ts'
import { cashOutChecks } from './products/pix/check-cash-out.ts'
import { payOut } from './products/pix/pay-out.ts'
import { callbackUrlOf } from './money/rails/callbacks.ts'
import { bankWatch } from './money/bank-orders/watch-bank.ts'
import { realBanks } from './money/rails/bacen-pix/dialects.ts'
import { type Dialects, noRails, railsReader } from './money/rails/rails-of.ts'
import { simulatedBank } from './money/rails/simulator/simulated-bank.ts'
import { simulator } from './money/rails/simulator/simulator.ts'
import { scriptedFaults } from './edges/sandbox/faults/use-fault.ts'
import type { KeepDays } from './operations/retention/purge-expired.ts'
import { returnPayment } from './money/refunds/return-payment.ts'
import { rememberAcknowledged } from './money/transactions/acknowledged.ts'
import { transactionDoor } from './money/transactions/door.ts'
import { transactionReader } from './money/transactions/read-transaction.ts'
import { type Deliver, deliverer, leaveQueued } from './money/webhooks/deliver.ts'
import { webhookLanes } from './money/webhooks/lanes.ts'
import { testEventLimits } from './money/webhooks/send-test-event.ts'
import { laneOwners } from './money/webhooks/senders/lane-owners.ts'
import type { AlarmThresholds } from './operations/alarms/rules.ts'
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
  /** How TXT records are read, if not from the name servers. */
  readTxt?: ReadTxt | undefined
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
  ...given
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
      ? realBanks({ storageKey, clock, watch: bankWatch({ sql, clock, storageKey }) })
      : { simulator: simulator({ bank, addresses, clock, takeFault: faults.take }) }
  const railsOf = isCopy ? noRails : railsReader({ sql }, { ...banks, ...dialects })
  const stopDamaged = (merchantId: string, fault: unknown) =>
    suspendDamaged({ sql, clock, auditKey: serverSecret.auditLog }, merchantId, fault)
  const readTransaction = transactionReader({ sql, suspendDamaged: stopDamaged })
  const chargesOfLinks = followCharges({ addresses })
  const made = transactionDoor({
    auditKey: serverSecret.auditLog,
    readMerchant,
    sql,
    clock,
    addresses,
    deliver,
    railsOf,
    followCharges: chargesOfLinks,
    followBills: recordPaidBills,
    followReturn,
    catchMoney,
  })
  const { door, acknowledged } = rememberAcknowledged(sql, made)
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
      isNeeded: { reminder: isReminderNeeded({ sql, clock, readMerchant, auditKey: serverSecret.auditLog }) },
      mailer: mailer({ url: isCopy ? '' : config.SMTP_URL, from: config.MAIL_FROM, isSandbox, retryAfterMs: [1_000] }),
    }),
    portalKey: deriveKey(serverSecret, 'portal'),
    ssoFlowKey: deriveKey(serverSecret, 'single sign-on'),
    ssoClient: providerClient({ isSandbox }),
    readTxt: given.readTxt ?? (isSandbox ? null : readTxt),
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
    sweepAlarmMs: config.SWEEP_ALARM_MINUTES * 60_000,
    ownTransferAlarmMs: config.OWN_TRANSFER_ALARM_MINUTES * 60_000,
    alarmThresholds: config satisfies AlarmThresholds as AlarmThresholds,
    alarmRepeatMs: config.ALARM_REPEAT_MINUTES * 60_000,
    alarmWebhook:
      config.ALARM_WEBHOOK_URL === '' ? null : { url: config.ALARM_WEBHOOK_URL, secret: config.ALARM_WEBHOOK_SECRET },
    operatorAloneUpTo: BigInt(config.OPERATOR_ALONE_UP_TO) * 1_000_000n,
    operatorAlonePerDay: BigInt(config.OPERATOR_ALONE_PER_DAY) * 1_000_000n,
    successorWaitMs: config.SUCCESSOR_WAIT_HOURS * 3_600_000,
    disputeAnswerMs: config.DISPUTE_ANSWER_DAYS * 86_400_000,
    disputeRemindMs: config.DISPUTE_REMIND_HOURS * 3_600_000,
    disputeContestMs: config.DISPUTE_CONTEST_DAYS * 86_400_000,
    limitRaiseWaitMs: isSandbox ? 0 : config.LIMIT_RAISE_WAIT_HOURS * 3_600_000,
    stopLinks: idSeal(deriveKey(serverSecret, 'stop links')),
    isCopy,
    trustsProxy: config.TRUST_PROXY === 'yes',
    acknowledged,
    requestsAtOnce: config.REQUESTS_AT_ONCE,
    cashInLifetimeSeconds: config.CASH_IN_LIFETIME,
    railsOf,
    suspendDamaged: stopDamaged,
    cashOutChecks: cashOutChecks({ key: deriveKey(serverSecret, 'cash-out checks'), clock }),
    simulatedBank: bank,
    followCharges: chargesOfLinks,
    followBills: recordPaidBills,
    followReturn,
    catchMoney,
    openBill: billOpener({ sql, door }),
    readOwed: owedReader({ sql, clock, readMerchant }),
    door,
    requestCashOut: cashOutRequester({ door }),
    bankOrders: orderRunner(
      { sql, clock, railsOf, suspendDamaged: stopDamaged },
      {
        payout: payOut(steps),
        return: returnPayment(steps),
        cancellation: cancelBoletoOr(steps, cancelCharge(steps)),
        registration: registerBoleto({ ...steps, callbackUrlOf: callbackUrlOf({ sql, storageKey, publicUrl }) }),
        settlement: settleBoleto(steps),
        change: changeAtBank(steps),
        initiation: payConsent(steps),
      },
    ),
    readTransaction,
  }
}
