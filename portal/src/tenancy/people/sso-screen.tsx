import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { notifyConfirmedBySso } from '../../kit/confirm-by-sso.ts'
import { FormFailure } from '../../kit/form.tsx'
import { TextLink } from '../../kit/link.tsx'
import { takeSession } from '../../kit/session.ts'
import { useTexts } from '../../kit/texts.ts'
import { peopleKeys, returnFromSso } from './api.ts'
import { useEnter } from './sign-in-screen.tsx'
import { SignedOutPage } from './signed-out-page.tsx'
import { signInTexts } from './texts.ts'

/** Where the identity provider sends the browser back. What it says counts once. */
export function SsoScreen() {
  const words = useTexts(signInTexts)
  const navigate = useNavigate()
  const parameters = location.search.slice(1)
  const enter = useEnter(sessionStorage.getItem('sso-next') ?? undefined)
  const { data, error } = useQuery({
    queryKey: peopleKeys.ssoReturn(parameters),
    queryFn: () => returnFromSso(parameters),
    staleTime: Infinity,
    retry: false,
  })

  const arrive = useEffectEvent(({ session, purpose }: NonNullable<typeof data>) => {
    if (session !== null) return enter(takeSession(session))
    if (purpose === 'link') return void navigate({ to: '/profile', replace: true })
    notifyConfirmedBySso()
    window.close()
  })
  // Once for each response.
  useEffect(() => {
    if (data !== undefined) arrive(data)
  }, [data])

  if (error !== null)
    return (
      <SignedOutPage title={words.ssoFailed}>
        <FormFailure failure={error} />
        <TextLink to="/sign-in" size="sm" mt="md" display="block">
          {words.backToSignIn}
        </TextLink>
      </SignedOutPage>
    )
  if (data?.purpose === 'confirm') return <SignedOutPage title={words.ssoConfirmed} intro={words.ssoConfirmedIntro} />
  return <SignedOutPage title={words.ssoReturn} />
}
