import { Button, Group, List, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { bankWords } from '../../kit/bank-words.ts'
import { ConfirmAction } from '../../kit/confirm-action.tsx'
import { FormFailure } from '../../kit/form.tsx'
import { useLanguage } from '../../kit/language.ts'
import { useTexts } from '../../kit/texts.ts'
import {
  type CheckView,
  type ConnectionView,
  cachedBanks,
  checkBank,
  pauseBank,
  removeBank,
  resumeBank,
} from './api.ts'
import { ChangeBankDialog } from './change-bank-dialog.tsx'
import { bankTexts } from './texts.ts'
import { RenewCertificateDialog } from './renew-certificate-dialog.tsx'
import { RotateCredentialsDialog } from './rotate-credentials-dialog.tsx'
import { LeastBalanceDialog, TransferDialog } from './transfer-dialogs.tsx'

type Shown = { bank: ConnectionView; others: ConnectionView[]; onClose: () => void }

/** What an operator changes in a dialog: the text of its button has the same name, and its title names the bank. */
const dialogs = {
  transfer: {
    title: 'transferFrom',
    show: ({ bank, ...rest }: Shown) => <TransferDialog from={bank} {...rest} />,
  },
  leastBalance: {
    title: 'leastBalanceOf',
    show: ({ bank, onClose }: Shown) => <LeastBalanceDialog bank={bank} onClose={onClose} />,
  },
  renew: {
    title: 'renewOf',
    show: ({ bank, onClose }: Shown) => <RenewCertificateDialog bank={bank} onClose={onClose} />,
  },
  rotate: {
    title: 'rotateOf',
    show: ({ bank, onClose }: Shown) => <RotateCredentialsDialog bank={bank} onClose={onClose} />,
  },
  change: {
    title: 'changeOf',
    show: ({ bank, onClose }: Shown) =>
      bank.settings && <ChangeBankDialog bank={bank} settings={bank.settings} onClose={onClose} />,
  },
} as const
const dialogNames = Object.keys(dialogs) as (keyof typeof dialogs)[]

/** What an operator does with a connected bank. A paused one can still be tried: that changes nothing. */
export function BankActions({ bank, banks }: { bank: ConnectionView; banks: ConnectionView[] }) {
  const words = useTexts(bankTexts)
  const [dialog, setDialog] = useState<keyof typeof dialogs | null>(null)
  const others = banks.filter(({ id, isSimulator }) => id !== bank.id && !isSimulator)
  const isPaused = bank.pausedAt !== null
  const [label, labelOf, does] = isPaused
    ? [words.resume, words.resumeOf, words.resumeWords]
    : [words.pause, words.pauseOf, words.pauseWords]
  return (
    <Group gap="xs">
      <TestCall bank={bank} />
      {bank.callbackAddress !== null &&
        dialogNames
          .filter(name => name !== 'transfer' || (bank.paysOut && others.length > 0))
          .map(name => (
            <Button
              key={name}
              variant="default"
              size="xs"
              aria-label={words[dialogs[name].title](bank.name)}
              onClick={() => setDialog(name)}
            >
              {words[name]}
            </Button>
          ))}
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
      {isPaused && !bank.isDefault && bank.settings !== null && (
        <ConfirmAction
          title={words.removeOf(bank.name)}
          message={words.removeWords}
          confirmLabel={words.remove}
          onConfirm={() => removeBank(bank.id)}
          caches={cachedBanks}
          notice={words.changed}
        >
          {open => (
            <Button variant="default" size="xs" aria-label={words.removeOf(bank.name)} onClick={open}>
              {words.remove}
            </Button>
          )}
        </ConfirmAction>
      )}
      {dialog !== null && dialogs[dialog].show({ bank, others, onClose: () => setDialog(null) })}
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
                  {line.asked !== '' && (
                    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                      {line.asked}: {line.came}
                    </Text>
                  )}
                </List.Item>
              ))}
            </List>
          </>
        )}
      </Modal>
    </>
  )
}
