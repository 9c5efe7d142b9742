import { Button, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FormFailure, useChange } from '../../kit/form.tsx'
import { useSession } from '../../kit/session.ts'
import { useTexts } from '../../kit/texts.ts'
import { linkSso, signInWithSso, signOut } from '../../tenancy/people/api.ts'
import { SignedOutPage } from '../../tenancy/people/signed-out-page.tsx'
import { shellTexts } from './texts.ts'

/** All there is for somebody whose merchants all require their provider. */
export function SsoRequiredScreen() {
  const words = useTexts(shellTexts)
  const { person, ssoMerchants } = useSession()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const start = useChange(() => signInWithSso(person.email))
  const link = useChange(linkSso)
  const leave = useChange(signOut, {
    notifiesFailure: true,
    onDone: () => void navigate({ to: '/sign-in' }).then(() => queryClient.clear()),
  })
  return (
    <SignedOutPage title={words.ssoRequired} intro={words.ssoRequiredHint}>
      <Stack>
        <FormFailure failure={start.error ?? link.error} />
        <Button loading={start.isPending} onClick={() => start.mutate()}>
          {words.enter}
        </Button>
        {ssoMerchants.map(({ id, name }) => (
          <Button key={id} variant="default" loading={link.isPending} onClick={() => link.mutate(id)}>
            {words.ssoLinkAt(name)}
          </Button>
        ))}
        <Button variant="subtle" color="gray" onClick={() => leave.mutate()}>
          {words.signOut}
        </Button>
      </Stack>
    </SignedOutPage>
  )
}
