import { useLanguage } from '../../kit/language.ts'
import { useStateWord } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import type { PlatformView } from './api.ts'
import { counted } from '../../kit/decimals.ts'
import type { HealthItem } from './health-list.tsx'
import { platformTexts } from './texts.ts'

/** Cases that nobody has decided: those whose time ends first. */
export function useDisputeHealth({ disputes }: PlatformView): HealthItem {
  const words = useTexts(platformTexts)
  const stateWord = useStateWord()
  const language = useLanguage()
  const { undecided, overdue, first } = disputes
  const more = undecided > first.length ? [{ to: '/operator/disputes', label: words.seeDisputes }] : []
  const sentences = [
    undecided === 0 ? words.noDisputes : words.undecided(counted(undecided, language)),
    overdue > 0 && words.overdue(counted(overdue, language)),
  ]
  return {
    name: words.disputes,
    health: overdue > 0 ? 'bad' : undecided > 0 ? 'look' : 'good',
    words: sentences.filter(Boolean).join(' '),
    links: [
      ...first.map(({ merchantId, merchantName, id, state, until }) => ({
        to: `/m/${merchantId}/disputes/${id}`,
        label: `${stateWord('dispute', state)} · ${merchantName}`,
        detail: (
          <>
            {words.until} <When at={until} form="date" />
          </>
        ),
      })),
      ...more,
    ],
  }
}
