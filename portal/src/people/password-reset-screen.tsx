import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFlask } from '@tabler/icons-react'
import { useState } from 'react'
import { FormFailure, useSubmit } from '../kit/form.tsx'
import { TextLink } from '../kit/link.tsx'
import { useTexts } from '../kit/texts.ts'
import { askForReset } from './api.ts'
import { SignedOutPage } from './signed-out-page.tsx'
import { signInTexts } from './texts.ts'

/** Says the same whether or not the e-mail is known. */
export function PasswordResetScreen() {
  const words = useTexts(signInTexts)
  const [sent, setSent] = useState<{ link: string | null } | null>(null)
  const form = useForm({ initialValues: { email: '' } })
  const { onSubmit, isSending, failure } = useSubmit(form, ({ email }) => askForReset(email.trim()), {
    onDone: setSent,
  })

  if (sent !== null)
    return (
      <SignedOutPage title={words.sent} intro={words.sentIntro}>
        <Stack>
          {sent.link !== null && (
            <Alert color="yellow" icon={<IconFlask aria-hidden />}>
              <Text size="sm" mb={8}>
                {words.sandboxLink}
              </Text>
              <Button component="a" href={sent.link} variant="default" size="xs">
                {words.openLink}
              </Button>
            </Alert>
          )}
          <TextLink to="/sign-in" size="sm">
            {words.backToSignIn}
          </TextLink>
        </Stack>
      </SignedOutPage>
    )
  return (
    <SignedOutPage title={words.reset} intro={words.resetIntro}>
      <form onSubmit={onSubmit}>
        <Stack>
          <TextInput
            label={words.email}
            type="email"
            autoComplete="username"
            autoFocus
            required
            {...form.getInputProps('email')}
          />
          <FormFailure failure={failure} />
          <Button type="submit" loading={isSending}>
            {words.sendLink}
          </Button>
          <TextLink to="/sign-in" size="sm" ta="center">
            {words.backToSignIn}
          </TextLink>
        </Stack>
      </form>
    </SignedOutPage>
  )
}
