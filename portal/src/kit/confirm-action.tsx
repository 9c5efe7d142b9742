import { Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, type ReactNode, useState } from 'react'
import { isFailure } from './api.ts'
import { FormEnd } from './form-end.tsx'

type Props = {
  title: string
  /** What will happen, and whether it can be undone. */
  message: ReactNode
  confirmLabel: string
  /** What the button that leaves says, where it is not "Cancel". */
  cancelLabel?: string
  isDangerous?: boolean
  onConfirm: () => Promise<unknown>
  /** What opens it: `{open => <Button onClick={open}>…</Button>}`. */
  children: (open: () => void) => ReactNode
}

/** Asks before it happens. What is refused is told in the dialog, which stays open. */
export function ConfirmAction({ title, message, confirmLabel, cancelLabel, isDangerous, onConfirm, children }: Props) {
  const [opened, { open, close }] = useDisclosure(false)
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  async function confirm(event: FormEvent) {
    event.preventDefault()
    // The page may show it inside a form of its own, which this is not to send.
    event.stopPropagation()
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
        <form onSubmit={event => void confirm(event)}>
          <Stack>
            <Text size="sm" component="div">
              {message}
            </Text>
            <FormEnd
              failure={failure}
              isSending={isSending}
              onCancel={close}
              cancelLabel={cancelLabel}
              isDangerous={isDangerous}
            >
              {confirmLabel}
            </FormEnd>
          </Stack>
        </form>
      </Modal>
    </>
  )
}
