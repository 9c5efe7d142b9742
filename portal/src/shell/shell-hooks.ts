import type { QueryClient } from '@tanstack/react-query'
import { shellHooks } from '../kit/api.ts'
import { sessionQuery } from '../kit/session.ts'
import type { makeRouter } from '../routes.tsx'

/** What the transport does when a session has ended or has been replaced. */
export function installShellHooks(router: ReturnType<typeof makeRouter>, queryClient: QueryClient): void {
  let isLeaving = false

  shellHooks.sessionEnded = () => {
    if (isLeaving) return
    isLeaving = true
    const next = `${location.pathname}${location.search}`
    void router.navigate({ to: '/sign-in', search: { next, ended: 'yes' }, replace: true }).finally(() => {
      isLeaving = false
      // Nothing of the person stays in memory for whoever signs in next.
      queryClient.clear()
    })
  }

  shellHooks.renewSession = async () => {
    await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
  }
}
