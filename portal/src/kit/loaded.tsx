import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { type FailureReason, isFailure } from './api.ts'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { IconSearchOff } from './icons.tsx'
import { kitTexts } from './kit-texts.ts'
import { LinkButton } from './link.tsx'
import { type Breadcrumb, Page } from './page.tsx'
import { useTexts } from './texts.ts'

type Props<Data> = {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown }
  children: (data: Data) => ReactNode
}

/** What a query reads; before that a placeholder or why it failed. A later failure to read it again leaves what is shown. */
export function Loaded<Data>({ query: { data, error, refetch }, children }: Props<Data>) {
  if (data !== undefined) return children(data)
  return error === null ? (
    <Skeleton height={320} radius="md" />
  ) : (
    <ErrorState error={error} retry={() => void refetch()} />
  )
}

/** Shaped like the page that follows, but without a heading: that takes the focus when it comes, and names the thing. */
function LoadingPage() {
  const words = useTexts(kitTexts)
  return (
    <Stack gap="lg" role="status">
      <VisuallyHidden>{words.loading}</VisuallyHidden>
      <div>
        <Skeleton height={14} width={120} mb={10} />
        <Skeleton height={32} width="min(420px, 70%)" />
      </div>
      <Skeleton height={320} radius="md" />
    </Stack>
  )
}

type PageProps<Data> = Props<Data> & {
  /** The heading if it cannot be read. */
  title?: string
  above: Breadcrumb
  /** The refusal that says there is no such thing, what to show then, and the label of the way back. */
  notFound?: { reason: FailureReason; title: string; back: string }
}

/** The page of one thing, below the page that lists such things. */
export function LoadedPage<Data>({ query, title = '…', above, notFound, children }: PageProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error === null) return <LoadingPage />
  return (
    <Page title={title} breadcrumbs={[above]}>
      {notFound !== undefined && isFailure(query.error, notFound.reason) ? (
        <EmptyState
          icon={IconSearchOff}
          title={notFound.title}
          action={
            <LinkButton variant="default" to={above.to}>
              {notFound.back}
            </LinkButton>
          }
        />
      ) : (
        <Loaded query={query}>{children}</Loaded>
      )}
    </Page>
  )
}
