import { command } from '../command-line/command.ts'
import { Failure } from '../command-line/failure.ts'
import { table } from '../terminal/table.ts'
import { readProfiles, removeProfile, useProfile } from './profiles.ts'

const unknown = (name: string) =>
  new Failure('refused', `There is no profile "${name}".`, 'trilho profiles list shows them.')
const profileName = { says: 'name of a profile' } as const

export const logout = command({
  name: 'logout',
  says: 'forget the profile in use, with its secret',
  args: {},
  options: {},
  examples: ['trilho logout', 'trilho logout --profile shop'],
  run: async ({ env, terminal, profileName }) => {
    const name = profileName ?? (env.TRILHO_PROFILE || (await readProfiles(env)).current)
    if (name === null) throw new Failure('notLoggedIn', 'You are not logged in.')
    if (!(await removeProfile(env, name))) throw unknown(name)
    terminal.answer({ removed: name }, () => terminal.line(`Forgot profile ${name}.`))
  },
})

export const profilesList = command({
  name: 'profiles list',
  says: 'list the profiles of this machine',
  args: {},
  options: {},
  examples: ['trilho profiles list'],
  run: async ({ env, terminal }) => {
    const { current, profiles } = await readProfiles(env)
    const rows = Object.entries(profiles).map(([name, { url, accessKey, webhookUrl }]) => ({
      name,
      url,
      accessKey,
      webhookUrl: webhookUrl ?? null,
      isCurrent: name === current,
    }))
    terminal.answer(rows, () => {
      if (rows.length === 0) return terminal.note('No profiles yet: trilho login')
      const columns = [
        { title: ' ', of: (row: (typeof rows)[number]) => (row.isCurrent ? '*' : ' ') },
        { title: 'profile', of: (row: (typeof rows)[number]) => row.name },
        { title: 'server', of: (row: (typeof rows)[number]) => row.url },
        { title: 'access key', of: (row: (typeof rows)[number]) => row.accessKey },
      ]
      terminal.line(table(terminal.paint, columns, rows))
    })
  },
})

export const profilesUse = command({
  name: 'profiles use',
  says: 'use another profile from now on',
  args: { name: profileName },
  options: {},
  examples: ['trilho profiles use shop'],
  run: async ({ env, terminal }, { args: { name } }) => {
    if (!(await useProfile(env, name))) throw unknown(name)
    terminal.answer({ current: name }, () => terminal.line(`Using profile ${name}.`))
  },
})

export const profilesRemove = command({
  name: 'profiles remove',
  says: 'forget a profile, with its secret',
  args: { name: profileName },
  options: {},
  examples: ['trilho profiles remove shop'],
  run: async ({ env, terminal }, { args: { name } }) => {
    if (!(await removeProfile(env, name))) throw unknown(name)
    terminal.answer({ removed: name }, () => terminal.line(`Forgot profile ${name}.`))
  },
})
