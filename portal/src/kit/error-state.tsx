import { Button, Stack, Text, ThemeIcon } from '@mantine/core'
import { ApiFailure } from './api.ts'
import { failureWords } from './failure-words.ts'
import { IconAlertTriangle } from './icons.tsx'
import { kitTexts } from './kit-texts.ts'
import { useLanguage } from './language.ts'
import { useTexts } from './texts.ts'

type Props = { error: unknown; retry?: () => void; title?: string }

/** Shown if data could not be read: what it means, how to continue, and what to send to the support. */
export function ErrorState({ error, retry, title }: Props) {
  const words = useTexts(kitTexts)
  const { message } = failureWords(error, useLanguage())
  const requestId = error instanceof ApiFailure && error.status >= 500 ? error.requestId : undefined
  return (
    <Stack align="center" gap="xs" py={56} px="md" ta="center" role="alert">
      <ThemeIcon variant="light" color="red" size={48} radius="xl" mb={4}>
        <IconAlertTriangle size={24} stroke={1.5} aria-hidden />
      </ThemeIcon>
      <Text fw={600}>{title ?? words.loadFailed}</Text>
      <Text size="sm" c="dimmed" maw={420}>
        {message}
      </Text>
      {requestId !== undefined && (
        <Text size="xs" c="dimmed">
          {words.reference(requestId)}
        </Text>
      )}
      {retry !== undefined && (
        <Button variant="default" mt="xs" onClick={retry}>
          {words.tryAgain}
        </Button>
      )}
    </Stack>
  )
}
