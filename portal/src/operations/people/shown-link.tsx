import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { CopyButton } from '../../kit/copy-button.tsx'
import { useTexts } from '../../kit/texts.ts'
import { peopleTexts } from './texts.ts'

/** The link of a password or an invitation, where a sandbox has no mail server. Operators only. */
export function ShownLink({ link, onClose }: { link: string | null; onClose: () => void }) {
  const words = useTexts(peopleTexts)
  return (
    <Modal opened={link !== null} onClose={onClose} title={words.linkTitle}>
      <Stack>
        <Text size="sm">{words.linkIntro}</Text>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Code block flex={1} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {link}
          </Code>
          <CopyButton value={link ?? ''} what={words.link} />
        </Group>
        <Group justify="flex-end" gap="xs">
          <Button component="a" variant="default" href={link ?? ''} target="_blank" rel="noreferrer">
            {words.openLink}
          </Button>
          <Button onClick={onClose}>{words.close}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
