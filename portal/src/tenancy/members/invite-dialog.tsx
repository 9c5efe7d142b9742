import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { InvitedView, MemberView } from '../../../../server/src/tenancy/people/portal-schemas.ts'
import type { Role } from '../../../../server/src/tenancy/people/permissions.ts'
import { isEmail } from '../../kit/email.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { kitTexts } from '../../kit/kit-texts.ts'
import { MailNotice } from '../../kit/mail-notice.tsx'
import { useTexts } from '../../kit/texts.ts'
import { memberTexts } from './texts.ts'
import { changeRoles, inviteMember, memberKeys } from './api.ts'
import { RolesInput } from './roles-input.tsx'

type InviteProps = { onClose: () => void; merchantId: string; onDone: (invited: InvitedView) => void }

export function InviteDialog({ onClose, merchantId, onDone }: InviteProps) {
  const words = useTexts(memberTexts)
  const form = useForm({
    initialValues: { name: '', email: '', roles: [] as Role[] },
    validate: {
      name: value => (value.trim() === '' ? words.nameMissing : null),
      email: value => (isEmail(value) ? null : words.emailWrong),
      roles: value => (value.length === 0 ? words.rolesMissing : null),
    },
  })
  const submit = useSubmit(
    form,
    ({ name, email, roles }) => inviteMember(merchantId, { name: name.trim(), email: email.trim(), roles }),
    { changes: [memberKeys.all(merchantId)], onDone },
  )
  return (
    <FormDialog title={words.invite} size="lg" onClose={onClose} submit={submit} label={words.send}>
      <Text size="sm" c="dimmed">
        {words.inviteIntro}
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
      <RolesInput {...form.getInputProps('roles')} />
    </FormDialog>
  )
}

type RolesProps = { member: MemberView; onClose: () => void; merchantId: string; onDone: () => void }

export function RolesDialog({ member, onClose, merchantId, onDone }: RolesProps) {
  const words = useTexts(memberTexts)
  const kit = useTexts(kitTexts)
  const form = useForm({
    initialValues: { roles: member.roles },
    validate: { roles: value => (value.length === 0 ? words.rolesMissing : null) },
  })
  const submit = useSubmit(form, ({ roles }) => changeRoles(merchantId, member.personId, roles), {
    changes: [memberKeys.all(merchantId)],
    notice: words.rolesChanged,
    onDone,
  })
  return (
    <FormDialog title={words.changeRolesOf(member.name)} size="lg" onClose={onClose} submit={submit} label={kit.save}>
      <RolesInput {...form.getInputProps('roles')} />
    </FormDialog>
  )
}
