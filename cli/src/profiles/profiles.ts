import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from './environment.ts'
import { readPrivateFile, writePrivateFile } from './private-file.ts'

export type Profile = { url: string; accessKey: string; secret: string; webhookUrl?: string }

/** `config.json`. The secrets in it are why nobody else may read it. */
type Profiles = { current: string | null; profiles: Record<string, Profile> }

export const profilesPath = (env: Environment) =>
  join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'trilho', 'config.json')

/** Own names only: `constructor` is no profile until somebody makes one. */
export const profileIn = ({ profiles }: Profiles, name: string): Profile | undefined =>
  Object.hasOwn(profiles, name) ? profiles[name] : undefined

export async function readProfiles(env: Environment): Promise<Profiles> {
  const file = (await readPrivateFile(profilesPath(env))) as Partial<Profiles> | null
  return { current: file?.current ?? null, profiles: file?.profiles ?? {} }
}

/** Keeps a profile and uses it from now on. */
export async function saveProfile(env: Environment, name: string, profile: Profile): Promise<void> {
  const { profiles } = await readProfiles(env)
  await writePrivateFile(profilesPath(env), { current: name, profiles: { ...profiles, [name]: profile } })
}

export async function useProfile(env: Environment, name: string): Promise<boolean> {
  const file = await readProfiles(env)
  if (profileIn(file, name) === undefined) return false
  await writePrivateFile(profilesPath(env), { ...file, current: name })
  return true
}

/** Forgets a profile with its secret. Where it was in use, another one is, if there is any. */
export async function removeProfile(env: Environment, name: string): Promise<boolean> {
  const file = await readProfiles(env)
  const { current, profiles } = file
  if (profileIn(file, name) === undefined) return false
  const { [name]: _, ...others } = profiles
  const next = current === name ? (Object.keys(others)[0] ?? null) : current
  await writePrivateFile(profilesPath(env), { current: next, profiles: others })
  return true
}
