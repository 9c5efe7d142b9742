import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isFailure } from '../../kit/api.ts'
import { ErrorState } from '../../kit/error-state.tsx'
import { LoadingScreen } from '../../kit/loading-screen.tsx'
import { SignedOutPage } from './signed-out-page.tsx'

type Props<Data> = {
  link: UseQueryResult<Data>
  /** What a link that was used or has expired shows. */
  invalid: { title: string; intro: string; action: ReactNode }
  children: (data: Data) => ReactNode
}

/** Where the link of a mail leads, without a sign-in. */
export function MailLink<Data>({ link, invalid, children }: Props<Data>) {
  if (link.isPending) return <LoadingScreen />
  if (isFailure(link.error, 'LinkInvalid'))
    return (
      <SignedOutPage title={invalid.title} intro={invalid.intro}>
        {invalid.action}
      </SignedOutPage>
    )
  if (link.error !== null)
    return (
      <main>
        <ErrorState error={link.error} retry={() => void link.refetch()} />
      </main>
    )
  return children(link.data)
}
