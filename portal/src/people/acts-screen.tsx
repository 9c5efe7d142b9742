import { EmptyState } from '../kit/empty-state.tsx'
import { Page } from '../kit/page.tsx'
import { bilingual, useTexts } from '../kit/texts.ts'

const texts = bilingual({
  pt: { title: 'Auditoria', inPreparation: 'Em preparação' },
  en: { title: 'Audit log', inPreparation: 'In preparation' },
})

export function ActsScreen() {
  const words = useTexts(texts)
  return (
    <Page title={words.title}>
      <EmptyState title={words.inPreparation} />
    </Page>
  )
}
