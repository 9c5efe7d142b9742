import { Alert } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { ApiFailure, isFailure } from './api.ts'
import { failureWords } from './failure-words.ts'
import { IconAlertTriangle } from './icons.tsx'
import { currentLanguage, useLanguage } from './language.ts'
import { fieldOf, problemWords } from './problem-words.ts'

type Options<Result> = {
  onDone?: (result: Result) => void
  /** The field of the form that a field of the API is shown at, where they differ: `{ taxNumber: 'cnpj' }`. */
  fields?: Record<string, string>
}

/**
 * Sends a form: once at a time, what the API finds wrong goes to the fields it is about, what it refuses is in `failure`
 * for `<FormFailure>`.
 */
export function useSubmit<Values extends Record<string, unknown>, Result>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => Promise<Result>,
  { onDone, fields = {} }: Options<Result> = {},
) {
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  const submit = form.onSubmit(async values => {
    if (isSending) return
    setIsSending(true)
    setFailure(null)
    try {
      // Not in one expression: without `onDone` nothing of it would be evaluated.
      const result = await send(values)
      onDone?.(result)
    } catch (error) {
      const toldAtFields = error instanceof ApiFailure && showProblems(form, error, fields)
      if (!toldAtFields && !isFailure(error, 'ConfirmationRequired')) setFailure(error)
    } finally {
      setIsSending(false)
    }
  })

  return { onSubmit: submit, isSending, failure, setFailure }
}

/** True when every problem found its field. */
function showProblems<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  { problems }: ApiFailure,
  fields: Record<string, string>,
): boolean {
  if (problems.length === 0) return false
  const language = currentLanguage()
  const known = form.getValues()
  const told = problems.map(problem => {
    const field = fieldOf(problem)
    return { field: fields[field] ?? field, words: problemWords(problem, language) }
  })
  form.setErrors(Object.fromEntries(told.map(({ field, words }) => [field, words])))
  return told.every(({ field }) => (field.split('.')[0] ?? '') in known)
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
