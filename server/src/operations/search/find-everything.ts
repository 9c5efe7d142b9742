import type { Permission } from '../../tenancy/people/permissions.ts'
import {
  type SearchInput,
  type FoundOnScreen,
  type KindName,
  type Needs,
  type PlatformNeeds,
  kindNames,
  kinds,
  platformKindNames,
  platformKinds,
} from './kinds.ts'
import { mostScanned } from './scan.ts'

const mostOfKind = 6

export const groupNames = [...new Set([...platformKindNames, ...kindNames])]
type GroupName = (typeof groupNames)[number]

export type Group = { kind: GroupName; items: FoundOnScreen[]; hasMore: boolean }

/** `newestOnly`: of these kinds only the newest items were scanned for words; null: all items were. */
export type Everything = { groups: Group[]; newestOnly: { count: number; kinds: KindName[] } | null }

/** What a merchant has that begins as what was typed, of every kind the person may see. */
export async function findEverything(
  needs: Needs,
  input: SearchInput,
  may: readonly Permission[],
): Promise<Everything> {
  const visible = kindNames.filter(name => may.includes(kinds[name].may))
  const looked = await Promise.all(
    visible.map(async kind => ({ kind, ...(await kinds[kind].find(needs, input, mostOfKind + 1)) })),
  )
  const groups = looked.map(({ kind, items }) => {
    const screen = `/m/${input.merchantId}/${kinds[kind].screen}`
    return groupOf(
      kind,
      items.map(one => ({ ...one, path: `${screen}/${one.id}` })),
    )
  })
  const cutShort = looked.filter(({ isAll }) => !isAll).map(({ kind }) => kind)
  const newestOnly = cutShort.length === 0 ? null : { count: mostScanned, kinds: cutShort }
  return { groups: withSomething(groups), newestOnly }
}

/** The same for operators, over all merchants. */
export async function findOverPlatform(needs: PlatformNeeds, q: string): Promise<Everything> {
  const groups = platformKindNames.map(async kind => groupOf(kind, await platformKinds[kind](needs, q, mostOfKind + 1)))
  return { groups: withSomething(await Promise.all(groups)), newestOnly: null }
}

const groupOf = (kind: GroupName, found: FoundOnScreen[]): Group => ({
  kind,
  items: found.slice(0, mostOfKind),
  hasMore: found.length > mostOfKind,
})

/** Kinds of which nothing is found are left out. */
const withSomething = (groups: Group[]): Group[] => groups.filter(({ items }) => items.length > 0)
