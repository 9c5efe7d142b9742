import { type Language, useLanguage } from '../kit/language.ts'
import { TextLink } from '../kit/link.tsx'
import { useTexts } from '../kit/texts.ts'
import { When } from '../kit/when.tsx'
import type { PlatformView } from './api.ts'
import { formatCount } from './decimals.ts'
import { type HealthItem, HealthList } from './health-list.tsx'
import { platformTexts } from './platform-texts.ts'

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
/** Where the server stops counting. */
const mostCounted = 100_000

const counted = (count: number, language: Language) => formatCount(count, language) + (count >= mostCounted ? '+' : '')

/** How the parts of the platform are, in words. */
export function PlatformHealth({ platform }: { platform: PlatformView }) {
  const items = [
    ...useConnections(platform),
    ...useBankOrders(platform),
    ...useWebhooks(platform),
    useMails(platform),
    useDatabase(platform),
    useBooks(platform),
  ]
  return <HealthList items={items} />
}

/** Whom payments go through. Without a bank, or without one for merchants that have none of their own, they are refused. */
function useConnections({ at, connections }: PlatformView): HealthItem[] {
  const words = useTexts(platformTexts)
  if (connections.length === 0) return [{ name: words.bank, health: 'bad', words: words.noBank }]
  const banks = connections.map(
    ({ id, name, isDefault, isSimulator, isUp, isPaused, certificateEndsAt }): HealthItem => {
      const state = isPaused ? words.bankPaused : !isUp ? words.bankDown : isSimulator ? words.simulator : words.bankUp
      const daysLeft =
        certificateEndsAt === null ? null : Math.floor((Date.parse(certificateEndsAt) - Date.parse(at)) / dayMs)
      const endsSoon = daysLeft !== null && daysLeft < certificateDays
      return {
        id,
        name: words.bankOf(name),
        health:
          (!isUp && !isPaused) || (daysLeft !== null && daysLeft < 0) ? 'bad' : isPaused || endsSoon ? 'look' : 'good',
        words: [
          state,
          isDefault && connections.length > 1 && words.isDefault,
          endsSoon && (daysLeft < 0 ? words.certificateEnded : words.certificateEnds(daysLeft)),
        ]
          .filter(Boolean)
          .join(' '),
      }
    },
  )
  if (connections.some(({ isDefault }) => isDefault)) return banks
  return [...banks, { name: words.defaultBank, health: 'bad', words: words.noDefault }]
}

function useBankOrders({ bankOrders: { due, exceptions } }: PlatformView): HealthItem[] {
  const words = useTexts(platformTexts)
  const language = useLanguage()
  return [
    {
      name: words.orders,
      health: due >= longQueue ? 'look' : 'good',
      words: due === 0 ? words.noOrders : words.ordersDue(counted(due, language)),
    },
    {
      name: words.exceptions,
      health: exceptions === 0 ? 'good' : 'bad',
      words:
        exceptions === 0 ? (
          words.noExceptions
        ) : (
          <>
            {words.exceptionsOpen(counted(exceptions, language))}{' '}
            <TextLink inherit underline="always" to="/operator/exceptions">
              {words.seeExceptions}
            </TextLink>
          </>
        ),
    },
  ]
}

function useWebhooks({ webhooks }: PlatformView): HealthItem[] {
  const words = useTexts(platformTexts)
  const language = useLanguage()
  const { attempts, accepted, unfinished, openCircuits } = webhooks
  const within = webhooks.windowSeconds === 3600 ? words.lastHour : words.lastMinute
  const share = attempts === 0 ? 1 : accepted / attempts
  const percent = share.toLocaleString(language === 'pt' ? 'pt-BR' : 'en-GB', {
    style: 'percent',
    maximumFractionDigits: 1,
    // 99.96 % is not all of them.
    roundingMode: 'floor',
  })
  return [
    {
      name: words.delivery,
      health: share >= fairShare ? 'good' : share >= poorShare || attempts < enoughAttempts ? 'look' : 'bad',
      words:
        attempts === 0 ? words.noAttempts(within) : words.accepted(percent, formatCount(attempts, language), within),
    },
    {
      name: words.queue,
      health: unfinished >= longQueue ? 'look' : 'good',
      words: unfinished === 0 ? words.queueEmpty : words.queueOf(counted(unfinished, language)),
    },
    {
      name: words.circuits,
      health: openCircuits === 0 ? 'good' : 'look',
      words: openCircuits === 0 ? words.noCircuits : words.openCircuits(openCircuits),
    },
  ]
}

function useMails({ mails: { unsent } }: PlatformView): HealthItem {
  const words = useTexts(platformTexts)
  const language = useLanguage()
  return {
    name: words.mails,
    health: unsent === 0 ? 'good' : 'look',
    words: unsent === 0 ? words.noUnsent : words.unsent(counted(unsent, language)),
  }
}

function useDatabase({ database }: PlatformView): HealthItem {
  const words = useTexts(platformTexts)
  const language = useLanguage()
  const { version, answerMs, migrations, isMigrated } = database
  const told = words.databaseWords(version, formatCount(answerMs, language), migrations)
  return {
    name: words.database,
    health: !isMigrated ? 'bad' : answerMs > slowDatabaseMs ? 'look' : 'good',
    words: isMigrated ? told : `${told} ${words.notMigrated}`,
  }
}

function useBooks({ books }: PlatformView): HealthItem {
  const words = useTexts(platformTexts)
  if (books === null) return { name: words.books, health: 'look', words: words.booksNever }
  return {
    name: words.books,
    health: books.faults === 0 ? 'good' : 'bad',
    words: (
      <>
        {books.faults === 0 ? words.booksRight : words.booksWrong(books.faults)} <When at={books.at} relative />.
        {books.faults > 0 && ` ${words.booksRun}`}
      </>
    ),
  }
}
