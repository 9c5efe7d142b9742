import { Group, Text, Title } from '@mantine/core'
import { Link, useMatches } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { kitTexts } from './kit-texts.ts'
import classes from './page.module.css'
import { useTexts } from './texts.ts'

export type Breadcrumb = { label: string; to: string }

type Props = {
  title: string
  /** Beside the title: a state, an amount. */
  beside?: ReactNode
  description?: ReactNode
  /** Buttons, the most important last. */
  actions?: ReactNode
  /** Where the page belongs; `to` is a path of the portal. */
  breadcrumbs?: Breadcrumb[]
  children: ReactNode
}

/** The path that was shown last: the first page of a visit leaves the focus where the browser puts it. */
let shownPath: string | null = null

/** A screen: its heading, which names the tab and takes the focus when one comes from another screen, and its content. */
export function Page({ title, beside, description, actions, breadcrumbs, children }: Props) {
  const words = useTexts(kitTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  const path = useMatches({ select: matches => matches.at(-1)?.pathname ?? '' })

  useEffect(() => {
    document.title = `${title} · Trilho`
  }, [title])

  useEffect(() => {
    if (shownPath !== null && shownPath !== path) heading.current?.focus({ preventScroll: true })
    shownPath = path
  }, [path])

  return (
    <>
      {breadcrumbs !== undefined && (
        <nav aria-label={words.breadcrumbs}>
          <ol className={classes.crumbs}>
            {breadcrumbs.map(({ label, to }) => (
              <li key={to}>
                <Link to={to} className="quiet-link">
                  {label}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className={classes.head}>
        <div>
          <Group gap="sm">
            <Title order={1} ref={heading} tabIndex={-1} className={classes.title}>
              {title}
            </Title>
            {beside}
          </Group>
          {description !== undefined && (
            <Text c="dimmed" size="sm" mt={4} maw={640} component="div">
              {description}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </div>
      {children}
    </>
  )
}
