import { Button, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { setLanguage, useLanguage } from '../../kit/language.ts'
import { useTexts } from '../../kit/texts.ts'
import { Logo } from '../../kit/logo.tsx'
import classes from './signed-out-page.module.css'
import { signInTexts } from './texts.ts'

type Props = { title: string; intro?: ReactNode; children?: ReactNode }

/** The page around everything that comes before the portal itself. */
export function SignedOutPage({ title, intro, children }: Props) {
  const words = useTexts(signInTexts)
  const language = useLanguage()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)

  useEffect(() => {
    document.title = `${title} · Trilho`
    // The next step of the same page: announced to those who cannot see it.
    if (shown.current !== title) heading.current?.focus()
    shown.current = title
  }, [title])

  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <span className={classes.logo}>
          <Logo />
          Trilho
        </span>
        <Button
          variant="subtle"
          color="gray"
          lang={language === 'pt' ? 'en' : 'pt-BR'}
          onClick={() => setLanguage(language === 'pt' ? 'en' : 'pt')}
        >
          {words.otherLanguage}
        </Button>
      </header>
      <main className={classes.main}>
        <div className={classes.card}>
          <Title order={1} ref={heading} tabIndex={-1} className={classes.title}>
            {title}
          </Title>
          {intro !== undefined && (
            <Text c="dimmed" size="sm" mt={6}>
              {intro}
            </Text>
          )}
          <div style={{ marginTop: 24 }}>{children}</div>
        </div>
      </main>
    </div>
  )
}
