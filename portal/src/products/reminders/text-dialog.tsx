import { Button, Paper, Text, TextInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { momentWords } from '../../../../server/src/products/reminders/words.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { kitTexts } from '../../kit/kit-texts.ts'
import { bilingual, useTexts } from '../../kit/texts.ts'
import { type PlanView, previewTexts, reminderKeys, setPlan } from './api.ts'
import { type Place, TextPreview } from './text-preview.tsx'
import { reminderTexts } from './texts.ts'

const momentTexts = bilingual(momentWords)
type Written = { subject: string; body: string }
type Props = { merchantId: string; plan: PlanView; place: Place; onClose: () => void }

/** Own words of one text, with what they look like. The default text is saved as none of one's own. */
export function TextDialog({ merchantId, plan, place: { moment, language }, onClose }: Props) {
  const words = useTexts(reminderTexts)
  const kit = useTexts(kitTexts)
  const nameOf = useTexts(momentTexts)
  const usual = plan.usual[language][moment]
  const unknownField = (text: string) =>
    [...text.matchAll(/\{([^{}]*)\}/g)].some(([, field = '']) => !plan.fields.some(known => known === field))
  const check = (text: string) => (text.trim() === '' ? words.missing : unknownField(text) ? words.wrongField : null)
  const form = useForm<Written>({
    initialValues: { ...(plan.words[language][moment] ?? usual) },
    validate: { subject: check, body: check },
  })
  const wordsWith = (written: Written): PlanView['words'] => {
    const isUsual = written.subject === usual.subject && written.body === usual.body
    return { ...plan.words, [language]: { ...plan.words[language], [moment]: isUsual ? null : written } }
  }
  const { isOn, days, byMail, language: sentIn, hour } = plan
  const submit = useSubmit(
    form,
    written => setPlan(merchantId, { isOn, days, byMail, language: sentIn, hour, words: wordsWith(written) }),
    {
      caches: saved => [reminderKeys.plan(merchantId), saved] as const,
      notice: words.textSaved,
      onDone: onClose,
      fields: Object.fromEntries(
        (['subject', 'body'] as const).map(part => [`words.${language}.${moment}.${part}`, part]),
      ),
    },
  )
  const [typed] = useDebouncedValue(JSON.stringify(form.values), 250)
  const written = JSON.parse(typed) as Written
  const { data } = useQuery({
    queryKey: [...reminderKeys.plan(merchantId), 'preview', moment, language, typed],
    queryFn: () => previewTexts(merchantId, { words: wordsWith(written) }),
    placeholderData: keepPreviousData,
    enabled: check(written.subject) === null && check(written.body) === null,
    retry: false,
  })
  return (
    <FormDialog title={words.changeText(nameOf[moment])} onClose={onClose} submit={submit} label={kit.save} size="lg">
      <TextInput label={words.subject} maxLength={150} required data-autofocus {...form.getInputProps('subject')} />
      <Textarea
        label={words.body}
        description={words.bodyHint(plan.fields.map(field => `{${field}}`).join(', '))}
        maxLength={1000}
        required
        autosize
        minRows={6}
        {...form.getInputProps('body')}
      />
      <Button
        variant="subtle"
        size="xs"
        onClick={() => form.setValues({ ...usual })}
        style={{ alignSelf: 'flex-start' }}
      >
        {words.useOurs}
      </Button>
      {data !== undefined && (
        <Paper withBorder p="sm" component="section" aria-label={words.preview}>
          <Text size="xs" c="dimmed" mb={4}>
            {words.preview}
          </Text>
          <TextPreview text={data[language][moment]} />
        </Paper>
      )}
    </FormDialog>
  )
}
