import { Center, Loader, VisuallyHidden } from '@mantine/core'
import { kitTexts } from './kit-texts.ts'
import { useTexts } from './texts.ts'

export function LoadingScreen() {
  const words = useTexts(kitTexts)
  return (
    <Center mih={240} role="status">
      <Loader size="sm" aria-hidden />
      <VisuallyHidden>{words.loading}</VisuallyHidden>
    </Center>
  )
}
