import { Button, Divider } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmIdentity } from '../../kit/confirm-identity.tsx'
import { FormFailure, useChange } from '../../kit/form.tsx'
import { IconFingerprint } from '../../kit/icons.tsx'
import { kitTexts } from '../../kit/kit-texts.ts'
import { canUsePasskeys } from '../../kit/passkeys.ts'
import { sessionQuery } from '../../kit/session.ts'
import { useTexts } from '../../kit/texts.ts'
import { registerPasskey } from '../../tenancy/people/api.ts'
import { EnrolSecondFactor } from '../../tenancy/people/enrol-second-factor.tsx'
import { RecoveryCodes } from '../../tenancy/people/recovery-codes.tsx'
import { nameBrowser } from '../../tenancy/people/sessions-section.tsx'
import { SignedOutPage } from '../../tenancy/people/signed-out-page.tsx'
import { shellTexts } from './texts.ts'

/** All there is for somebody whose role asks for a second factor and who has none. */
export function MustEnableScreen() {
  const words = useTexts(shellTexts)
  const kit = useTexts(kitTexts)
  const queryClient = useQueryClient()
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null)
  const passkey = useChange(registerPasskey, {
    onDone: registered =>
      registered.recoveryCodes === null ? void enter() : setRecoveryCodes(registered.recoveryCodes),
  })
  // Only then is the session read anew: it would take the codes away with this screen.
  const enter = () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })

  if (recoveryCodes !== null)
    return (
      <SignedOutPage title={words.recoveryCodes}>
        <RecoveryCodes codes={recoveryCodes} onKept={() => void enter()} />
      </SignedOutPage>
    )
  return (
    <SignedOutPage title={words.mustEnable} intro={words.mustEnableHint}>
      {canUsePasskeys() && (
        <>
          <Button
            fullWidth
            leftSection={<IconFingerprint size={18} />}
            loading={passkey.isPending}
            onClick={() => passkey.mutate(nameBrowser(navigator.userAgent) ?? 'Passkey')}
          >
            {words.createPasskey}
          </Button>
          <FormFailure failure={passkey.error} />
          <Divider label={kit.or} my="md" />
        </>
      )}
      <EnrolSecondFactor onEnabled={setRecoveryCodes} />
      <ConfirmIdentity />
    </SignedOutPage>
  )
}
