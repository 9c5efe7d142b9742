import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { EmptyState } from '../../kit/empty-state.tsx'
import { ErrorState } from '../../kit/error-state.tsx'
import { IconCompass, IconLock } from '../../kit/icons.tsx'
import { LinkButton } from '../../kit/link.tsx'
import { Logo } from '../../kit/logo.tsx'
import { Page } from '../../kit/page.tsx'
import { useTexts } from '../../kit/texts.ts'
import classes from './fault-screens.module.css'
import { shellTexts } from './texts.ts'

export function FaultScreen({ error, reset }: ErrorComponentProps) {
  const words = useTexts(shellTexts)
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Page title={words.fault}>
      <ErrorState error={error} retry={retry} />
    </Page>
  )
}

/** The same where there is no menu to show it beside: the session itself could not be read. */
export const FaultPage = (props: ErrorComponentProps) => (
  <>
    <header className={classes.alone}>
      <Logo />
      Trilho
    </header>
    <main className={classes.aloneMain}>
      <FaultScreen {...props} />
    </main>
  </>
)

export function NotFoundScreen() {
  const words = useTexts(shellTexts)
  return (
    <Page title={words.notFound}>
      <EmptyState
        icon={IconCompass}
        title={words.notFoundTitle}
        hint={words.notFoundHint}
        action={
          <LinkButton to="/" variant="default">
            {words.goToStart}
          </LinkButton>
        }
      />
    </Page>
  )
}

/** The address is of a screen that the person's roles do not show. */
export function NotAllowedScreen() {
  const words = useTexts(shellTexts)
  return (
    <Page title={words.notAllowed}>
      <EmptyState
        icon={IconLock}
        title={words.notAllowedTitle}
        hint={words.notAllowedHint}
        action={
          <LinkButton to="/" variant="default">
            {words.goToStart}
          </LinkButton>
        }
      />
    </Page>
  )
}
