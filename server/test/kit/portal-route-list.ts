import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import type { Permission } from '../../src/tenancy/people/permissions.ts'
import type { ActName } from '../../src/tenancy/audit-log/act.ts'

export type PortalRoute = {
  method: string
  path: string
  may: Permission | 'signedIn' | 'anybody' | undefined
  act: ActName | readonly ActName[] | null | undefined
}

/** The routes of the portal's API with the acts they declare, of every server that is opened after this call. */
export function watchPortalRoutes(): PortalRoute[] {
  const found = new Map<string, PortalRoute>()
  const list: PortalRoute[] = []
  subscribe('fastify.initialization', message => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ url, method, config }) => {
      if (!url.startsWith('/portal/api/')) return
      for (const one of [method].flat()) {
        const route = { method: one, path: url.replace('/portal/api', ''), may: config?.may, act: config?.act }
        if (one === 'HEAD' || found.has(`${one} ${url}`)) continue
        found.set(`${one} ${url}`, route)
        list.push(route)
      }
    })
  })
  return list
}
