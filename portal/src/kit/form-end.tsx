import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormFailure } from './form.tsx'
import { kitTexts } from './kit-texts.ts'
import { useTexts } from './texts.ts'

type Props = {
  failure: unknown
  isSending: boolean
  onCancel: () => void
  /** What the button that leaves says, where it is not "Cancel". */
  cancelLabel?: string
  isDangerous?: boolean
  /** Where nothing needs to be filled in first. */
  hasFocus?: boolean
  /** What the button that sends says. */
  children: ReactNode
}

/** The end of a form in a dialog: why it was refused, and its two buttons. What is being sent cannot be cancelled. */
export function FormEnd({ failure, isSending, onCancel, cancelLabel, isDangerous, hasFocus, children }: Props) {
  const words = useTexts(kitTexts)
  return (
    <>
      <FormFailure failure={failure} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel} disabled={isSending}>
          {cancelLabel ?? words.cancel}
        </Button>
        <Button type="submit" color={isDangerous ? 'red' : undefined} loading={isSending} data-autofocus={hasFocus}>
          {children}
        </Button>
      </Group>
    </>
  )
}
