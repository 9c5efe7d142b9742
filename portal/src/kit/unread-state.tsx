import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { type FailureReason, isFailure } from './api.ts'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { IconSearchOff } from './icons.tsx'

type Props = {
  error: unknown
  /** The refusal that says there is no such thing, what to say then, and the way back. */
  notFound: FailureReason
  title: string
  back: ReactNode
  retry: () => void
}

/** In place of one thing that has not been read yet, is not there, or cannot be read. */
export function UnreadState({ error, notFound, title, back, retry }: Props) {
  if (isFailure(error, notFound)) return <EmptyState icon={IconSearchOff} title={title} action={back} />
  return error === null ? <Skeleton height={320} radius="md" /> : <ErrorState error={error} retry={retry} />
}
