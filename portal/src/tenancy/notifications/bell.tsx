import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconBell } from '../../kit/icons.tsx'
import type { OpenMerchant } from '../../kit/merchant.ts'
import { useSession } from '../../kit/session.ts'
import { useTexts } from '../../kit/texts.ts'
import { unreadQuery } from './api.ts'
import classes from './notifications.module.css'
import { placeOf, screenOf } from './place.ts'
import { notificationTexts } from './texts.ts'

/** How much there is to read, and the way there. Nothing for a person who receives notifications nowhere. */
export function Bell({ merchant }: { merchant: OpenMerchant | null }) {
  const words = useTexts(notificationTexts)
  const place = placeOf(merchant, useSession())
  const { data: unread = 0 } = useQuery({ ...unreadQuery(place ?? '/operator'), enabled: place !== null })
  if (place === null) return null
  return (
    <Link to={screenOf(place)} className={classes.bell} aria-label={words.unread(unread)} title={words.unread(unread)}>
      <IconBell size={20} stroke={1.75} aria-hidden />
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  )
}
