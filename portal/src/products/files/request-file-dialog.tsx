import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { MailNotice } from '../../kit/mail-notice.tsx'
import { useToday } from '../../kit/sandbox.ts'
import { useTexts } from '../../kit/texts.ts'
import { fileKeys, requestFile } from './api.ts'
import { DayFields, type Format, KindFields, askedKinds, formatsOf, thisMonth } from './period-fields.tsx'
import { fileTexts } from './texts.ts'

type Props = { merchantId: string; onClose: () => void; onDone: () => void }
type AskedKind = (typeof askedKinds)[number]

/** Mounted when it opens. */
export function RequestFileDialog({ merchantId, onClose, onDone }: Props) {
  const words = useTexts(fileTexts)
  const { from, to } = thisMonth(useToday())
  const form = useForm({
    initialValues: {
      kind: 'statement' as AskedKind,
      format: 'xlsx' as Format,
      month: from.slice(0, 7),
      from,
      to,
    },
    validate: {
      from: (value, { kind }) => (kind !== 'monthlyStatement' && value === '' ? words.required : null),
      to: (value, { kind, from: first }) => (kind !== 'monthlyStatement' && value < first ? words.periodWrong : null),
      month: (value, { kind }) => (kind === 'monthlyStatement' && value === '' ? words.required : null),
    },
  })
  const { kind } = form.values
  const isMonth = kind === 'monthlyStatement'
  const submit = useSubmit(
    form,
    values =>
      requestFile(merchantId, {
        kind: values.kind,
        format: values.format,
        ...(isMonth ? { firstDay: `${values.month}-01` } : { firstDay: values.from, lastDay: values.to }),
      }),
    { changes: [fileKeys.all(merchantId)], onDone, fields: { firstDay: isMonth ? 'month' : 'from', lastDay: 'to' } },
  )
  return (
    <FormDialog title={words.askTitle} onClose={onClose} submit={submit} label={words.ask}>
      <KindFields
        kind={kind}
        format={form.values.format}
        kindField={event => {
          const next = event.currentTarget.value as AskedKind
          form.setValues({ kind: next, format: formatsOf[next][0] })
        }}
        formatField={event => form.setFieldValue('format', event.currentTarget.value as Format)}
      />
      {isMonth ? (
        <TextInput type="month" label={words.month} required {...form.getInputProps('month')} />
      ) : (
        <DayFields from={form.getInputProps('from')} to={form.getInputProps('to')} />
      )}
      <MailNotice />
    </FormDialog>
  )
}
