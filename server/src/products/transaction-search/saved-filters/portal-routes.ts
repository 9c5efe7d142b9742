import type { FastifyRequest } from 'fastify'
import type { Sql } from '../../../platform/db/db.ts'
import type { App } from '../../../platform/http/app-type.ts'
import { Done, done } from '../../../platform/http/envelope.ts'
import { signedInOf } from '../../../tenancy/people/portal-edge.ts'
import { FilterForm, FilterList, FilterParams, FilterView, FiltersParams } from './portal-schemas.ts'
import { type SavedFilter, listFilters, removeFilter, saveFilter } from './saved-filters.ts'

type Needs = { sql: Sql; clock: () => Date }

const path = '/merchants/:merchantId/saved-filters'

/** Filters that people save for themselves: nobody else sees them, so they are not in the audit log. */
export async function savedFilterPortalRoutes(app: App, needs: Needs) {
  app.get(path, {
    config: { may: 'transactions.read' },
    schema: { params: FiltersParams, response: { 200: Done(FilterList) } },
    handler: async request => done({ items: (await listFilters(needs, ownerOf(request))).map(filterView) }),
  })

  app.post(path, {
    config: { may: 'transactions.read', act: null },
    schema: { params: FiltersParams, body: FilterForm, response: { 201: Done(FilterView) } },
    handler: async (request, reply) => {
      const saved = await saveFilter(needs, { ...ownerOf(request), ...request.body })
      return reply.code(201).send(done(filterView(saved)))
    },
  })

  app.delete(`${path}/:filterId`, {
    config: { may: 'transactions.read', act: null },
    schema: { params: FilterParams, response: { 200: Done(FilterList) } },
    handler: async request => {
      await removeFilter(needs, { ...ownerOf(request), id: request.params.filterId })
      return done({ items: (await listFilters(needs, ownerOf(request))).map(filterView) })
    },
  })
}

const ownerOf = (request: FastifyRequest) => ({
  merchantId: request.merchantId,
  personId: signedInOf(request).person.id,
})

const filterView = ({ id, name, query }: SavedFilter): FilterView => ({ id, name, query })
