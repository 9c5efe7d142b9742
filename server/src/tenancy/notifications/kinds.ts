import type { Permission } from '../people/permissions.ts'

type Topic = { may: Permission; place: 'merchant' | 'platform'; byMail: boolean; inPortal: boolean }

/** The topics of notifications, for all with the permission. `byMail` and `inPortal` are the defaults. */
// biome-ignore format: a table is read in columns
export const topics = {
  approvals:         { may: 'requests.decide',     place: 'merchant', byMail: true, inPortal: true },
  refunds:           { may: 'transactions.refund', place: 'merchant', byMail: true, inPortal: true },
  disputes:          { may: 'disputes.defend',     place: 'merchant', byMail: true, inPortal: true },
  webhooks:          { may: 'webhooks.manage',     place: 'merchant', byMail: true, inPortal: true },
  keys:              { may: 'keys.manage',         place: 'merchant', byMail: true, inPortal: true },
  operatorApprovals: { may: 'payments.approve',    place: 'platform', byMail: true, inPortal: true },
  operatorDisputes:  { may: 'disputes.decide',     place: 'platform', byMail: true, inPortal: true },
  alarms:            { may: 'platform.read',       place: 'platform', byMail: true, inPortal: true },
} as const satisfies Record<string, Topic>

export type TopicName = keyof typeof topics
export const topicNames = Object.keys(topics) as TopicName[]

type Kind = { topic: TopicName; path: string }

/** Every kind of notification and the portal screen it opens. Names in braces are keys of its details. */
// biome-ignore format: a table is read in columns
export const kinds = {
  approvalWaits:         { topic: 'approvals',         path: '/m/{merchantId}/requests/{requestId}'            },
  batchWaits:            { topic: 'approvals',         path: '/m/{merchantId}/batches/{batchId}'                },
  refundFailed:          { topic: 'refunds',           path: '/m/{merchantId}/transactions/{transactionId}'    },
  disputeOpened:         { topic: 'disputes',          path: '/m/{merchantId}/disputes/{disputeId}'            },
  disputeEndsSoon:       { topic: 'disputes',          path: '/m/{merchantId}/disputes/{disputeId}'            }, // while it can still be defended
  disputeDecided:        { topic: 'disputes',          path: '/m/{merchantId}/disputes/{disputeId}'            },
  disputeContestDecided: { topic: 'disputes',          path: '/m/{merchantId}/disputes/{disputeId}'            },
  webhooksFail:          { topic: 'webhooks',          path: '/m/{merchantId}/webhooks?state=Failed'           }, // once per outage of an address, at most once a day
  keyEnds:               { topic: 'keys',              path: '/m/{merchantId}/keys'                            },
  operatorApprovalWaits: { topic: 'operatorApprovals', path: '/m/{merchantId}/requests/{requestId}'            },
  operatorBatchWaits:    { topic: 'operatorApprovals', path: '/m/{merchantId}/batches/{batchId}'                },
  operatorDisputeOpened:   { topic: 'operatorDisputes', path: '/m/{merchantId}/disputes/{disputeId}'           }, // where the operator decides, not a bank
  operatorDisputeDefended: { topic: 'operatorDisputes', path: '/m/{merchantId}/disputes/{disputeId}'           },
  operatorDisputeContested: { topic: 'operatorDisputes', path: '/m/{merchantId}/disputes/{disputeId}'          },
  operatorDisputeOverdue:  { topic: 'operatorDisputes', path: '/m/{merchantId}/disputes/{disputeId}'           }, // the deadline has passed without a decision
  alarmRaised:           { topic: 'alarms',            path: '/operator/alarms/{alarmId}'                      }, // and again while nobody acknowledges it
  alarmEnded:            { topic: 'alarms',            path: '/operator/alarms/{alarmId}'                      },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof kinds
export const kindNames = Object.keys(kinds) as KindName[]

export type Place = Topic['place']

export const placeOf = (kind: KindName): Place => topics[kinds[kind].topic].place

export const topicsFor = (place: Place, permissions: readonly Permission[]): TopicName[] =>
  topicNames.filter(name => topics[name].place === place && permissions.includes(topics[name].may))

export const kindsOf = (names: readonly TopicName[]): KindName[] =>
  kindNames.filter(kind => names.includes(kinds[kind].topic))

/** The path below `/portal` that the notification opens. */
export const pathOf = (kind: KindName, details: Record<string, string>): string =>
  kinds[kind].path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(details[name] ?? ''))
