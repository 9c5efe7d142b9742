import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IconCheck, IconLayoutDashboard, IconSelector } from '../../kit/icons.tsx'
import { type Merchant, useSession } from '../../kit/session.ts'
import { useTexts } from '../../kit/texts.ts'
import { merchantNavigation } from '../../navigation.ts'
import classes from './shell.module.css'
import { useShownMerchant } from './shown-merchant.ts'
import { shellTexts } from './texts.ts'

/** The open merchant, and the way to the person's others and, for operators, to the platform. */
export function MerchantSwitcher() {
  const words = useTexts(shellTexts)
  const { merchants, platformPermissions } = useSession()
  const merchant = useShownMerchant()
  const navigate = useNavigate()
  const path = useLocation({ select: location => location.pathname })
  const isOperator = platformPermissions.length > 0
  const name = merchant?.name ?? (isOperator ? words.platform : words.account)
  const hint =
    merchant?.isVisited === true ? words.readOnly : merchant === null && isOperator ? words.platformHint : null
  const shown = <Shown name={name} hint={hint} />
  const choices = merchants.length + (isOperator ? 1 : 0)
  if (choices < 2 && merchant?.isVisited !== true && (merchant !== null || choices === 0))
    return <div className={classes.picker}>{shown}</div>

  return (
    <Menu width={260} position="bottom-start" shadow="md" withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={classes.picker}>
          <VisuallyHidden>{words.switchMerchant}: </VisuallyHidden>
          {shown}
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {merchants.length > 0 && <Menu.Label>{words.yourMerchants}</Menu.Label>}
        {merchants.map(other => (
          <Menu.Item
            key={other.id}
            aria-current={other.id === merchant?.id}
            leftSection={<Initial name={other.name} />}
            rightSection={other.id === merchant?.id ? <IconCheck size={16} aria-hidden /> : null}
            onClick={() => void navigate({ to: sameScreenOf(other, path) })}
          >
            {other.name}
          </Menu.Item>
        ))}
        {isOperator && merchants.length > 0 && <Menu.Divider />}
        {isOperator && (
          <Menu.Item
            leftSection={<IconLayoutDashboard size={20} aria-hidden />}
            rightSection={merchant === null ? <IconCheck size={16} aria-hidden /> : null}
            onClick={() => void navigate({ to: '/operator' })}
          >
            {words.platform}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The screen one is on, for another merchant; its home where the person's roles there do not show it. */
function sameScreenOf(merchant: Merchant, path: string): string {
  const section = /^\/m\/[^/]+\/([^/]+)/.exec(path)?.[1] ?? ''
  const entry = merchantNavigation
    .flatMap(group => group.entries)
    .find(({ to, may }) => to === `/m/$merchantId/${section}` && merchant.permissions.includes(may))
  return (entry?.to ?? '/m/$merchantId').replace('$merchantId', merchant.id)
}

const Initial = ({ name }: { name: string }) => (
  <Avatar size={24} radius="sm" color="trilho" variant="filled" aria-hidden>
    {name.slice(0, 1).toUpperCase()}
  </Avatar>
)

const Shown = ({ name, hint }: { name: string; hint: ReactNode }) => (
  <>
    <Initial name={name} />
    <span className={classes.names}>
      <Text span size="sm" fw={600}>
        {name}
      </Text>
      {hint !== null && (
        <Text span size="xs" c="dimmed">
          {hint}
        </Text>
      )}
    </span>
  </>
)
