import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLanguage } from '../../kit/language.ts'
import { useSession } from '../../kit/session.ts'
import { inLanguage, useTexts } from '../../kit/texts.ts'
import { merchantNavigation, operatorNavigation } from '../../navigation.ts'
import { Bell } from '../../tenancy/notifications/bell.tsx'
import { Logo } from '../../kit/logo.tsx'
import { MerchantSwitcher } from './merchant-switcher.tsx'
import classes from './shell.module.css'
import { useShownMerchant } from './shown-merchant.ts'
import { shellTexts } from './texts.ts'
import { UserMenu } from './user-menu.tsx'

/** Logo, merchant, what the person may see there, and the person. */
export function Sidebar({ search }: { search?: ReactNode }) {
  const merchant = useShownMerchant()
  return (
    <div className={classes.sidebar}>
      <div className={classes.head}>
        <Link to="/" className={classes.logo}>
          <Logo />
          Trilho
        </Link>
        <Bell merchant={merchant} />
      </div>
      <MerchantSwitcher />
      {search}
      <Navigation />
      <UserMenu />
    </div>
  )
}

function Navigation() {
  const words = useTexts(shellTexts)
  const language = useLanguage()
  const merchant = useShownMerchant()
  const { platformPermissions } = useSession()
  const path = useLocation({ select: location => location.pathname })
  const groups = merchant !== null ? merchantNavigation : operatorNavigation
  const may = merchant?.permissions ?? platformPermissions

  return (
    <nav className={classes.nav} aria-label={words.menu}>
      {groups.map(({ label, entries }) => {
        const visible = entries.filter(entry => may.includes(entry.may))
        if (visible.length === 0) return null
        return (
          <div key={entries[0]?.to}>
            {label !== null && <p className={classes.group}>{inLanguage(label, language)}</p>}
            <ul>
              {visible.map(({ to, label, icon: Sign, Badge }) => {
                const address = to.replace('$merchantId', merchant?.id ?? '')
                return (
                  <li key={to}>
                    <Link
                      to={address}
                      className={classes.entry}
                      // Else every page of a merchant counts as within its home, too.
                      activeOptions={{ exact: true }}
                      aria-current={isWithin(path, address) ? 'page' : undefined}
                    >
                      <Sign size={18} stroke={1.75} aria-hidden />
                      {inLanguage(label, language)}
                      {Badge && <Badge />}
                    </Link>
                  </li>
                )
              })}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

/** The first entry of a menu is the root of all others, and is current only by itself. */
function isWithin(path: string, address: string): boolean {
  const isRoot = /^\/(operator|m\/[^/]+)$/.test(address)
  return path.replace(/\/$/, '') === address || (!isRoot && path.startsWith(`${address}/`))
}
