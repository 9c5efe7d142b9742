import { useLanguage } from '../kit/language.ts'
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

/** How the parts of the platform are, in words. */
export function PlatformHealth({ platform }: { platform: PlatformView }) {
  const items = [
    useRail('pix', platform),
    useRail('openFinance', platform),
    ...useWebhooks(platform),
    useMoneyOut(platform),
  ]
  return <HealthList items={[...items, useDatabase(platform), useBooks(platform)]} />
}

function useRail(name: 'pix' | 'openFinance', { rails }: PlatformView): HealthItem {
  const words = useTexts(platformTexts)
  const rail = rails[name]
  return {
    name: words[name],
    health: rail.isUp ? 'good' : 'bad',
    words: rail.isSimulator ? words.simulator : rail.isUp ? words.railUp : words.railDown,
  }
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
      words:
        unfinished === 0
          ? words.queueEmpty
          : words.queueOf(formatCount(unfinished, language) + (unfinished >= 100_000 ? '+' : '')),
    },
    {
      name: words.circuits,
      health: openCircuits === 0 ? 'good' : 'look',
      words: openCircuits === 0 ? words.noCircuits : words.openCircuits(openCircuits),
    },
  ]
}

function useMoneyOut({ payouts }: PlatformView): HealthItem {
  const words = useTexts(platformTexts)
  const language = useLanguage()
  if (!payouts.areSent) return { name: words.payouts, health: 'good', words: words.payoutsSimulated }
  if (payouts.stuck > 0)
    return { name: words.payouts, health: 'bad', words: words.payoutsStuck(formatCount(payouts.stuck, language)) }
  return {
    name: words.payouts,
    health: 'good',
    words: payouts.due === 0 ? words.payoutsNone : words.payoutsDue(formatCount(payouts.due, language)),
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
