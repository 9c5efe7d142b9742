import type { Permission } from '../people/permissions.ts'
import { type Asked, type FoundOnScreen, type Needs, kindNames, kinds } from './kinds.ts'
import { type PlatformNeeds, platformKindNames, platformKinds } from './platform-kinds.ts'

const mostOfKind = 6

export const groupNames = [...new Set([...platformKindNames, ...kindNames])]
export type GroupName = (typeof groupNames)[number]

export type Group = { kind: GroupName; items: FoundOnScreen[]; hasMore: boolean }

/** What a merchant has that begins as what was typed, of every kind the person may see. */
export async function findEverything(needs: Needs, asked: Asked, may: readonly Permission[]): Promise<Group[]> {
  const visible = kindNames.filter(name => may.includes(kinds[name].may))
  const groups = visible.map(async kind => {
    const found = await kinds[kind].find(needs, asked, mostOfKind + 1)
    const screen = `/m/${asked.merchantId}/${kinds[kind].screen}`
    return groupOf(
      kind,
      found.map(one => ({ ...one, path: `${screen}/${one.id}` })),
    )
  })
  return withSomething(await Promise.all(groups))
}

/** The same for operators, over all merchants. */
export async function findOverPlatform(needs: PlatformNeeds, q: string): Promise<Group[]> {
  const groups = platformKindNames.map(async kind => groupOf(kind, await platformKinds[kind](needs, q, mostOfKind + 1)))
  return withSomething(await Promise.all(groups))
}

const groupOf = (kind: GroupName, found: FoundOnScreen[]): Group => ({
  kind,
  items: found.slice(0, mostOfKind),
  hasMore: found.length > mostOfKind,
})

/** Kinds of which nothing is found are left out. */
const withSomething = (groups: Group[]): Group[] => groups.filter(({ items }) => items.length > 0)
