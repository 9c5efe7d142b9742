import type { StaticFile, Version } from './static-file.ts'

/** The best version that `accept-encoding` allows; the plain one where it says nothing, or allows none. */
export function chooseVersion({ versions }: StaticFile, accepted = ''): Version | undefined {
  const weights = new Map(
    accepted.split(',').map(part => {
      const [name = '', ...settings] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      return [name, Number(settings.find(one => one.startsWith('q='))?.slice(2) ?? 1)] as const
    }),
  )
  const isAllowed = (encoding: string) => {
    const said = weights.get(encoding) ?? (encoding === 'identity' ? 1 : weights.get('*'))
    return said !== undefined && said > 0
  }
  return versions.find(({ encoding }) => isAllowed(encoding)) ?? versions.at(-1)
}

/** Whether `if-none-match` names this tag. */
export const isSameTag = (tag: string, wanted = ''): boolean =>
  wanted.split(',').some(one => ['*', tag].includes(one.trim().replace(/^W\//, '')))
