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
} from '../../kit/icons.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import type { HomeView } from './api.ts'
import classes from './home.module.css'
import { homeTexts } from './texts.ts'

/** What can wait for a person: its count, the words for it, and the list that shows it. */
const needs = [
  {
    of: 'disputesToAnswer',
    words: 'disputes',
    icon: IconGavel,
    to: '/m/$merchantId/disputes',
    search: { state: 'Open' },
  },
  { of: 'requestsToDecide', words: 'requests', icon: IconChecklist, to: '/m/$merchantId/requests', search: {} },
  { of: 'pendingKeys', words: 'keys', icon: IconKey, to: '/m/$merchantId/keys', search: {} },
  {
    of: 'failedEvents',
    words: 'failedEvents',
    icon: IconWebhook,
    to: '/m/$merchantId/webhooks',
    search: { state: 'Failed' },
  },
  {
    of: 'pendingReceivers',
    words: 'receivers',
    icon: IconBuildingStore,
    to: '/m/$merchantId/receivers',
    search: { status: 'Pending' },
  },
] as const

/** What waits for this person, and where to go for it. */
export function NeedsMe({ needed, merchantId }: { needed: HomeView['needed']; merchantId: string }) {
  const words = useTexts(homeTexts)
  const waiting = needs.filter(({ of }) => needed[of] > 0)
  return (
    <Section title={words.needsMe}>
      {waiting.length === 0 ? (
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
          {waiting.map(({ of, words: said, icon: Sign, to, search }) => (
            <li key={of}>
              <Link to={to} params={{ merchantId }} search={search} className={classes.need}>
                <Sign size={20} stroke={1.5} aria-hidden />
                <span className={classes.said}>
                  <span>{words[said](needed[of])}</span>
                  <Text span size="xs" c="dimmed" display="block">
                    {words[`${said}Hint`]}
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
