import { Code } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { EmptyState } from '../../kit/empty-state.tsx'
import { IconBuildingStore } from '../../kit/icons.tsx'
import { Page } from '../../kit/page.tsx'
import { useSession } from '../../kit/session.ts'
import { useTexts } from '../../kit/texts.ts'
import { lastMerchant } from './shown-merchant.ts'
import { shellTexts } from './texts.ts'

/** The address of the portal itself: leads to where the person works. */
export function StartScreen() {
  const words = useTexts(shellTexts)
  const { merchants, person } = useSession()
  if (person.isOperator) return <Navigate to="/operator" replace />
  const last = lastMerchant(merchants)
  if (last !== undefined) return <Navigate to="/m/$merchantId" params={{ merchantId: last.id }} replace />
  return (
    <Page title={words.noMerchant}>
      <EmptyState
        icon={IconBuildingStore}
        title={words.noMerchantTitle}
        hint={
          <>
            {words.noMerchantHint} <Code>{person.email}</Code>
          </>
        }
      />
    </Page>
  )
}
