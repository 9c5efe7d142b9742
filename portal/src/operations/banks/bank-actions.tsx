import { Button, Group, List, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { bankWords } from '../../kit/bank-words.ts'
import { ConfirmAction } from '../../kit/confirm-action.tsx'
import { FormFailure } from '../../kit/form.tsx'
import { useLanguage } from '../../kit/language.ts'
import { useTexts } from '../../kit/texts.ts'
import { type CheckView, type ConnectionView, cachedBanks, checkBank, pauseBank, resumeBank } from './api.ts'
import { bankTexts } from './texts.ts'
import { RenewCertificateDialog } from './renew-certificate-dialog.tsx'
import { RotateCredentialsDialog } from './rotate-credentials-dialog.tsx'

/** What an operator does with a connected bank. A paused one can still be tried: that changes nothing. */
export function BankActions({ bank }: { bank: ConnectionView }) {
  const words = useTexts(bankTexts)
  const [isRenewing, setIsRenewing] = useState(false)
  const [isRotating, setIsRotating] = useState(false)
  const isPaused = bank.pausedAt !== null
  const [label, labelOf, does] = isPaused
    ? [words.resume, words.resumeOf, words.resumeWords]
    : [words.pause, words.pauseOf, words.pauseWords]
  return (
    <Group gap="xs">
      <TestCall bank={bank} />
      {bank.callbackAddress !== null && (
        <>
          <Button variant="default" size="xs" aria-label={words.renewOf(bank.name)} onClick={() => setIsRenewing(true)}>
            {words.renew}
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={words.rotateOf(bank.name)}
            onClick={() => setIsRotating(true)}
          >
            {words.rotate}
          </Button>
        </>
      )}
      <ConfirmAction
        title={labelOf(bank.name)}
        message={does}
        confirmLabel={label}
        onConfirm={() => (isPaused ? resumeBank : pauseBank)(bank.id)}
        caches={cachedBanks}
        notice={words.changed}
      >
        {open => (
          <Button variant="default" size="xs" aria-label={labelOf(bank.name)} onClick={open}>
            {label}
          </Button>
        )}
      </ConfirmAction>
      {isRotating && <RotateCredentialsDialog bank={bank} onClose={() => setIsRotating(false)} />}
      {isRenewing && <RenewCertificateDialog bank={bank} onClose={() => setIsRenewing(false)} />}
    </Group>
  )
}

/** Calls the bank once for each thing it must let us do, and shows what it says. */
function TestCall({ bank }: { bank: ConnectionView }) {
  const words = useTexts(bankTexts)
  const language = useLanguage()
  const [isCalling, setIsCalling] = useState(false)
  const [result, setResult] = useState<{ lines: CheckView['lines'] } | { failure: unknown } | null>(null)

  async function callBank() {
    setIsCalling(true)
    setResult(await checkBank(bank.id).catch((failure: unknown) => ({ failure })))
    setIsCalling(false)
  }

  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={words.checkOf(bank.name)}
        loading={isCalling}
        onClick={() => void callBank()}
      >
        {words.check}
      </Button>
      <Modal
        opened={result !== null}
        onClose={() => setResult(null)}
        title={words.checkTitle(bank.name)}
        closeButtonProps={{ 'aria-label': words.close }}
      >
        {result !== null && 'failure' in result && <FormFailure failure={result.failure} />}
        {result !== null && 'lines' in result && (
          <>
            <Text size="sm" c="dimmed" mb="sm">
              {words.checkIntro}
            </Text>
            <List size="sm" spacing="xs" listStyleType="none">
              {result.lines.map(line => (
                <List.Item key={line.what}>
                  <b>{line.isFine ? words.fine : words.fails}</b> · {bankWords(line.what, language)}:{' '}
                  {bankWords(line.words, language)}
                </List.Item>
              ))}
            </List>
          </>
        )}
      </Modal>
    </>
  )
}
