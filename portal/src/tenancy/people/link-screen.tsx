import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { TokenView } from '../../../../server/src/tenancy/people/portal-schemas.ts'
import { FormFailure, useSubmit } from '../../kit/form.tsx'
import { setLanguage } from '../../kit/language.ts'
import { LinkButton } from '../../kit/link.tsx'
import { useTexts } from '../../kit/texts.ts'
import { readToken, redeemToken, peopleKeys } from './api.ts'
import { MailLink } from './mail-link.tsx'
import { SignedOutPage } from './signed-out-page.tsx'
import { signInTexts } from './texts.ts'

/** Where the link of an invitation or a password reset leads. */
export function LinkScreen() {
  const words = useTexts(signInTexts)
  const { token } = useParams({ from: '/link/$token' })
  const link = useQuery({
    queryKey: peopleKeys.link(token),
    queryFn: () => readToken(token),
    retry: false,
    staleTime: Infinity,
  })

  const language = link.data?.language
  useEffect(() => {
    // The mail was in this language.
    if (language !== undefined) setLanguage(language)
  }, [language])

  const askAgain = (
    <LinkButton to="/password-reset" fullWidth>
      {words.askAgain}
    </LinkButton>
  )
  return (
    <MailLink link={link} invalid={{ title: words.linkInvalid, intro: words.linkInvalidHint, action: askAgain }}>
      {data => <NewPassword token={token} link={data} />}
    </MailLink>
  )
}

function NewPassword({ token, link }: { token: string; link: TokenView }) {
  const words = useTexts(signInTexts)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const isInvitation = link.purpose === 'invitation'
  const form = useForm({ initialValues: { name: link.name, password: '' } })
  const { onSubmit, isSending, failure } = useSubmit(
    form,
    ({ name, password }) => redeemToken(token, { password, ...(isInvitation ? { name } : {}) }),
    {
      onDone: ({ signedIn, email }) => {
        queryClient.clear()
        void navigate(signedIn ? { to: '/' } : { to: '/sign-in', search: { passwordSet: 'yes', email } })
      },
    },
  )
  return (
    <SignedOutPage
      title={isInvitation ? words.invitation : words.newPassword}
      intro={isInvitation ? words.invitationIntro(link.email) : words.newPasswordIntro(link.email)}
    >
      <form onSubmit={onSubmit}>
        <Stack>
          {/* Password managers keep the new password under this. */}
          <input type="text" name="username" autoComplete="username" value={link.email} readOnly hidden />
          {isInvitation && (
            <TextInput label={words.yourName} autoComplete="name" required {...form.getInputProps('name')} />
          )}
          <PasswordInput
            label={words.newPassword}
            description={words.passwordHint}
            autoComplete="new-password"
            minLength={12}
            required
            {...form.getInputProps('password')}
          />
          <FormFailure failure={failure} />
          <Button type="submit" loading={isSending}>
            {words.setPassword}
          </Button>
        </Stack>
      </form>
    </SignedOutPage>
  )
}
