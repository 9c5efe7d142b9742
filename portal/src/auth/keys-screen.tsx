import { EmptyState } from '../kit/empty-state.tsx'
import { Page } from '../kit/page.tsx'
import { bilingual, useTexts } from '../kit/texts.ts'

const texts = bilingual({
  pt: { title: 'Chaves de acesso', inPreparation: 'Em preparação' },
  en: { title: 'Access keys', inPreparation: 'In preparation' },
})

export function KeysScreen() {
  const words = useTexts(texts)
  return (
    <Page title={words.title}>
      <EmptyState title={words.inPreparation} />
    </Page>
  )
}
