import { Button, Group, PasswordInput, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isFailure } from '../../kit/api.ts'
import { FormFailure, useChange, useSubmit } from '../../kit/form.tsx'
import { notifyDone } from '../../kit/notify.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { sessionQuery, useSession } from '../../kit/session.ts'
import { kitTexts } from '../../kit/kit-texts.ts'
import { useTexts } from '../../kit/texts.ts'
import { ChoicesSection } from '../notifications/choices-section.tsx'
import { changePassword, changeProfile, linkSso, peopleKeys } from './api.ts'
import { PasskeysSection } from './passkeys-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { profileTexts } from './texts.ts'

/** The person's own settings. */
export function ProfileScreen() {
  const words = useTexts(profileTexts)
  return (
    <Page title={words.profile}>
      <Stack gap={0} maw={760}>
        <YouSection />
        <SsoLinkSection />
        <PasskeysSection />
        <SecondFactorSection />
        <PasswordSection />
        <ChoicesSection />
        <SessionsSection />
      </Stack>
    </Page>
  )
}

/** Operators are linked to their provider by themselves, never by their e-mail; members may do so, too. */
function SsoLinkSection() {
  const words = useTexts(profileTexts)
  const { person, isSso, ssoMerchants } = useSession()
  const link = useChange(linkSso, { notifiesFailure: true })
  if (!person.isOperator && (isSso || ssoMerchants.length === 0)) return null
  return (
    <Section title={words.sso} description={person.isOperator ? words.ssoIntro : words.ssoMemberIntro}>
      <Group gap="xs">
        {person.isOperator && (
          <Button variant="default" loading={link.isPending} onClick={() => link.mutate(undefined)}>
            {words.ssoLink}
          </Button>
        )}
        {ssoMerchants.map(({ id, name }) => (
          <Button key={id} variant="default" loading={link.isPending} onClick={() => link.mutate(id)}>
            {words.ssoLinkAt(name)}
          </Button>
        ))}
      </Group>
    </Section>
  )
}

const fieldWidth = 380

function YouSection() {
  const words = useTexts(profileTexts)
  const kit = useTexts(kitTexts)
  const { person } = useSession()
  const form = useForm({ initialValues: { name: person.name, language: person.language } })
  const { onSubmit, isSending, failure } = useSubmit(form, changeProfile, {
    changes: [sessionQuery.queryKey],
    notice: words.saved,
  })
  return (
    <Section title={words.you}>
      <form onSubmit={onSubmit}>
        <Stack maw={fieldWidth}>
          <TextInput label={words.name} autoComplete="name" maxLength={100} required {...form.getInputProps('name')} />
          <TextInput label={words.email} value={person.email} readOnly variant="filled" />
          <Select
            label={words.language}
            description={words.languageHint}
            data={[
              { value: 'pt', label: 'Português (Brasil)' },
              { value: 'en', label: 'English' },
            ]}
            allowDeselect={false}
            {...form.getInputProps('language')}
          />
          <FormFailure failure={failure} />
          <Button type="submit" loading={isSending} style={{ alignSelf: 'flex-start' }}>
            {kit.save}
          </Button>
        </Stack>
      </form>
    </Section>
  )
}

function PasswordSection() {
  const words = useTexts(profileTexts)
  const { person } = useSession()
  const form = useForm({ initialValues: { current: '', new: '' } })
  const { onSubmit, isSending, failure } = useSubmit(
    form,
    async values => {
      try {
        await changePassword(values)
        return true
      } catch (error) {
        if (!isFailure(error, 'SignInRefused')) throw error
        form.setErrors({ current: words.currentWrong })
        return false
      }
    },
    {
      changes: [peopleKeys.sessions],
      onDone: isChanged => {
        if (!isChanged) return
        form.reset()
        notifyDone(words.passwordChanged)
      },
    },
  )
  return (
    <Section title={words.password} description={words.passwordIntro}>
      <form onSubmit={onSubmit}>
        <Stack maw={fieldWidth}>
          {/* Password managers keep the new password under this. */}
          <input type="text" name="username" autoComplete="username" value={person.email} readOnly hidden />
          <PasswordInput
            label={words.current}
            autoComplete="current-password"
            required
            {...form.getInputProps('current')}
          />
          <PasswordInput
            label={words.new}
            description={words.passwordHint}
            autoComplete="new-password"
            minLength={12}
            required
            {...form.getInputProps('new')}
          />
          <FormFailure failure={failure} />
          <Button type="submit" variant="default" loading={isSending} style={{ alignSelf: 'flex-start' }}>
            {words.changePassword}
          </Button>
        </Stack>
      </form>
    </Section>
  )
}
