import { Alert } from '@mantine/core'
import { IconMail } from './icons.tsx'
import { kitTexts } from './kit-texts.ts'
import { useSession } from './session.ts'
import { useTexts } from './texts.ts'

/** Where something is to be mailed and nothing can be: who invites somebody must know before. */
export function MailNotice() {
  const words = useTexts(kitTexts)
  const { sendsMail, isSandbox, person } = useSession()
  if (sendsMail) return null
  const hint = person.isOperator ? words.mailOffOperator : isSandbox ? words.mailOffSandbox : words.mailOffAsk
  return (
    <Alert role="note" color="yellow" icon={<IconMail aria-hidden />}>
      <b>{words.mailOff}.</b> {hint}
    </Alert>
  )
}
