import type { QueryKey } from '@tanstack/react-query'
import { Text, TextInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isEmail } from '../../kit/email.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { kitTexts } from '../../kit/kit-texts.ts'
import { MailNotice } from '../../kit/mail-notice.tsx'
import { useTexts } from '../../kit/texts.ts'
import type { OperatorRole } from '../../../../server/src/tenancy/people/permissions.ts'
import { OperatorRolesInput } from './operator-roles-input.tsx'
import { peopleTexts } from './texts.ts'

type Values = { name: string; email: string; note: string; roles: OperatorRole[] }
type Invited = { link: string | null }

type Props = {
  words: {
    title: string
    intro: string
    name: string
    email: string
    nameMissing: string
    /** Where it must be said why. */
    note?: { label: string; hint: string; missing: string }
  }
  /** Where an operator is invited. */
  asksRoles?: boolean
  send: (values: Values) => Promise<Invited>
  /** What the invitation makes stale. */
  changes: QueryKey[]
  onClose: () => void
  onDone: (invited: Invited) => void
}

/** Invites one person by name and e-mail: a merchant's owner, or an operator. Mounted when it opens. */
export function InvitePersonDialog({ words, asksRoles = false, send, changes, onClose, onDone }: Props) {
  const kit = useTexts(kitTexts)
  const { rolesMissing } = useTexts(peopleTexts)
  const form = useForm<Values>({
    initialValues: { name: '', email: '', note: '', roles: [] },
    validate: {
      name: value => (value.trim() === '' ? words.nameMissing : null),
      email: value => (isEmail(value) ? null : kit.emailWrong),
      roles: value => (asksRoles && value.length === 0 ? rolesMissing : null),
      note: value => (words.note !== undefined && value.trim().length < 3 ? words.note.missing : null),
    },
  })
  const submit = useSubmit(
    form,
    ({ name, email, note, roles }) => send({ name: name.trim(), email: email.trim(), note: note.trim(), roles }),
    { changes, onDone },
  )
  return (
    <FormDialog title={words.title} onClose={onClose} submit={submit} label={words.title}>
      <Text size="sm" c="dimmed">
        {words.intro}
      </Text>
      <MailNotice />
      <TextInput label={words.name} maxLength={100} required data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={words.email}
        type="email"
        maxLength={254}
        autoComplete="off"
        required
        {...form.getInputProps('email')}
      />
      {asksRoles && <OperatorRolesInput {...form.getInputProps('roles')} />}
      {words.note !== undefined && (
        <Textarea
          label={words.note.label}
          description={words.note.hint}
          maxLength={200}
          required
          {...form.getInputProps('note')}
        />
      )}
    </FormDialog>
  )
}
