import { useState } from 'react'
import { dayOf, formatWhen } from './format-when.ts'
import { kitTexts } from './kit-texts.ts'
import { useLanguage } from './language.ts'
import { StateBadge, type StateOf } from './state-badge.tsx'
import { useTexts } from './texts.ts'

type Props = {
  delivery: { status: Exclude<StateOf<'delivery'>, 'Retrying'>; nextAttemptDate: string | null }
  size?: 'md' | 'lg'
}

/** How a webhook event fares. While it will be tried again it has not failed: then the badge says when. */
export function DeliveryBadge({ delivery: { status, nextAttemptDate: next }, size = 'md' }: Props) {
  const words = useTexts(kitTexts)
  const language = useLanguage()
  const [today] = useState(() => dayOf(new Date()))
  if (status !== 'Failed' || next === null) return <StateBadge kind="delivery" state={status} size={size} />
  const word =
    dayOf(next) === today
      ? words.retryAt(formatWhen(next, language, 'time'))
      : words.retryOn(formatWhen(next, language))
  return <StateBadge kind="delivery" state="Retrying" word={word} size={size} />
}
