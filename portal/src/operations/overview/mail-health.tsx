import { useLanguage } from '../../kit/language.ts'
import { useSession } from '../../kit/session.ts'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import type { PlatformView } from './api.ts'
import { formatCount } from '../../kit/decimals.ts'
import type { HealthItem } from './health-list.tsx'
import { mailTexts, platformTexts } from './texts.ts'

/** Whether mails go out at all, which did not and why, and what to set where none does. */
export function useMailHealth({ mails }: PlatformView): HealthItem {
  const words = useTexts(platformTexts)
  const texts = useTexts(mailTexts)
  const language = useLanguage()
  const { isSandbox } = useSession()
  const { isOn, unsent, firstUnsent, lastSentAt, lastUnsentAt } = mails
  if (!isOn)
    return {
      name: words.mails,
      health: isSandbox ? 'look' : 'bad',
      words: `${words.mailsOff} ${isSandbox ? words.mailsOffSandbox : words.mailsOffProduction}`,
    }
  const last = (
    <>
      {lastSentAt === null ? (
        words.noneSent
      ) : (
        <>
          {words.lastSent} <When at={lastSentAt} relative />.
        </>
      )}
    </>
  )
  if (unsent === 0 || lastUnsentAt === null)
    return {
      name: words.mails,
      health: 'good',
      words: (
        <>
          {words.noUnsent} {last}
        </>
      ),
    }
  return {
    name: words.mails,
    health: lastSentAt === null || lastUnsentAt > lastSentAt ? 'bad' : 'look',
    words: (
      <>
        {words.unsent(formatCount(unsent, language))} {words.lastUnsent} <When at={lastUnsentAt} relative />. {last}
      </>
    ),
    links: [
      ...firstUnsent.map(({ address, kind, personId, fault, count, at }) => ({
        to: '/operator/people',
        ...(personId !== null && { search: personId }),
        label: `${address} · ${texts[kind]}`,
        detail: (
          <>
            {/5\d\d$/.test(fault) ? texts.refused(fault) : texts.notReached(fault)}
            {count > 1 && `, ${texts.times(count)}`}, <When at={at} relative />
          </>
        ),
      })),
      ...(unsent > firstUnsent.reduce((sum, { count }) => sum + count, 0)
        ? [{ to: '/operator/people', label: texts.seePeople }]
        : []),
    ],
  }
}
