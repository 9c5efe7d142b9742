import { Input, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DayRange } from '../../kit/day-range.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { kitTexts } from '../../kit/kit-texts.ts'
import { tagOf } from '../../kit/language-tag.ts'
import { useLanguage } from '../../kit/language.ts'
import { notifyDone } from '../../kit/notify.tsx'
import { useTexts } from '../../kit/texts.ts'
import { resendFailed, webhookKeys } from './api.ts'
import { webhookTexts } from './texts.ts'

type Props = {
  merchantId: string
  /** What the list is filtered by: the same is resent unless it is changed here. */
  from: string | null
  to: string | null
  onClose: () => void
  onDone: () => void
}

/** Mounted when it opens. */
export function ResendDialog({ merchantId, from, to, onClose, onDone }: Props) {
  const words = useTexts(webhookTexts)
  const kit = useTexts(kitTexts)
  const language = useLanguage()
  const form = useForm({ initialValues: { from, to, url: '' } })
  const submit = useSubmit(
    form,
    values =>
      resendFailed(merchantId, {
        ...(values.from === null ? {} : { from: values.from }),
        ...(values.to === null ? {} : { to: values.to }),
        ...(values.url.trim() === '' ? {} : { url: values.url.trim() }),
      }),
    {
      changes: [webhookKeys.deliveries(merchantId)],
      onDone: ({ resent, resentIsExact }) => {
        const count = resent.toLocaleString(tagOf(language))
        if (!resentIsExact) notifyDone(words.resentMany(`${count}+`))
        else notifyDone(resent === 0 ? words.resentNone : resent === 1 ? words.resentOne : words.resentMany(count))
        onDone()
      },
    },
  )
  return (
    <FormDialog title={words.resendTitle} onClose={onClose} submit={submit} label={words.resendNow}>
      <Text size="sm" c="dimmed">
        {words.resendIntro}
      </Text>
      <Input.Wrapper label={words.resendPeriod} labelElement="div">
        <DayRange
          from={form.values.from}
          to={form.values.to}
          label={kit.anyTime}
          onChange={days => form.setValues(days)}
        />
      </Input.Wrapper>
      <TextInput label={words.resendAddress} autoComplete="off" maxLength={2048} {...form.getInputProps('url')} />
    </FormDialog>
  )
}
