import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { StopView } from '../../../../server/src/tenancy/people/operator-requests/portal-schemas.ts'
import { FormFailure, useChange } from '../../kit/form.tsx'
import { useLanguage } from '../../kit/language.ts'
import { LinkButton } from '../../kit/link.tsx'
import { useTexts } from '../../kit/texts.ts'
import { formatWhen } from '../../kit/when.tsx'
import { MailLink } from './mail-link.tsx'
import { SignedOutPage } from './signed-out-page.tsx'
import { readStopLink, stopByLink, successorKeys } from '../members/api.ts'
import { successorTexts } from '../members/texts.ts'

/** Where the link of the mail to an owner leads: it needs no sign-in, and only stops. */
export function StopSuccessorScreen() {
  const words = useTexts(successorTexts)
  const { token } = useParams({ from: '/successor/$token' })
  const link = useQuery({ queryKey: successorKeys.link(token), queryFn: () => readStopLink(token), retry: false })
  return (
    <MailLink link={link} invalid={{ title: words.linkInvalid, intro: words.linkInvalidHint, action: <OpenPortal /> }}>
      {data => <Stop token={token} link={data} />}
    </MailLink>
  )
}

function OpenPortal() {
  const words = useTexts(successorTexts)
  return (
    <LinkButton to="/" fullWidth>
      {words.openPortal}
    </LinkButton>
  )
}

function Stop({ token, link: { merchantName, successor, isWaiting } }: { token: string; link: StopView }) {
  const words = useTexts(successorTexts)
  const language = useLanguage()
  const [isStopped, setIsStopped] = useState(false)
  const { mutate, isPending, error } = useChange(() => stopByLink(token), { onDone: () => setIsStopped(true) })
  if (isStopped || !isWaiting)
    return (
      <SignedOutPage
        title={isStopped ? words.stopped : words.tooLate}
        intro={isStopped ? words.stoppedHint(successor.name, merchantName) : words.tooLateHint}
      >
        <OpenPortal />
      </SignedOutPage>
    )
  const when = formatWhen(successor.effectiveAt, language, 'exact')
  return (
    <SignedOutPage
      title={words.stopTitle(merchantName)}
      intro={words.waits(successor.name, successor.email, when, successor.requestedBy)}
    >
      <Stack>
        <Text size="sm">
          <b>{words.reason}</b> “{successor.note}”
        </Text>
        <FormFailure failure={error} />
        <Button color="red" loading={isPending} onClick={() => mutate()}>
          {words.stop}
        </Button>
        <Text size="xs" c="dimmed">
          {words.agree}
        </Text>
      </Stack>
    </SignedOutPage>
  )
}
