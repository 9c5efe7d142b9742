import { Alert } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { ApiFailure, isFailure } from './api.ts'
import { failureWords } from './failure-words.ts'
import { IconAlertTriangle } from './icons.tsx'
import { currentLanguage, useLanguage } from './language.ts'
import { notifyDone, notifyFailure } from './notify.tsx'
import { fieldOf, problemWords } from './problem-words.ts'

export type ChangeOptions<Result> = {
  /** What the change makes stale, by the keys of its capability: it is read again. */
  changes?: readonly QueryKey[]
  /** The response replaces what is cached under a key, so that it need not be read again. */
  caches?: (result: Result) => readonly [QueryKey, unknown]
  /** The notice that it is done. */
  notice?: string | ((result: Result) => string)
  onDone?: (result: Result) => void
  /** A refusal is shown as a notice, where no form shows it. */
  notifiesFailure?: boolean
}

/** A change at the API: afterwards what it made stale is read again, and a notice says that it is done. */
export function useChange<Values, Result>(
  send: (values: Values) => Promise<Result>,
  { changes = [], caches, notice, onDone, notifiesFailure = false }: ChangeOptions<Result> = {},
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: send,
    // Without a network it fails at once, as everything else does, and is not sent later unasked.
    networkMode: 'always',
    ...(notifiesFailure && { onError: notifyFailure }),
    onSuccess: result => {
      const cached = caches?.(result)
      if (cached !== undefined) queryClient.setQueryData(...cached)
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
