import { EmptyState } from '../kit/empty-state.tsx'
import { Page } from '../kit/page.tsx'
import { bilingual, useTexts } from '../kit/texts.ts'

const texts = bilingual({
  pt: { title: 'Entrega', inPreparation: 'Em preparação' },
  en: { title: 'Delivery', inPreparation: 'In preparation' },
})

export function DeliveryScreen() {
  const words = useTexts(texts)
  return (
    <Page title={words.title}>
      <EmptyState title={words.inPreparation} />
    </Page>
  )
}
