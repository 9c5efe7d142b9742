import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure } from '../../kit/api.ts'
import { FormFailure, useSubmit } from '../../kit/form.tsx'
import { IconInfoCircle } from '../../kit/icons.tsx'
import { TextLink } from '../../kit/link.tsx'
import { type SessionView, sessionQuery } from '../../kit/session.ts'
import { useTexts } from '../../kit/texts.ts'
import { signIn } from './api.ts'
import { SignedOutPage } from './signed-out-page.tsx'
import { signInTexts } from './texts.ts'

/** E-mail and password; then, for who has them, a one-time code. Leads to the page that was requested. */
export function SignInScreen() {
  const words = useTexts(signInTexts)
  const search = useSearch({ from: '/sign-in' })
  const [asksCode, setAsksCode] = useState(false)
  const enter = useEnter(search.next)
  const form = useForm({ initialValues: { email: search.email ?? '', password: '', code: '' } })

  const send = async ({ email, password, code }: typeof form.values) => {
    try {
      return await signIn({ email: email.trim(), password, ...(asksCode ? { code: code.replace(/\s/g, '') } : {}) })
    } catch (error) {
      if (!isFailure(error, 'SignInCodeRequired')) throw error
      if (asksCode) form.setErrors({ code: words.codeWrong })
      setAsksCode(true)
      return null
    }
  }
  const { onSubmit, isSending, failure } = useSubmit(form, send, {
    onDone: session => session !== null && enter(session),
  })

  if (asksCode)
    return (
      <SignedOutPage key="code" title={words.code} intro={words.codeIntro}>
        <form onSubmit={onSubmit}>
          <Stack>
            <TextInput
              label={words.code}
              autoComplete="one-time-code"
              autoFocus
              required
              {...form.getInputProps('code')}
            />
            <FormFailure failure={failure} />
            <Button type="submit" loading={isSending}>
              {words.continue}
            </Button>
            <Button variant="subtle" color="gray" onClick={() => setAsksCode(false)}>
              {words.otherAccount}
            </Button>
          </Stack>
        </form>
      </SignedOutPage>
    )
  const note = search.passwordSet ? words.passwordSet : search.ended ? words.ended : null
  return (
    <SignedOutPage key="password" title={words.signIn} intro={words.signInIntro}>
      <form onSubmit={onSubmit}>
        <Stack>
          {note !== null && (
            <Alert icon={<IconInfoCircle aria-hidden />} role="status">
              {note}
            </Alert>
          )}
          <TextInput
            label={words.email}
            type="email"
            autoComplete="username"
            autoFocus
            required
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={words.password}
            autoComplete="current-password"
            required
            {...form.getInputProps('password')}
          />
          <FormFailure failure={failure} />
          <Button type="submit" loading={isSending}>
            {words.signIn}
          </Button>
          <TextLink to="/password-reset" size="sm" ta="center">
            {words.forgot}
          </TextLink>
        </Stack>
      </form>
    </SignedOutPage>
  )
}

/** Only a path of the portal is followed: nobody is sent elsewhere by a link that somebody else made. */
function useEnter(next: string | undefined) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const target = next !== undefined && /^\/portal(\/(?!\/)|\?|$)/.test(next) ? next : '/portal'
  return (session: SessionView) => {
    queryClient.clear()
    queryClient.setQueryData(sessionQuery.queryKey, session)
    router.history.replace(target)
  }
}
