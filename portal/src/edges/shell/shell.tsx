import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Burger, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import { Link, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { useDeferredValue, useEffect } from 'react'
import { ConfirmIdentity } from '../../kit/confirm-identity.tsx'
import { useMerchantOrNull } from '../../kit/merchant.ts'
import { useSession } from '../../kit/session.ts'
import { Bell } from '../../tenancy/notifications/bell.tsx'
import { useTexts } from '../../kit/texts.ts'
import { NotAllowedScreen, NotFoundScreen } from './fault-screens.tsx'
import { Logo } from '../../kit/logo.tsx'
import { AloneBanner } from '../../operations/approvals/alone-banner.tsx'
import { SearchIcon, SearchOpener, useSearchDialog } from '../../operations/search/search.tsx'
import { MustEnableScreen } from './must-enable-screen.tsx'
import { SsoRequiredScreen } from './sso-required-screen.tsx'
import { SecondFactorScreen } from './second-factor-screen.tsx'
import { SandboxBanner } from './sandbox-banner.tsx'
import classes from './shell.module.css'
import { useRememberMerchant, useShownMerchant } from './shown-merchant.ts'
import { Sidebar } from './sidebar.tsx'
import { SuspensionBanner } from './suspension-banner.tsx'
import { shellTexts } from './texts.ts'

/**
 * What is around every screen of somebody who is signed in, and then the screen. Neither is drawn in one go: on a slow phone
 * that takes long, and what is pressed meanwhile must be handled.
 */
export function Shell() {
  return useDeferredValue(frame, null)
}

const frame = <Frame />
const allowed = <Allowed />

function Frame() {
  const words = useTexts(shellTexts)
  const { isSandbox, mustDo } = useSession()
  const [opened, { toggle, close }] = useDisclosure(false)
  const path = useLocation({ select: location => location.pathname })
  useEffect(close, [path, close])
  useRememberMerchant()
  const merchant = useShownMerchant()
  const search = useSearchDialog(merchant)
  const screen = useDeferredValue(allowed, null)

  if (mustDo === 'signInWithSso') return <SsoRequiredScreen />
  if (mustDo === 'enableSecondFactor') return <MustEnableScreen />
  if (mustDo === 'giveSecondFactor') return <SecondFactorScreen />
  return (
    <div className={`${classes.frame} ${isSandbox ? classes.sandbox : ''}`}>
      <a href="#content" className={classes.skip}>
        {words.skip}
      </a>
      <header className={classes.top}>
        {isSandbox && <SandboxBanner merchant={merchant} />}
        <div className={classes.bar}>
          <Burger opened={opened} onClick={toggle} size="sm" aria-label={opened ? words.closeMenu : words.openMenu} />
          <Link to="/" className={classes.logo}>
            <Logo size={24} />
            Trilho
          </Link>
          <SearchIcon open={search.open} />
          <Bell merchant={merchant} />
        </div>
      </header>
      <div className={classes.columns}>
        <aside className={classes.side}>
          <Sidebar search={<SearchOpener open={search.open} />} />
        </aside>
        <main id="content" className={classes.main} tabIndex={-1}>
          <div className={classes.content}>
            <AloneBanner />
            <SuspensionBanner />
            {screen}
          </div>
          <Notifications position="top-right" withinPortal={false} />
        </main>
      </div>
      <Drawer.Root opened={opened} onClose={close} size={280} padding={0}>
        <Drawer.Overlay />
        <Drawer.Content aria-label={words.menu}>
          <Drawer.Body h="100%">
            <Sidebar />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      {search.dialog}
      <ConfirmIdentity />
    </div>
  )
}

/** The screen, if the roles show it and the merchant is one of the person's. */
function Allowed() {
  const merchant = useMerchantOrNull()
  const { platformPermissions } = useSession()
  const may = useMatches({ select: matches => matches.at(-1)?.staticData.may })
  const isOfMerchant = useMatches({ select: matches => 'merchantId' in (matches.at(-1)?.params ?? {}) })
  if (isOfMerchant && merchant === null) return <NotFoundScreen />
  if (may !== undefined && !(merchant?.permissions ?? platformPermissions).includes(may)) return <NotAllowedScreen />
  return <Outlet />
}
