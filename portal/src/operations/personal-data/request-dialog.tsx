import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isEmail } from '../../kit/email.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type Place, type RequestKind, requestData, requestsKey } from './api.ts'
import { personalDataTexts } from './texts.ts'

type Props = { place: Place; kind: RequestKind; onClose: () => void }

/** Who the person is. Mounted when it opens. */
export function RequestDialog({ place, kind, onClose }: Props) {
  const words = useTexts(personalDataTexts)
  const form = useForm({
    initialValues: { taxNumber: '', email: '', phone: '', name: '' },
    validate: {
      taxNumber: (value, { email, phone }) =>
        value.trim() === ''
          ? email.trim() === '' && phone.trim() === ''
            ? words.nobodyNamed
            : null
          : /^[0-9A-Za-z]{9}([0-9A-Za-z]{3})?\d{2}$/.test(value.replaceAll(/[./-]/g, '').trim())
            ? null
            : words.taxNumberWrong,
      email: value => (value.trim() === '' || isEmail(value) ? null : words.emailWrong),
      phone: value => (value.trim() === '' || /^\+55\d{10,11}$/.test(value.trim()) ? null : words.phoneWrong),
      name: value => (value.trim() === '' || /\S\s+\S/.test(value.trim()) ? null : words.nameWrong),
    },
  })
  const submit = useSubmit(form, values => requestData(place, kind, filled(values)), {
    changes: [requestsKey(place)],
    notice: words.requested,
    onDone: onClose,
  })
  return (
    <FormDialog title={words[kind]} onClose={onClose} submit={submit} label={words[kind]}>
      <Text size="sm" c="dimmed">
        {kind === 'access' ? words.accessIntro : words.erasureIntro}
      </Text>
      <TextInput label={words.taxNumber} maxLength={18} data-autofocus {...form.getInputProps('taxNumber')} />
      <TextInput label={words.email} type="email" maxLength={200} autoComplete="off" {...form.getInputProps('email')} />
      <TextInput label={words.phone} description={words.phoneHint} maxLength={20} {...form.getInputProps('phone')} />
      <TextInput label={words.name} description={words.nameHint} maxLength={200} {...form.getInputProps('name')} />
    </FormDialog>
  )
}

/** Without what was left empty. */
const filled = (values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value !== ''),
  )
