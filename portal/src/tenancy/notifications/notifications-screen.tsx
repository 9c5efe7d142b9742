import { ActionIcon, Button, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../kit/empty-state.tsx'
import { ErrorState } from '../../kit/error-state.tsx'
import { IconBell, IconCheck } from '../../kit/icons.tsx'
import { kitTexts } from '../../kit/kit-texts.ts'
import { useLanguage, type Language } from '../../kit/language.ts'
import { LinkButton } from '../../kit/link.tsx'
import { useList } from '../../kit/list.ts'
import { useMerchantOrNull } from '../../kit/merchant.ts'
import { Page } from '../../kit/page.tsx'
import { useSession } from '../../kit/session.ts'
import { useChange } from '../../kit/form.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type NotificationView, type Place, markRead, notificationsKey, unreadQuery } from './api.ts'
import { placeOf } from './place.ts'
import { notificationTexts } from './texts.ts'
import { formatDetails, kindWords } from '../../../../server/src/tenancy/notifications/words.ts'
import { formatMoney } from '../../kit/format-money.ts'
import { formatWhen } from '../../kit/format-when.ts'
import classes from './notifications.module.css'

/** All notifications of the person here, newest first. */
export function NotificationsScreen() {
  const place = placeOf(useMerchantOrNull(), useSession())
  return place === null ? null : <Notifications place={place} />
}

function Notifications({ place }: { place: Place }) {
  const words = useTexts(notificationTexts)
  const kit = useTexts(kitTexts)
  const list = useList<NotificationView>(notificationsKey, `${place}/notifications`, {}, { refetchInterval: 60_000 })
  const { data: unread = 0 } = useQuery(unreadQuery(place))
  const read = useChange((id?: string) => markRead(place, id), {
    changes: [notificationsKey],
    notifiesFailure: true,
  })
  const isEmpty = !list.isLoading && list.rows.length === 0

  return (
    <Page
      title={words.notifications}
      description={words.intro}
      actions={
        <>
          <LinkButton to="/profile" hash="notifications" variant="subtle">
            {words.choose}
          </LinkButton>
          {unread > 0 && (
            <Button
              variant="default"
              onClick={() => read.mutate(undefined)}
              loading={read.isPending && read.variables === undefined}
            >
              {words.markAll}
            </Button>
          )}
        </>
      }
    >
      {list.error !== null && list.rows.length === 0 ? (
        <ErrorState error={list.error} retry={list.retry} />
      ) : isEmpty ? (
        <EmptyState icon={IconBell} title={words.nothing} hint={words.nothingHint} />
      ) : (
        <ul className={classes.list} aria-busy={list.isLoading}>
          {list.isLoading && <Loading />}
          {list.rows.map(one => (
            <Notification key={one.id} one={one} onRead={() => read.mutate(one.id)} />
          ))}
        </ul>
      )}
      {list.hasMore && (
        <div className={classes.more}>
          <Button variant="default" onClick={list.loadMore} loading={list.isLoadingMore}>
            {kit.loadMore}
          </Button>
        </div>
      )}
    </Page>
  )
}

const Loading = () =>
  ['a', 'b', 'c'].map(key => (
    <li key={key} className={classes.one}>
      <Skeleton height={14} width="60%" />
    </li>
  ))

function Notification({ one, onRead }: { one: NotificationView; onRead: () => void }) {
  const words = useTexts(notificationTexts)
  const { title, text } = sayNotification(one, useLanguage())
  const isUnread = one.readAt === null
  const [to = '', query] = one.path.split('?')
  const search = Object.fromEntries(new URLSearchParams(query))
  return (
    <li className={isUnread ? `${classes.one} ${classes.unread}` : classes.one}>
      <span className={classes.sign} aria-hidden />
      <div className={classes.said}>
        <Link to={to} search={search} className={classes.title} onClick={isUnread ? onRead : undefined}>
          {isUnread && <VisuallyHidden>{words.isNew} </VisuallyHidden>}
          {title}
        </Link>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
        <Text size="xs" c="dimmed" mt={2}>
          <When at={one.createdAt} relative />
        </Text>
      </div>
      {isUnread && (
        <ActionIcon variant="subtle" color="gray" size="lg" onClick={onRead} aria-label={words.markOne(title)}>
          <IconCheck size={18} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}

/** What a notification says: the words of its mail. */
export function sayNotification({ kind, details }: NotificationView, language: Language) {
  const values = formatDetails(details, {
    money: amount => formatMoney(amount, language),
    date: at => formatWhen(at, language),
  })
  const { title, text } = kindWords[kind]
  const say = (words: readonly [string, string]) =>
    words[language === 'pt' ? 0 : 1].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  return { title: say(title), text: say(text) }
}
