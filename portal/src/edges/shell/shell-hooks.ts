import type { QueryClient } from '@tanstack/react-query'
import { shellHooks } from '../../kit/api.ts'
import { currentLanguage } from '../../kit/language.ts'
import { notifyDone } from '../../kit/notify.tsx'
import { sessionQuery } from '../../kit/session.ts'
import { approvalKeys } from '../../operations/approvals/api.ts'
import { approvalTexts } from '../../operations/approvals/texts.ts'

/** What the transport does when a session has ended or has been replaced. */
type Go = { toSignIn: (next: string) => Promise<void>; toApproval: (id: string) => Promise<void> }

export function installShellHooks(go: Go, queryClient: QueryClient): void {
  let isLeaving = false

  shellHooks.sessionEnded = () => {
    if (isLeaving) return
    isLeaving = true
    void go.toSignIn(`${location.pathname}${location.search}`).finally(() => {
      isLeaving = false
      // Nothing of the person stays in memory for the next person who signs in.
      queryClient.clear()
    })
  }

  shellHooks.approvalRequested = id => {
    notifyDone(approvalTexts[currentLanguage()].sent)
    void queryClient.invalidateQueries({ queryKey: approvalKeys.all })
    void go.toApproval(id)
  }

  shellHooks.renewSession = async () => {
    await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
  }
}
