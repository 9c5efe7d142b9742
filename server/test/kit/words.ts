/** A word that a payments engineer would not use, and the one to write instead. */
export type Row = {
  not: string
  but: string
  /**
   * `name`: as it is written, in code, comments and documents. `identifier`: the same, in code only. `code`: in
   * identifiers, as one of their words. `everywhere`: as a word of code, comments, documents and texts.
   */
  scope: 'name' | 'identifier' | 'code' | 'everywhere'
  /** The files that the row applies to; all if it is left out. */
  within?: RegExp
}

/** `told` in `code` finds `told`, `toldUrl` and `isTold`; in `everywhere` it finds comments, documents and texts as well. */
// biome-ignore format: a table is read in columns
export const words: Row[] = [
  // not                    but                                          scope
  { not: 'toldUrl',           but: 'webhookUrl, deliveryUrl',              scope: 'name' },
  { not: 'toldCause',         but: 'causeFromNotice',                      scope: 'name' },
  { not: 'Told',              but: 'ProgressReporter, or what it is',      scope: 'identifier' },
  { not: 'Wanted',            but: 'CashInInput, CashOutInput, …',         scope: 'identifier' },
  { not: 'Asked',             but: 'Query',                                scope: 'identifier' },
  { not: 'speak',             but: 'sqlTag',                               scope: 'identifier' },
  { not: 'askWhatItIs',       but: 'detectCitus',                          scope: 'name' },
  { not: 'whoeverHas',        but: 'perMerchantWithRows',                  scope: 'name' },
  { not: 'own.only',          but: 'own.tenantFilter',                     scope: 'name' },
  { not: 'goAround',          but: 'skipLockedMerchants',                  scope: 'name' },
  { not: 'go-around',         but: 'skip-locked-merchants',                scope: 'name' },
  { not: 'HeldElsewhere',     but: 'RowLocked',                            scope: 'name' },
  { not: 'settleAside',       but: 'retryMerchantAlone',                   scope: 'name' },
  { not: 'giveNews',          but: 'queueNotification',                    scope: 'name' },
  { not: 'tellPeople',        but: 'sendNotifications',                    scope: 'name' },
  { not: 'hearOfPayment',     but: 'recordReceivedPayment',                scope: 'name' },
  { not: 'hearAtCounter',     but: 'creditStaticQr',                       scope: 'name' },
  { not: 'hearOfEndedPayout', but: 'recordPayoutOutcome',                  scope: 'name' },
  { not: 'workOffNotices',    but: 'processCallbacks',                     scope: 'name' },
  { not: 'keepCallbacks',     but: 'ensureCallbackUrls',                   scope: 'name' },
  { not: 'keepNotice',        but: 'storeCallback',                        scope: 'name' },
  { not: 'hastenOrder',       but: 'wakeOrder',                            scope: 'name' },
  { not: 'outwaited',         but: 'expiredInQueue',                       scope: 'name' },
  { not: 'keepStray',         but: 'holdUnmatched',                        scope: 'name' },
  { not: 'takenByBank',       but: 'forcedReturn',                         scope: 'name' },
  { not: 'takenBack',         but: 'forcedReturn',                         scope: 'name' },
  { not: 'lookAfterUploads',  but: 'reapUploads',                          scope: 'name' },
  { not: 'forgetOld',         but: 'purgeExpired',                         scope: 'name' },
  { not: 'followWords',       but: 'indexTransactions',                    scope: 'name' },
  { not: 'spellState',        but: 'formatState',                          scope: 'name' },
  { not: 'recordAct',         but: 'recordAudit',                          scope: 'name' },
  { not: 'refuseUncarried',   but: 'requireWholeCents',                    scope: 'name' },
  { not: 'isSpared',          but: 'skipReplayLookup',                     scope: 'name' },
  { not: 'closedUntilMs',     but: 'openUntilMs',                          scope: 'name' },
  { not: 'mostThatCanLeave',  but: 'maxWithdrawal',                        scope: 'name' },
  { not: 'told-events',       but: 'webhook-catalog',                      scope: 'name' },
  { not: 'look-through',      but: 'scan',                                 scope: 'everywhere' },
  { not: 'work in between',   but: 'background work',                      scope: 'everywhere' },
  { not: 'when not said',     but: 'Default: …',                           scope: 'everywhere' },
  { not: 'whoever paid',      but: 'the payer',                            scope: 'everywhere' },
  { not: 'whoever',           but: 'who it is: the payer, the caller, …',  scope: 'everywhere' },
  { not: 'told',              but: 'notified, reported, named',            scope: 'everywhere' },
  { not: 'tells',             but: 'notifies, reports, says',              scope: 'everywhere' },
  { not: 'tell',              but: 'notify, report, say, show',            scope: 'everywhere' },
  { not: 'telling',           but: 'notifying, reporting',                 scope: 'everywhere' },
  { not: 'hears',             but: 'is notified, receives',                scope: 'everywhere' },
  { not: 'heard',             but: 'received',                             scope: 'everywhere' },
  { not: 'hear',              but: 'receive, record',                      scope: 'code' },
  { not: 'news',              but: 'notification',                         scope: 'everywhere' },
  { not: 'stray',             but: 'unmatched payment',                    scope: 'everywhere' },
  { not: 'strays',            but: 'unmatched payments',                   scope: 'everywhere' },
  { not: 'stranger',          but: 'unauthenticated caller',               scope: 'everywhere' },
  { not: 'strangers',         but: 'unauthenticated callers',              scope: 'everywhere' },
  { not: 'hasten',            but: 'wake',                                 scope: 'everywhere' },
  { not: 'acts',              but: 'audit entries',                        scope: 'code' },
  { not: 'wanted',            but: 'input, requested, expected',           scope: 'code' },
  { not: 'forget',            but: 'purge',                                scope: 'code' },
  { not: 'troubles',          but: 'faults',                               scope: 'code', within: /^(server|portal)\/src\/.*(?<!\.test)\.tsx?$/ },
  { not: 'batch',             but: 'group',                                scope: 'code', within: /^server\/src\/platform\/db\/(?!distribution)/ },
  { not: 'Statement',         but: 'Query',                                scope: 'name', within: /^server\/src\/platform\/db\// },
  { not: 'orderId',           but: 'bankOrderId',                          scope: 'identifier', within: /^server\/src\/(money\/bank-orders|operations\/exceptions)\// },
  { not: 'smallest',          but: 'minorUnit, minimum',                   scope: 'code' },
]

/** Words that are not gone yet, with how often they are left. A number may only go down; a row that is at 0 goes. */
export const notYet: Record<string, number> = {}
