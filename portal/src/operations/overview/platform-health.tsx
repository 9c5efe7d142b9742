import { Fragment } from 'react'
import { CallsSince } from '../../kit/calls-since.tsx'
import { useLanguage } from '../../kit/language.ts'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import type { PlatformView } from './api.ts'
import { useBooks } from './books-health.tsx'
import { counted, formatCount } from '../../kit/decimals.ts'
import { useDisputeHealth } from './dispute-health.tsx'
import { type HealthItem, HealthList } from './health-list.tsx'
import { useMailHealth } from './mail-health.tsx'
import { platformTexts } from './texts.ts'

/** Below this share of accepted webhooks somebody should look; below the second something is wrong. */
const fairShare = 0.95
const poorShare = 0.8
/** Fewer attempts than these prove nothing. */
const enoughAttempts = 20
const longQueue = 10_000
const slowDatabaseMs = 250
/** Banks take days to issue a certificate. */
const certificateDays = 30
const dayMs = 24 * 60 * 60_000
const webhooksOf = (merchantId: string) => `/m/${merchantId}/webhooks`

/** How the parts of the platform are, in words, each with what it speaks of. */
export function PlatformHealth({ platform }: { platform: PlatformView }) {
  const items = [
    ...useConnections(platform),
    ...useBankOrders(platform),
    useDisputeHealth(platform),
    ...useSuspended(platform),
    ...useWebhooks(platform),
    useMailHealth(platform),
    useDatabase(platform),
    useBooks(platform),
  ]
  return <HealthList items={items} />
}

/** Whom payments go through. Without a bank, or without one for merchants that have none of their own, they are refused. */
function useConnections({ at, connections }: PlatformView): HealthItem[] {
  const words = useTexts(platformTexts)
  const links = [{ to: '/operator/banks', label: words.seeBanks }]
  if (connections.length === 0) return [{ name: words.bank, health: 'bad', words: words.noBank, links }]
  const banks = connections.map(
    ({
      id,
      name,
      isDefault,
      isSimulator,
      isUp,
      isPaused,
      certificateEndsAt,
      awayFor,
      limitedFor,
      ...since
    }): HealthItem => {
      const faults = [
        { said: words.paymentsUnread, at: since.paymentsUnreadSince },
        { said: words.callbackMissing, at: since.callbackMissingSince },
        { said: words.disputesUnread, at: since.disputesUnreadSince },
      ]
      const state = isPaused ? words.bankPaused : !isUp ? words.bankDown : isSimulator ? words.simulator : words.bankUp
      const daysLeft =
        certificateEndsAt === null ? null : Math.floor((Date.parse(certificateEndsAt) - Date.parse(at)) / dayMs)
      const endsSoon = daysLeft !== null && daysLeft < certificateDays
      const health =
        (!isUp && !isPaused) || (daysLeft !== null && daysLeft < 0)
          ? 'bad'
          : isPaused || endsSoon || limitedFor.length > 0 || faults.some(fault => fault.at !== null)
            ? 'look'
            : 'good'
      return {
        id,
        name: words.bankOf(name),
        health,
        words: (
          <>
            {[
              state,
              isDefault && connections.length > 1 && words.isDefault,
              endsSoon && (daysLeft < 0 ? words.certificateEnded : words.certificateEnds(daysLeft)),
            ]
              .filter(Boolean)
              .join(' ')}
            {awayFor.length > 0 && (
              <>
                {` ${words.awayFor}: `}
                <CallsSince calls={awayFor} />.
              </>
            )}
            {limitedFor.length > 0 && (
              <>
                {` ${words.limitedFor}: `}
                <CallsSince calls={limitedFor} />.
              </>
            )}
            {faults.map(
              fault =>
                fault.at !== null && (
                  <Fragment key={fault.said}>
                    {` ${fault.said} `}
                    <When at={fault.at} />.
                  </Fragment>
                ),
            )}
          </>
        ),
        links: health === 'good' ? [] : links,
      }
    },
  )
  if (connections.some(({ isDefault }) => isDefault)) return banks
  return [...banks, { name: words.defaultBank, health: 'bad', words: words.noDefault, links }]
}

