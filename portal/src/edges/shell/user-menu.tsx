import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden, useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  IconBook,
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSelector,
  IconSun,
  IconUserCircle,
} from '../../kit/icons.tsx'
import { notifyFailure } from '../../kit/notify.tsx'
import { sessionQuery, takeSession, useSession } from '../../kit/session.ts'
import { useTexts } from '../../kit/texts.ts'
import { changeProfile, signOut } from '../../tenancy/people/api.ts'
import classes from './shell.module.css'
import { shellTexts } from './texts.ts'

const schemes = [
  ['light', IconSun],
  ['dark', IconMoon],
  ['auto', IconDeviceDesktop],
] as const

const languages = [
  ['pt', 'Português'],
  ['en', 'English'],
] as const

/** The person, and what is theirs wherever they are. */
export function UserMenu() {
  const words = useTexts(shellTexts)
  const { person } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  async function changeLanguage(language: 'pt' | 'en') {
    const before = queryClient.getQueryData(sessionQuery.queryKey)
    if (before === undefined) return
    const keep = (chosen: 'pt' | 'en') =>
      queryClient.setQueryData(
        sessionQuery.queryKey,
        takeSession({ ...before, person: { ...before.person, language: chosen } }),
      )
    keep(language)
    await changeProfile({ name: person.name, language }).catch(error => {
      keep(person.language)
      notifyFailure(error)
    })
  }

  async function leave() {
    try {
      await signOut()
      await navigate({ to: '/sign-in' })
      queryClient.clear()
    } catch (error) {
      notifyFailure(error)
    }
  }

  return (
    <Menu width={240} position="top-start" shadow="md" withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={classes.picker}>
          <VisuallyHidden>{words.account}: </VisuallyHidden>
          <Avatar size={28} radius="xl" color="gray" aria-hidden>
            {initials(person.name)}
          </Avatar>
          <span className={classes.names}>
            <Text span size="sm" fw={500}>
              {person.name}
            </Text>
            <Text span size="xs" c="dimmed">
              {person.email}
            </Text>
          </span>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUserCircle size={18} />} onClick={() => void navigate({ to: '/profile' })}>
          {words.profile}
        </Menu.Item>
        <Menu.Item leftSection={<IconBook size={18} />} component="a" href="/docs" target="_blank">
          {words.reference}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{words.language}</Menu.Label>
        {languages.map(([language, name]) => (
          <Menu.RadioItem
            key={language}
            value={language}
            lang={language}
            checked={person.language === language}
            onChange={() => void changeLanguage(language)}
            checkIcon={<IconCheck size={16} />}
            closeMenuOnClick
          >
            {name}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        <Menu.Label>{words.theme}</Menu.Label>
        {schemes.map(([scheme, Sign]) => (
          <Menu.RadioItem
            key={scheme}
            value={scheme}
            checked={colorScheme === scheme}
            onChange={() => setColorScheme(scheme)}
            checkIcon={<IconCheck size={16} />}
            rightSection={<Sign size={16} aria-hidden />}
            closeMenuOnClick
          >
            {words[scheme]}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} />} onClick={() => void leave()}>
          {words.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .map(part => part.slice(0, 1).toUpperCase())
    .join('')
