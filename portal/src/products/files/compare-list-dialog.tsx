import { FileInput, NativeSelect, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { MailNotice } from '../../kit/mail-notice.tsx'
import { useToday } from '../../kit/sandbox.ts'
import { useTexts } from '../../kit/texts.ts'
import { compareList, fileKeys } from './api.ts'
import { DayFields, formatsOf, thisMonth } from './period-fields.tsx'
import { fileTexts } from './texts.ts'

type Props = { merchantId: string; onClose: () => void; onDone: () => void }

const mostBytes = 3 * 1024 * 1024

/** Mounted when it opens. */
export function CompareListDialog({ merchantId, onClose, onDone }: Props) {
  const words = useTexts(fileTexts)
  const month = thisMonth(useToday())
  const form = useForm({
    initialValues: { list: null as File | null, format: 'xlsx' as 'xlsx' | 'csv', ...month },
    validate: {
      list: value => (value === null ? words.listMissing : value.size > mostBytes ? words.listTooLarge : null),
      from: value => (value === '' ? words.required : null),
      to: (value, { from }) => (value < from ? words.periodWrong : null),
    },
  })
  const submit = useSubmit(
    form,
    async ({ list, format, from, to }) =>
      compareList(merchantId, {
        format,
        firstDay: from,
        lastDay: to,
        content: list === null ? '' : await inBase64(list),
      }),
    { changes: [fileKeys.all(merchantId)], onDone, fields: { firstDay: 'from', lastDay: 'to' } },
  )
  return (
    <FormDialog title={words.compareTitle} onClose={onClose} submit={submit} label={words.compareNow}>
      <Text size="sm">{words.compareIntro}</Text>
      <FileInput
        label={words.list}
        description={words.listHint}
        placeholder={words.choose}
        accept=".csv,.txt,.xlsx"
        required
        clearable={false}
        {...form.getInputProps('list')}
      />
      <DayFields from={form.getInputProps('from')} to={form.getInputProps('to')} />
      <NativeSelect
        label={words.format}
        data={formatsOf.reconciliation.map(value => ({ value, label: value.toUpperCase() }))}
        {...form.getInputProps('format')}
      />
      <MailNotice />
    </FormDialog>
  )
}

async function inBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x80_00) text += String.fromCharCode(...bytes.subarray(at, at + 0x80_00))
  return btoa(text)
}
