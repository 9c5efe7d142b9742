import type { QueryClient } from '@tanstack/react-query'
import { shellHooks } from '../../kit/api.ts'
import { sessionQuery } from '../../kit/session.ts'

/** What the transport does when a session has ended or has been replaced. */
export function installShellHooks(goToSignIn: (next: string) => Promise<void>, queryClient: QueryClient): void {
  let isLeaving = false

  shellHooks.sessionEnded = () => {
    if (isLeaving) return
    isLeaving = true
    void goToSignIn(`${location.pathname}${location.search}`).finally(() => {
      isLeaving = false
      // Nothing of the person stays in memory for the next person who signs in.
      queryClient.clear()
    })
  }

  shellHooks.renewSession = async () => {
    await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
  }
}
