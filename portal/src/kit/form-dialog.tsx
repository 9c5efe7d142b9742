import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormFailure, type Submit } from './form.tsx'
import { kitTexts } from './kit-texts.ts'
import { useTexts } from './texts.ts'

type EndProps = {
  submit: Pick<Submit, 'isSending' | 'failure'>
  onCancel: () => void
  /** What the button that leaves says, where it is not "Cancel". */
  cancelLabel?: string
  isDangerous?: boolean
  /** Where nothing needs to be filled in first. */
  hasFocus?: boolean
  /** What the button that sends says. */
  label: ReactNode
}

/** The end of a form in a dialog: why it was refused, and its two buttons. What is being sent cannot be cancelled. */
export function FormEnd({ submit, onCancel, cancelLabel, isDangerous, hasFocus, label }: EndProps) {
  const words = useTexts(kitTexts)
  return (
    <>
      <FormFailure failure={submit.failure} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel} disabled={submit.isSending}>
          {cancelLabel ?? words.cancel}
        </Button>
        <Button
          type="submit"
          color={isDangerous ? 'red' : undefined}
          loading={submit.isSending}
          data-autofocus={hasFocus}
        >
          {label}
        </Button>
      </Group>
    </>
  )
}

type DialogProps = Omit<EndProps, 'onCancel' | 'submit'> & {
  submit: Omit<Submit, 'reset'>
  title: ReactNode
  onClose: () => void
  size?: string
  gap?: string
  autoComplete?: 'off'
  children: ReactNode
}

/** A dialog that is a form. Mounted when it opens, so that it begins anew each time. */
export function FormDialog({ title, onClose, size, gap, autoComplete, submit, children, ...end }: DialogProps) {
  return (
    <Modal opened onClose={onClose} title={title} size={size}>
      <form onSubmit={submit.onSubmit} noValidate autoComplete={autoComplete}>
        <Stack gap={gap}>
          {children}
          <FormEnd submit={submit} onCancel={onClose} {...end} />
        </Stack>
      </form>
    </Modal>
  )
}
