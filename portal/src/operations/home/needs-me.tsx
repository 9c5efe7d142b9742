import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  IconBuildingStore,
  IconChecklist,
  IconChevronRight,
  IconCircleCheck,
  IconGavel,
  IconKey,
  IconWebhook,
  type Icon,
} from '../../kit/icons.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import type { HomeView } from './api.ts'
import classes from './home.module.css'
import { homeTexts } from './texts.ts'

type Need = { count: number; icon: Icon; words: string; hint: string; to: string; search: Record<string, string> }

/** What waits for this person, and where to go for it. */
export function NeedsMe({ needed, merchantId }: { needed: HomeView['needed']; merchantId: string }) {
  const words = useTexts(homeTexts)
  const at = `/m/${merchantId}`
  const all: Need[] = [
    {
      count: needed.disputesToAnswer,
      icon: IconGavel,
      words: words.disputes(needed.disputesToAnswer),
      hint: words.disputesHint,
      to: `${at}/disputes`,
      search: { state: 'Open' },
    },
    {
      count: needed.requestsToDecide,
      icon: IconChecklist,
      words: words.requests(needed.requestsToDecide),
      hint: words.requestsHint,
      to: `${at}/requests`,
      search: {},
    },
    {
      count: needed.pendingKeys,
      icon: IconKey,
      words: words.keys(needed.pendingKeys),
      hint: words.keysHint,
      to: `${at}/keys`,
      search: {},
    },
    {
      count: needed.failedEvents,
      icon: IconWebhook,
      words: words.failedEvents(needed.failedEvents),
      hint: words.failedEventsHint,
      to: `${at}/webhooks`,
      search: { state: 'Failed' },
    },
    {
      count: needed.pendingReceivers,
      icon: IconBuildingStore,
      words: words.receivers(needed.pendingReceivers),
      hint: words.receiversHint,
      to: `${at}/receivers`,
      search: { status: 'Pending' },
    },
  ]
  const needs = all.filter(({ count }) => count > 0)
  return (
    <Section title={words.needsMe}>
      {needs.length === 0 ? (
        <div className={classes.done}>
          <IconCircleCheck size={22} stroke={1.5} aria-hidden />
          <div>
            <Text size="sm" fw={500}>
              {words.nothingNeeded}
            </Text>
            <Text size="xs" c="dimmed">
              {words.nothingNeededHint}
            </Text>
          </div>
        </div>
      ) : (
        <ul className={classes.needs}>
          {needs.map(({ icon: Sign, words: said, hint, to, search }) => (
            <li key={to}>
              <Link to={to} search={search} className={classes.need}>
                <Sign size={20} stroke={1.5} aria-hidden />
                <span className={classes.said}>
                  <span>{said}</span>
                  <Text span size="xs" c="dimmed" display="block">
                    {hint}
                  </Text>
                </span>
                <IconChevronRight size={16} aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
