import { Radio, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type KeyView, type Overlap, type RotatedKey, accessKeyKeys, rotateKey } from './api.ts'
import { keyTexts } from './texts.ts'

type Props = { merchantId: string; of: KeyView; onClose: () => void; onDone: (rotated: RotatedKey) => void }

const overlaps: Overlap[] = ['none', 'hour', 'day', 'week']

/** Mounted when it opens. */
export function RotateKeyDialog({ merchantId, of: key, onClose, onDone }: Props) {
  const words = useTexts(keyTexts)
  const form = useForm({ initialValues: { overlap: 'day' as Overlap } })
  const submit = useSubmit(form, ({ overlap }) => rotateKey(merchantId, key.id, overlap), {
    changes: [accessKeyKeys.all(merchantId)],
    onDone,
  })
  return (
    <FormDialog
      title={words.rotateTitle(key.name || words.unnamed)}
      onClose={onClose}
      submit={submit}
      label={words.rotate}
    >
      <Text size="sm" c="dimmed">
        {words.rotateIntro}
      </Text>
      <Radio.Group label={words.overlap} {...form.getInputProps('overlap')}>
        <Stack gap="xs" mt={6}>
          {overlaps.map(overlap => (
            <Radio
              key={overlap}
              value={overlap}
              label={words[overlap]}
              {...(overlap === 'none' ? { description: words.noneHint } : {})}
            />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  )
}
