import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FormEvent, ReactNode } from 'react'
import { FormDialog } from './form-dialog.tsx'
import { type ChangeOptions, failureOf, useChange } from './form.tsx'

type Props<Result> = Omit<ChangeOptions<Result>, 'notifiesFailure'> & {
  title: string
  /** What will happen, and whether it can be undone. */
  message: ReactNode
  confirmLabel: string
  /** What the button that leaves says, where it is not "Cancel". */
  cancelLabel?: string
  isDangerous?: boolean
  onConfirm: () => Promise<Result>
  /** What opens it: `{open => <Button onClick={open}>…</Button>}`. */
  children: (open: () => void) => ReactNode
}

/** Asks before it happens. A refusal is shown in the dialog, which stays open. */
export function ConfirmAction<Result>(props: Props<Result>) {
  const { title, message, confirmLabel, cancelLabel, isDangerous, onConfirm, children, onDone, ...options } = props
  const [opened, { open, close }] = useDisclosure(false)
  const { mutate, reset, isPending, error } = useChange(onConfirm, {
    ...options,
    onDone: result => {
      close()
      onDone?.(result)
    },
  })
  function onSubmit(event?: FormEvent) {
    event?.preventDefault()
    // The page may show it inside a form of its own, which this is not to send.
    event?.stopPropagation()
    mutate()
  }
  return (
    <>
      {children(() => {
        reset()
        open()
      })}
      {opened && (
        <FormDialog
          title={title}
          onClose={close}
          submit={{ onSubmit, isSending: isPending, failure: failureOf(error) }}
          label={confirmLabel}
          cancelLabel={cancelLabel}
          isDangerous={isDangerous}
        >
          <Text size="sm" component="div">
            {message}
          </Text>
        </FormDialog>
      )}
    </>
  )
}
