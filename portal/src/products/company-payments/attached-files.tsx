import { CloseButton, Group, Progress, Stack, Text } from '@mantine/core'
import { failureWords } from '../../kit/failure-words.ts'
import { IconPaperclip } from '../../kit/icons.tsx'
import { useLanguage, type Language, tagOf } from '../../kit/language.ts'
import { useTexts } from '../../kit/texts.ts'
import { requestTexts } from './texts.ts'

/** `248 kB`, `1,2 MB`. */
export function formatBytes(bytes: number, language: Language): string {
  const isLarge = bytes >= 1_000_000
  const number = new Intl.NumberFormat(tagOf(language), { maximumFractionDigits: isLarge ? 1 : 0 })
  return `${number.format(Math.max(1, bytes / (isLarge ? 1_000_000 : 1000)))} ${isLarge ? 'MB' : 'kB'}`
}

export type Attached = { file: File; percent: number | null; isSent: boolean; failure: unknown }

/** The files that go with a request: how far each is, and what went wrong. */
export function AttachedFiles({ files, onRemove }: { files: Attached[]; onRemove: ((file: File) => void) | null }) {
  const words = useTexts(requestTexts)
  const language = useLanguage()
  if (files.length === 0) return null
  return (
    <Stack gap="xs" mt="xs" component="ul" style={{ listStyle: 'none', padding: 0 }}>
      {files.map(({ file, percent, isSent, failure }) => (
        <li key={`${file.name} ${file.lastModified} ${file.size}`}>
          <Group gap="xs" wrap="nowrap" justify="space-between">
            <Group gap="xs" wrap="nowrap" miw={0}>
              <IconPaperclip size={16} aria-hidden style={{ flex: 'none' }} />
              <Text size="sm" truncate>
                {file.name}
              </Text>
              <Text size="xs" c="dimmed" className="tabular">
                {isSent ? words.attached : formatBytes(file.size, language)}
              </Text>
            </Group>
            {onRemove !== null && !isSent && percent === null && (
              <CloseButton size="sm" aria-label={words.removeOf(file.name)} onClick={() => onRemove(file)} />
            )}
          </Group>
          {percent !== null && <Progress value={percent} size="sm" mt={4} aria-label={words.uploading(file.name)} />}
          {failure !== null && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {failureWords(failure, language).message}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  )
}
