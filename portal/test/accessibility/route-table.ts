import { readFileSync } from 'node:fs'

const source = readFileSync(new URL('../../src/routes.tsx', import.meta.url), 'utf8')

/** The path of one `createRoute`, or null for a route that only has others below it. */
function pathOf(route: string): string | null {
  const [, of, below] = /\.\.\.of(Merchant|Platform)\('([^']+)'/.exec(route) ?? []
  if (below !== undefined) return ((of === 'Merchant' ? '/m/$merchantId' : '/operator') + below).replace(/(.)\/$/, '$1')
  if (/component: Outlet|\bid: '/.test(route)) return null
  const path = /path: '([^']+)'/.exec(route)?.[1]
  if (path === undefined) throw new Error(`portal/src/routes.tsx has a route that cannot be read: ${route}`)
  return path.startsWith('/') ? path : `/${path}`
}

/** Every path of the portal's route table that has a screen, with `$name` for each parameter. */
export const routes: string[] = source
  .split(/= createRoute\(/)
  .slice(1)
  .map(route => pathOf(route.split('\n})')[0] ?? ''))
  .filter(path => path !== null)
