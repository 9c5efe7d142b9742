import { ConfirmIdentity } from '../kit/confirm-identity.tsx'
import { EnrolSecondFactor } from '../people/enrol-second-factor.tsx'
import { SignedOutPage } from '../people/signed-out-page.tsx'
import { useTexts } from '../kit/texts.ts'
import { shellTexts } from './texts.ts'

/** All there is for somebody whose role asks for one-time codes and who has none. */
export function MustEnableScreen() {
  const words = useTexts(shellTexts)
  return (
    <SignedOutPage title={words.mustEnable} intro={words.mustEnableHint}>
      <EnrolSecondFactor />
      <ConfirmIdentity />
    </SignedOutPage>
  )
}
