import { EmptyState } from '../kit/empty-state.tsx'
import { Page } from '../kit/page.tsx'
import { bilingual, useTexts } from '../kit/texts.ts'

const texts = bilingual({
  pt: { title: 'Início', inPreparation: 'Em preparação' },
  en: { title: 'Home', inPreparation: 'In preparation' },
})

export function HomeScreen() {
  const words = useTexts(texts)
  return (
    <Page title={words.title}>
      <EmptyState title={words.inPreparation} />
    </Page>
  )
}
