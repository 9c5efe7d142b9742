import { Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { InvitedView, MemberView } from '../../../../server/src/tenancy/people/portal-schemas.ts'
import type { Role } from '../../../../server/src/tenancy/people/permissions.ts'
import { isEmail } from '../../kit/email.ts'
import { FormEnd } from '../../kit/form-end.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { kitTexts } from '../../kit/kit-texts.ts'
import { MailNotice } from '../../kit/mail-notice.tsx'
import { useTexts } from '../../kit/texts.ts'
import { memberTexts } from './texts.ts'
import { changeRoles, inviteMember } from './api.ts'
import { RolesInput } from './roles-input.tsx'

type InviteProps = { opened: boolean; onClose: () => void; merchantId: string; onDone: (invited: InvitedView) => void }

export function InviteDialog({ opened, onClose, ...form }: InviteProps) {
  const words = useTexts(memberTexts)
  return (
    <Modal opened={opened} onClose={onClose} title={words.invite} size="lg">
      <InviteForm onClose={onClose} {...form} />
    </Modal>
  )
}

function InviteForm({ onClose, merchantId, onDone }: Omit<InviteProps, 'opened'>) {
  const words = useTexts(memberTexts)
  const form = useForm({
    initialValues: { name: '', email: '', roles: [] as Role[] },
    validate: {
      name: value => (value.trim() === '' ? words.nameMissing : null),
      email: value => (isEmail(value) ? null : words.emailWrong),
      roles: value => (value.length === 0 ? words.rolesMissing : null),
    },
  })
  const { onSubmit, isSending, failure } = useSubmit(
    form,
    ({ name, email, roles }) => inviteMember(merchantId, { name: name.trim(), email: email.trim(), roles }),
    { onDone },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
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
        <FormEnd failure={failure} isSending={isSending} onCancel={onClose}>
          {words.send}
        </FormEnd>
      </Stack>
    </form>
  )
}

type RolesProps = { member: MemberView | null; onClose: () => void; merchantId: string; onDone: () => void }

export function RolesDialog({ member, onClose, ...form }: RolesProps) {
  const words = useTexts(memberTexts)
  return (
    <Modal opened={member !== null} onClose={onClose} title={words.changeRolesOf(member?.name ?? '')} size="lg">
      {member !== null && <RolesForm member={member} onClose={onClose} {...form} />}
    </Modal>
  )
}

function RolesForm({ member, onClose, merchantId, onDone }: RolesProps & { member: MemberView }) {
  const words = useTexts(memberTexts)
  const kit = useTexts(kitTexts)
  const form = useForm({
    initialValues: { roles: member.roles },
    validate: { roles: value => (value.length === 0 ? words.rolesMissing : null) },
  })
  const { onSubmit, isSending, failure } = useSubmit(
    form,
    ({ roles }) => changeRoles(merchantId, member.personId, roles),
    { onDone },
  )
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <RolesInput {...form.getInputProps('roles')} />
        <FormEnd failure={failure} isSending={isSending} onCancel={onClose}>
          {kit.save}
        </FormEnd>
      </Stack>
    </form>
  )
}
