import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmIdentity } from '../../kit/confirm-identity.tsx'
import { sessionQuery } from '../../kit/session.ts'
import { useTexts } from '../../kit/texts.ts'
import { EnrolSecondFactor } from '../../tenancy/people/enrol-second-factor.tsx'
import { RecoveryCodes } from '../../tenancy/people/recovery-codes.tsx'
import { SignedOutPage } from '../../tenancy/people/signed-out-page.tsx'
import { shellTexts } from './texts.ts'

/** All there is for somebody whose role asks for one-time codes and who has none. */
export function MustEnableScreen() {
  const words = useTexts(shellTexts)
  const queryClient = useQueryClient()
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null)
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
      <EnrolSecondFactor onEnabled={setRecoveryCodes} />
      <ConfirmIdentity />
    </SignedOutPage>
  )
}
