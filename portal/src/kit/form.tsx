import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { ApiFailure, isFailure } from './api.ts'
import { failureWords } from './failure-words.ts'
import { IconAlertTriangle } from './icons.tsx'
import { kitTexts } from './kit-texts.ts'
import { currentLanguage, useLanguage } from './language.ts'
import { notifyDone } from './notify.tsx'
import { fieldOf, problemWords } from './problem-words.ts'
import { useTexts } from './texts.ts'

type ChangeOptions<Result> = {
  /** What the change makes stale, by the keys of its capability: it is read again. */
  changes?: QueryKey[]
  /** The notice that it is done. */
  notice?: string | ((result: Result) => string)
  onDone?: (result: Result) => void
}

/** A change at the API: afterwards what it made stale is read again, and a notice says that it is done. */
export function useChange<Values, Result>(
  send: (values: Values) => Promise<Result>,
  { changes = [], notice, onDone }: ChangeOptions<Result> = {},
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: send,
    // Without a network it fails at once, as everything else does, and is not sent later unasked.
    networkMode: 'always',
    onSuccess: result => {
      for (const queryKey of changes) void queryClient.invalidateQueries({ queryKey })
      if (notice !== undefined) notifyDone(typeof notice === 'string' ? notice : notice(result))
      onDone?.(result)
    },
  })
}

/** Giving up the confirmation dialog is nobody's failure. */
export const failureOf = (error: unknown): unknown => (isFailure(error, 'ConfirmationRequired') ? null : error)

type SubmitOptions<Result> = ChangeOptions<Result> & {
  /** The field of the form that a field of the API is shown at, where they differ: `{ taxNumber: 'cnpj' }`. */
  fields?: Record<string, string>
}

export type Submit = {
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void
  isSending: boolean
  failure: unknown
  reset: () => void
}

/**
 * Sends a form: once at a time, what the API finds wrong goes to the fields it is about, what it refuses is in `failure`
 * for `<FormFailure>`.
 */
export function useSubmit<Values extends Record<string, unknown>, Result>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => Promise<Result>,
  { fields = {}, ...options }: SubmitOptions<Result> = {},
): Submit {
  const { mutate, isPending, error, reset } = useChange(send, options)
  const onSubmit = form.onSubmit(values => {
    if (!isPending) mutate(values, { onError: failed => form.setErrors(problemsOf(failed, fields)) })
  })
  const problems = Object.keys(problemsOf(error, fields))
  const isShownAtFields =
    problems.length > 0 && problems.every(field => (field.split('.')[0] ?? '') in form.getValues())
  return { onSubmit, isSending: isPending, failure: isShownAtFields ? null : failureOf(error), reset }
}

/** What the API finds wrong, by the field of the form. */
function problemsOf(error: unknown, fields: Record<string, string>): Record<string, string> {
  if (!(error instanceof ApiFailure)) return {}
  const language = currentLanguage()
  return Object.fromEntries(
    error.problems.map(problem => {
      const field = fieldOf(problem)
      return [fields[field] ?? field, problemWords(problem, language)]
    }),
  )
}

/** Why the form was refused, above its buttons. */
export function FormFailure({ failure }: { failure: unknown }) {
  const { message } = failureWords(failure, useLanguage())
  if (failure === null || failure === undefined) return null
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      {message}
    </Alert>
  )
}

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
