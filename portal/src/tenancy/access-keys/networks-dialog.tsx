import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type KeyView, accessKeyKeys, setNetworks } from './api.ts'
import { payoutRuleTexts } from './payout-rule-texts.ts'

type Props = { merchantId: string; of: KeyView; onClose: () => void }

export const linesOf = (text: string) =>
  text
    .split(/[\s,;]+/)
    .map(line => line.trim())
    .filter(line => line !== '')

/** From where calls with a key must come. Mounted when it opens. */
export function NetworksDialog({ merchantId, of: key, onClose }: Props) {
  const words = useTexts(payoutRuleTexts)
  const form = useForm({ initialValues: { networks: (key.networksLater ?? key).networks.join('\n') } })
  const submit = useSubmit(form, ({ networks }) => setNetworks(merchantId, key.id, { networks: linesOf(networks) }), {
    changes: [accessKeyKeys.all(merchantId)],
    notice: words.networksSaved,
    onDone: onClose,
  })
  return (
    <FormDialog title={words.networksOf(key.name)} onClose={onClose} submit={submit} label={words.save}>
      <Text size="sm" c="dimmed">
        {words.networksIntro}
      </Text>
      <Textarea
        label={words.networks}
        description={words.networksHint}
        autosize
        minRows={3}
        data-autofocus
        {...form.getInputProps('networks')}
      />
    </FormDialog>
  )
}
