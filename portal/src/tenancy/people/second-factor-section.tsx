import { Badge, Button, Group, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../kit/confirm-action.tsx'
import { IconShieldCheck, IconShieldOff } from '../../kit/icons.tsx'
import { Section } from '../../kit/section.tsx'
import { sessionQuery, useSession } from '../../kit/session.ts'
import { useTexts } from '../../kit/texts.ts'
import { endSecondFactor, renewRecoveryCodes } from './api.ts'
import { EnrolSecondFactor } from './enrol-second-factor.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { profileTexts } from './texts.ts'

/** One-time codes: on, off, and the codes for a lost phone. */
export function SecondFactorSection() {
  const words = useTexts(profileTexts)
  const { person } = useSession()
  const queryClient = useQueryClient()
  const [isEnrolling, { open, close }] = useDisclosure(false)
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null)

  const readSession = () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })

  return (
    <Section
      title={words.secondFactor}
      description={words.secondFactorIntro}
      actions={
        <Badge
          variant="light"
          tt="none"
          radius="sm"
          color={person.hasCodes ? 'trilho' : 'gray'}
          leftSection={person.hasCodes ? <IconShieldCheck size={14} /> : <IconShieldOff size={14} />}
        >
          {person.hasCodes ? words.isOn : words.isOff}
        </Badge>
      }
    >
      <Group gap="xs">
        {!person.hasCodes && <Button onClick={open}>{words.enable}</Button>}
        {person.hasSecondFactor && (
          <ConfirmAction
            title={words.recoveryRenewTitle}
            message={words.recoveryRenewHint}
            confirmLabel={words.recoveryRenew}
            onConfirm={renewRecoveryCodes}
            onDone={renewed => setRecoveryCodes(renewed.recoveryCodes)}
          >
            {ask => (
              <Button variant="default" onClick={ask}>
                {words.recoveryRenew}
              </Button>
            )}
          </ConfirmAction>
        )}
        {person.hasCodes && (
          <ConfirmAction
            title={words.disableTitle}
            message={person.hasPasskey ? words.disableHintPasskey : words.disableHint}
            confirmLabel={words.disable}
            isDangerous
            onConfirm={endSecondFactor}
            changes={[sessionQuery.queryKey]}
            notice={words.disabled}
          >
            {ask => (
              <Button variant="subtle" color="red" onClick={ask}>
                {words.disable}
              </Button>
            )}
          </ConfirmAction>
        )}
      </Group>
      <Modal opened={isEnrolling} onClose={close} title={words.enrolTitle} closeOnClickOutside={false}>
        <EnrolSecondFactor
          onEnabled={codes => {
            close()
            setRecoveryCodes(codes)
            void readSession()
          }}
        />
      </Modal>
      <Modal
        opened={recoveryCodes !== null}
        onClose={() => setRecoveryCodes(null)}
        title={words.recovery}
        withCloseButton={false}
        closeOnClickOutside={false}
        closeOnEscape={false}
      >
        <RecoveryCodes codes={recoveryCodes ?? []} onKept={() => setRecoveryCodes(null)} />
      </Modal>
    </Section>
  )
}
