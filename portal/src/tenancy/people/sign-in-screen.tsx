import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure } from '../../kit/api.ts'
import { FormFailure, useChange, useSubmit } from '../../kit/form.tsx'
import { IconFingerprint, IconInfoCircle } from '../../kit/icons.tsx'
import { TextLink } from '../../kit/link.tsx'
import { canUsePasskeys } from '../../kit/passkeys.ts'
import { type SessionView, sessionQuery } from '../../kit/session.ts'
import { useTexts } from '../../kit/texts.ts'
import { signIn, signInWithPasskey, signInWithSso } from './api.ts'
import { SignedOutPage } from './signed-out-page.tsx'
import { signInTexts } from './texts.ts'

/** A passkey; or e-mail and password, and then a one-time code for those who have them. Leads to the page that was requested. */
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
  const submit = useSubmit(form, send, { onDone: session => session !== null && enter(session) })
  const { onSubmit, isSending } = submit
  const passkey = useChange(signInWithPasskey, { onDone: enter })
  const sso = useChange(signInWithSso)
  const failure = submit.failure ?? passkey.error ?? sso.error
  function startSso() {
    const email = form.values.email.trim()
    if (email === '') return form.setErrors({ email: words.emailFirst })
    submit.reset()
    sessionStorage.setItem('sso-next', search.next ?? '')
    sso.mutate(email)
  }
  const passkeyButton = canUsePasskeys() && (
    <Button
      variant="default"
      leftSection={<IconFingerprint size={18} />}
      loading={passkey.isPending}
      onClick={() => {
        submit.reset()
        passkey.mutate()
      }}
    >
      {words.withPasskey}
    </Button>
  )

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
            {passkeyButton}
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
          {passkeyButton}
          <Button variant="subtle" loading={sso.isPending} onClick={startSso}>
            {words.withSso}
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
export function useEnter(next: string | undefined) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const target = next !== undefined && /^\/portal(\/(?!\/)|\?|$)/.test(next) ? next : '/portal'
  return (session: SessionView) => {
    queryClient.clear()
    queryClient.setQueryData(sessionQuery.queryKey, session)
    router.history.replace(target)
  }
}
