import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { CopyButton } from '../../kit/copy-button.tsx'
import { IconAlertTriangle, IconDownload } from '../../kit/icons.tsx'
import { kitTexts } from '../../kit/kit-texts.ts'
import { useTexts } from '../../kit/texts.ts'
import { profileTexts } from './texts.ts'

/** Shown this once; it goes away by saying that they were kept. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const words = useTexts(profileTexts)
  const kit = useTexts(kitTexts)
  const text = codes.join('\n')
  return (
    <Stack>
      <Text size="sm">{words.recoveryIntro}</Text>
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
        {kit.secretWarning}
      </Alert>
      <SimpleGrid cols={2} component="ul" spacing="xs" verticalSpacing={6} p={0} m={0} style={{ listStyle: 'none' }}>
        {codes.map(code => (
          <Text key={code} component="li" ff="monospace" size="sm" ta="center">
            {code}
          </Text>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <CopyButton value={text} label={kit.copy} />
        <Button
          component="a"
          variant="default"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="trilho-recovery-codes.txt"
          leftSection={<IconDownload size={16} />}
        >
          {words.recoveryDownload}
        </Button>
      </Group>
      <Button onClick={onKept}>{kit.secretKept}</Button>
    </Stack>
  )
}
