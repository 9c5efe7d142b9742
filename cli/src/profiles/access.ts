import { Failure, wrongUsage } from '../command-line/failure.ts'
import type { Environment } from './environment.ts'
import { type Profile, profileIn, readProfiles } from './profiles.ts'

/** With which server to talk, as which merchant. `name` is the profile's; machines without one have `environment`. */
export type Access = Profile & { name: string }

const loginHint = 'Log in first: trilho login, or trilho login --sandbox beside a server you started with npm start.'

/** `--profile` goes first, then the environment of machines, then TRILHO_PROFILE, then the profile in use. */
export async function chooseAccess(env: Environment, profileName: string | undefined): Promise<Access> {
  if (profileName === undefined && env.TRILHO_ACCESS_KEY) return accessOfMachine(env)
  const file = await readProfiles(env)
  const { current, profiles } = file
  const name = profileName ?? (env.TRILHO_PROFILE || current)
  if (name === null) throw new Failure('notLoggedIn', 'You are not logged in.', loginHint)
  const profile = profileIn(file, name)
  if (profile === undefined)
    throw new Failure(
      'notLoggedIn',
      `There is no profile "${name}".`,
      Object.keys(profiles).length === 0 ? loginHint : `There are: ${Object.keys(profiles).join(', ')}`,
    )
  return { name, ...profile, ...(env.TRILHO_WEBHOOK_URL ? { webhookUrl: env.TRILHO_WEBHOOK_URL } : {}) }
}

function accessOfMachine(env: Environment): Access {
  const { TRILHO_URL: url, TRILHO_ACCESS_KEY: accessKey, TRILHO_SECRET: secret, TRILHO_WEBHOOK_URL: webhookUrl } = env
  if (!url || !accessKey || !secret)
    throw wrongUsage(
      `TRILHO_ACCESS_KEY is set, but not ${url ? 'TRILHO_SECRET' : 'TRILHO_URL'}.`,
      'Set TRILHO_URL, TRILHO_ACCESS_KEY and TRILHO_SECRET, or none of them and use a profile.',
    )
  if (!/^https?:\/\/[^/]/.test(url))
    throw wrongUsage(`TRILHO_URL is no address: ${url}`, 'Write it like https://pay.example.com')
  return { name: 'environment', url, accessKey, secret, ...(webhookUrl ? { webhookUrl } : {}) }
}
