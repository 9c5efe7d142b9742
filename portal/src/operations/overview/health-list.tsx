import { Anchor, Text, ThemeIcon, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconAlertTriangle, IconCheck, IconEye } from '../../kit/icons.tsx'
import { TextLink } from '../../kit/link.tsx'
import { useTexts } from '../../kit/texts.ts'
import classes from './health-list.module.css'
import { platformTexts } from './texts.ts'

type Health = 'good' | 'look' | 'bad'
export type HealthItem = {
  /** Where two may have one name. */
  id?: string
  name: string
  health: Health
  words: ReactNode
  /** What it speaks of, the first few of it. */
  links?: HealthLink[]
}
/** Within the portal, perhaps with what a list is searched for; `href`: outside of it. */
type HealthLink = { label: string; detail?: ReactNode } & ({ to: string; search?: string } | { href: string })

const looks = {
  good: ['trilho', IconCheck],
  look: ['yellow', IconEye],
  bad: ['red', IconAlertTriangle],
} as const

/** What is well and what is not, each by sign and words. */
export function HealthList({ items }: { items: HealthItem[] }) {
  const texts = useTexts(platformTexts)
  return (
    <ul className={classes.list}>
      {items.map(({ id, name, health, words, links = [] }) => {
        const [color, Sign] = looks[health]
        return (
          <li key={id ?? name} className={classes.item}>
            <ThemeIcon variant="light" color={color} size={28} radius="xl">
              <Sign size={16} aria-hidden />
            </ThemeIcon>
            <div className={classes.words}>
              <Text size="sm" fw={500}>
                {name}
                <VisuallyHidden>: {texts[health]}</VisuallyHidden>
              </Text>
              <Text size="sm" c="dimmed" component="div">
                {words}
              </Text>
              {links.length > 0 && (
                <ul className={classes.links}>
                  {links.map(link => (
                    <li key={`${'to' in link ? link.to : link.href} ${link.label}`}>
                      <WayTo link={link} />
                      {link.detail !== undefined && <span className={classes.detail}> {link.detail}</span>}
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function WayTo({ link }: { link: HealthLink }) {
  if ('href' in link)
    return (
      <Anchor size="sm" href={link.href} target="_blank" rel="noreferrer">
        {link.label}
      </Anchor>
    )
  const search = link.search === undefined ? {} : { search: { search: link.search } }
  return (
    <TextLink size="sm" to={link.to} {...search}>
      {link.label}
    </TextLink>
  )
}
