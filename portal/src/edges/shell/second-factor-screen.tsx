import { Button, Divider, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../kit/api.ts'
import { FormFailure, useChange, useSubmit } from '../../kit/form.tsx'
import { IconFingerprint } from '../../kit/icons.tsx'
import { kitTexts } from '../../kit/kit-texts.ts'
import { canUsePasskeys, confirmWithPasskey } from '../../kit/passkeys.ts'
import { sessionQuery, useSession } from '../../kit/session.ts'
import { useTexts } from '../../kit/texts.ts'
import { signOut } from '../../tenancy/people/api.ts'
import { SignedOutPage } from '../../tenancy/people/signed-out-page.tsx'
import { shellTexts } from './texts.ts'

/** All there is for somebody who has a second factor and has not shown it in this session. */
export function SecondFactorScreen() {
  const words = useTexts(shellTexts)
  const kit = useTexts(kitTexts)
  const { person } = useSession()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useForm({ initialValues: { code: '' } })
  const changes = [sessionQuery.queryKey]
  const submit = useSubmit(form, ({ code }) => api.post('/confirm', { code: code.replace(/\s/g, '') }), { changes })
  const passkey = useChange(confirmWithPasskey, { changes })
  const leave = useChange(signOut, {
    notifiesFailure: true,
    onDone: () => void navigate({ to: '/sign-in' }).then(() => queryClient.clear()),
  })

  return (
    <SignedOutPage title={words.giveSecondFactor} intro={words.giveSecondFactorHint}>
      <form onSubmit={submit.onSubmit}>
        <Stack>
          {person.hasPasskey && canUsePasskeys() && (
            <>
              <Button
                leftSection={<IconFingerprint size={18} />}
                loading={passkey.isPending}
                onClick={() => passkey.mutate()}
              >
                {kit.usePasskey}
              </Button>
              <Divider label={kit.or} />
            </>
          )}
          <TextInput label={words.code} autoComplete="one-time-code" required {...form.getInputProps('code')} />
          <FormFailure failure={submit.failure ?? passkey.error} />
          <Button type="submit" variant={person.hasPasskey ? 'default' : 'filled'} loading={submit.isSending}>
            {words.enter}
          </Button>
          <Button variant="subtle" color="gray" onClick={() => leave.mutate()}>
            {words.signOut}
          </Button>
        </Stack>
      </form>
    </SignedOutPage>
  )
}
