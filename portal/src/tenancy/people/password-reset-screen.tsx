import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { SentTokenUrlView } from '../../../../server/src/tenancy/people/portal-schemas.ts'
import { FormFailure, useSubmit } from '../../kit/form.tsx'
import { TextLink } from '../../kit/link.tsx'
import { useTexts } from '../../kit/texts.ts'
import { askForReset } from './api.ts'
import { SignedOutPage } from './signed-out-page.tsx'
import { signInTexts } from './texts.ts'

/** Says the same whether or not the e-mail is known. */
export function PasswordResetScreen() {
  const words = useTexts(signInTexts)
  const [sent, setSent] = useState<SentTokenUrlView | null>(null)
  const form = useForm({ initialValues: { email: '' } })
  const { onSubmit, isSending, failure } = useSubmit(form, ({ email }) => askForReset(email.trim()), {
    onDone: setSent,
  })

  if (sent !== null)
    return (
      <SignedOutPage
        title={sent.sentBy === 'log' ? words.printed : words.sent}
        intro={sent.sentBy === 'log' ? words.printedIntro : words.sentIntro}
      >
        <TextLink to="/sign-in" size="sm">
          {words.backToSignIn}
        </TextLink>
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
