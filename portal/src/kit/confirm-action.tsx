import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { isFailure } from './api.ts'
import { FormFailure } from './form.tsx'
import { kitTexts } from './kit-texts.ts'
import { useTexts } from './texts.ts'

type Props = {
  title: string
  /** What will happen, and whether it can be undone. */
  message: ReactNode
  confirmLabel: string
  isDangerous?: boolean
  onConfirm: () => Promise<unknown>
  /** What opens it: `{open => <Button onClick={open}>…</Button>}`. */
  children: (open: () => void) => ReactNode
}

/** Asks before it happens. What is refused is told in the dialog, which stays open. */
export function ConfirmAction({ title, message, confirmLabel, isDangerous = false, onConfirm, children }: Props) {
  const words = useTexts(kitTexts)
  const [opened, { open, close }] = useDisclosure(false)
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  async function confirm() {
    setIsSending(true)
    setFailure(null)
    try {
      await onConfirm()
      close()
    } catch (error) {
      if (!isFailure(error, 'ConfirmationRequired')) setFailure(error)
    } finally {
      setIsSending(false)
    }
  }

  return (
    <>
      {children(() => {
        setFailure(null)
        open()
      })}
      <Modal opened={opened} onClose={close} title={title}>
        <Stack>
          <Text size="sm" component="div">
            {message}
          </Text>
          <FormFailure failure={failure} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} disabled={isSending}>
              {words.cancel}
            </Button>
            <Button color={isDangerous ? 'red' : undefined} onClick={() => void confirm()} loading={isSending}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