function useBankOrders({ bankOrders }: PlatformView): HealthItem[] {
  const words = useTexts(platformTexts)
  const language = useLanguage()
  const { due, exceptions, firstDue, firstExceptions } = bankOrders
  const more = exceptions > firstExceptions.length ? [{ to: '/operator/exceptions', label: words.seeExceptions }] : []
  return [
    {
      name: words.orders,
      health: due >= longQueue ? 'look' : 'good',
      words: due === 0 ? words.noOrders : words.ordersDue(counted(due, language)),
      links: firstDue.map(({ merchantId, merchantName, transactionId, kind, since }) => ({
        to: `/m/${merchantId}/transactions/${transactionId}`,
        label: `${words[kind]} · ${merchantName}`,
        detail: <When at={since} relative />,
      })),
    },
    {
      name: words.exceptions,
      health: exceptions === 0 ? 'good' : 'bad',
      words: exceptions === 0 ? words.noExceptions : words.exceptionsOpen(counted(exceptions, language)),
      links: [
        ...firstExceptions.map(({ merchantId, merchantName, id, kind, since }) => ({
          to: `/operator/exceptions/${merchantId}/${id}`,
          label: `${words[kind]} · ${merchantName}`,
          detail: <When at={since} relative />,
        })),
        ...more,
      ],
    },
  ]
}

/** So that nobody who is suspended is forgotten. */
function useSuspended({ suspended }: PlatformView): HealthItem[] {
  const words = useTexts(platformTexts)
  if (suspended.length === 0) return []
  return [
    {
      name: words.suspended,
      health: 'look',
      words: words.suspendedHint,
      links: suspended.map(({ merchantId, merchantName, count }) => ({
        to: `/operator/merchants/${merchantId}`,
        label: merchantName,
        ...(count > 0 && { detail: words.heldPayouts(count) }),
      })),
    },
  ]
}

function useWebhooks({ webhooks }: PlatformView): HealthItem[] {
  const words = useTexts(platformTexts)
  const language = useLanguage()
  const { attempts, accepted, defects, unfinished, openCircuits, whoWaits, whoRefuses, silent } = webhooks
  const within = webhooks.windowSeconds === 3600 ? words.lastHour : words.lastMinute
  const share = attempts === 0 ? 1 : accepted / attempts
  const percent = share.toLocaleString(language === 'pt' ? 'pt-BR' : 'en-GB', {
    style: 'percent',
    maximumFractionDigits: 1,
    // 99.96 % is not all of them.
    roundingMode: 'floor',
  })
  const isSilent = openCircuits > 0 || silent.length > 0
  return [
    {
      name: words.delivery,
      health:
        defects > 0
          ? 'bad'
          : share >= fairShare
            ? 'good'
            : share >= poorShare || attempts < enoughAttempts
              ? 'look'
              : 'bad',
      words: [
        attempts === 0 ? words.noAttempts(within) : words.accepted(percent, formatCount(attempts, language), within),
        ...(defects > 0 ? [words.defects(formatCount(defects, language))] : []),
      ].join(' '),
      links: whoRefuses.map(({ merchantId, merchantName, count }) => ({
        to: webhooksOf(merchantId),
        label: merchantName,
        detail: words.notAccepted(counted(count, language)),
      })),
    },
    {
      name: words.queue,
      health: unfinished >= longQueue ? 'look' : 'good',
      words: unfinished === 0 ? words.queueEmpty : words.queueOf(counted(unfinished, language)),
      links: whoWaits.map(({ merchantId, merchantName, count }) => ({
        to: webhooksOf(merchantId),
        label: merchantName,
        detail: counted(count, language),
      })),
    },
    {
      name: words.circuits,
      health: isSilent ? 'look' : 'good',
      words: isSilent ? words.openCircuits(Math.max(openCircuits, silent.length)) : words.noCircuits,
      links: silent.map(({ merchantId, merchantName, host, error }) => ({
        to: webhooksOf(merchantId),
        label: `${host} · ${merchantName}`,
        ...(error !== null && { detail: error }),
      })),
    },
  ]
}

function useDatabase({ database }: PlatformView): HealthItem {
  const words = useTexts(platformTexts)
  const language = useLanguage()
  const { version, answerMs, migrations, missing } = database
  const isSlow = answerMs > slowDatabaseMs
  const health = missing.length > 0 ? 'bad' : isSlow ? 'look' : 'good'
  return {
    name: words.database,
    health,
    words: [
      words.databaseWords(version, formatCount(answerMs, language), migrations),
      isSlow && words.databaseSlow,
      missing.length > 0 && words.notMigrated(missing.join(', ')),
    ]
      .filter(Boolean)
      .join(' '),
    links: health === 'good' ? [] : [{ href: '/readyz', label: words.seeReadiness }],
  }
}
