import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'
import { IconAlertTriangle } from './icons.tsx'
import { kitTexts } from './kit-texts.ts'
import { useTexts } from './texts.ts'

type Props = {
  opened: boolean
  title: string
  /** What is shown, in order: a key's id and its secret, for example. */
  values: { label: string; value: string }[]
  onKept: () => void
  /** More to do with it: a ready curl. */
  children?: ReactNode
}

/** Shows a secret for the only time. It closes by saying that it was kept, not by a slip of the hand. */
export function SecretOnce({ opened, title, values, onKept, children }: Props) {
  const words = useTexts(kitTexts)
  return (
    <Modal
      opened={opened}
      onClose={onKept}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {words.secretWarning}
        </Alert>
        {values.map(({ label, value }) => (
          <div key={label}>
            <Text size="sm" fw={500} mb={4}>
              {label}
            </Text>
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <Code block flex={1} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {value}
              </Code>
              <CopyButton value={value} what={label} />
            </Group>
          </div>
        ))}
        {children}
        <Group justify="flex-end">
          <Button onClick={onKept}>{words.secretKept}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
