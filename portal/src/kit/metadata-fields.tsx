import { ActionIcon, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from './icons.tsx'
import { metadataTexts } from './kit-texts.ts'
import { onceId } from './once-id.ts'
import { useTexts } from './texts.ts'

/** One field of metadata. `id` keeps the row while others are removed. */
export type MetadataRow = { id: string; key: string; value: string }

type Metadata = { metadata: MetadataRow[] }

const mostRows = 20

/** A merchant's own fields: rows of a name and a value. */
export function MetadataFields({
  form,
}: {
  form: Pick<UseFormReturnType<Metadata>, 'getInputProps' | 'removeListItem'> & {
    values: Metadata
    setValues: (values: Metadata) => void
  }
}) {
  const add = () => form.setValues({ metadata: [...form.values.metadata, newRow()] })
  const words = useTexts(metadataTexts)
  const rows = form.values.metadata
  return (
    <Fieldset legend={words.metadata}>
      <Stack gap="xs">
        <Text size="xs" c="dimmed">
          {words.metadataHint}
        </Text>
        {rows.map(({ id }, index) => (
          <Group key={id} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              aria-label={words.metadataKey(index + 1)}
              placeholder={words.metadataKey(index + 1)}
              maxLength={40}
              autoComplete="off"
              flex={2}
              {...form.getInputProps(`metadata.${index}.key`)}
            />
            <TextInput
              aria-label={words.metadataValue(index + 1)}
              placeholder={words.metadataValue(index + 1)}
              maxLength={500}
              autoComplete="off"
              flex={3}
              {...form.getInputProps(`metadata.${index}.value`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="input-sm"
              aria-label={words.metadataRemove(index + 1)}
              onClick={() => form.removeListItem('metadata', index)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {rows.length < mostRows && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            style={{ alignSelf: 'flex-start' }}
            onClick={add}
          >
            {words.addMetadata}
          </Button>
        )}
      </Stack>
    </Fieldset>
  )
}

/** What is wrong with the name of a row: it is missing, or another row has it. For `validate` of the form. */
export const useMetadataRules = () => {
  const words = useTexts(metadataTexts)
  return {
    key: (key: string, { metadata }: Metadata, path: string): string | null => {
      const index = Number(path.split('.')[1])
      if (key.trim() === '') return metadata[index]?.value.trim() ? words.metadataKeyMissing : null
      const isTwice = metadata.some((row, at) => at < index && row.key.trim() === key.trim())
      return isTwice ? words.metadataKeyTwice : null
    },
  }
}

const newRow = (key = '', value = ''): MetadataRow => ({ id: onceId(), key, value })

export const metadataRows = (metadata: Record<string, string>): MetadataRow[] =>
  Object.entries(metadata).map(([key, value]) => newRow(key, value))

/** Rows that are wholly empty are left out. */
export const metadataOf = (rows: MetadataRow[]): Record<string, string> =>
  Object.fromEntries(rows.flatMap(({ key, value }) => (key.trim() === '' ? [] : [[key.trim(), value]])))
