import { Alert } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { ApiFailure, isFailure } from './api.ts'
import { failureWords } from './failure-words.ts'
import { IconAlertTriangle } from './icons.tsx'
import { type Language, currentLanguage, useLanguage } from './language.ts'
import { notifyDone, notifyFailure } from './notify.tsx'
import type { Problem } from '../../../server/src/platform/http/errors.ts'

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

/** A change at the API: afterwards, or when it comes too late, what is stale is read again; a notice says that it is done. */
export function useChange<Values, Result>(
  send: (values: Values) => Promise<Result>,
  { changes = [], caches, notice, onDone, notifiesFailure = false }: ChangeOptions<Result> = {},
) {
  const queryClient = useQueryClient()
  const readAgain = () => changes.forEach(queryKey => void queryClient.invalidateQueries({ queryKey }))
  return useMutation({
    mutationFn: send,
    // Without a network it fails at once, as everything else does, and is not sent later unasked.
    networkMode: 'always',
    onError: error => {
      // Somebody else was faster: what is shown is stale.
      if (error instanceof ApiFailure && error.status === 409) readAgain()
      if (notifiesFailure) notifyFailure(error)
    },
    onSuccess: result => {
      const cached = caches?.(result)
      if (cached !== undefined) queryClient.setQueryData(...cached)
      readAgain()
      if (notice !== undefined) notifyDone(typeof notice === 'string' ? notice : notice(result))
      onDone?.(result)
    },
  })
}

/** Giving up the confirmation dialog is nobody's failure, nor is a request that another operator approves. */
export const failureOf = (error: unknown): unknown =>
  isFailure(error, 'ConfirmationRequired') || isFailure(error, 'ApprovalRequested') ? null : error

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

const number = (problem: Problem, key: string) => String(problem.info[key])

/** What the API finds wrong with a field, by the code of the problem, for people. */
const byCode: Record<string, Record<Language, (problem: Problem) => string>> = {
  required: { pt: () => 'Preencha este campo', en: () => 'Fill this in' },
  minLength: {
    pt: problem =>
      number(problem, 'limit') === '1'
        ? 'Preencha este campo'
        : `Use pelo menos ${number(problem, 'limit')} caracteres`,
    en: problem =>
      number(problem, 'limit') === '1' ? 'Fill this in' : `Use at least ${number(problem, 'limit')} characters`,
  },
  maxLength: {
    pt: problem => `Use no máximo ${number(problem, 'limit')} caracteres`,
    en: problem => `Use at most ${number(problem, 'limit')} characters`,
  },
  format: {
    pt: problem => (problem.info.format === 'email' ? 'Informe um e-mail, como nome@empresa.com.br' : 'Valor inválido'),
    en: problem =>
      problem.info.format === 'email' ? 'Enter an e-mail, such as name@company.com' : 'Not a valid value',
  },
  passwordIsCommon: {
    pt: () => 'Esta senha está entre as mais usadas. Escolha outra.',
    en: () => 'This is one of the most common passwords. Choose another.',
  },
  passwordIsEmail: { pt: () => 'A senha não pode ser o seu e-mail', en: () => 'It must not be your e-mail' },
  future: { pt: () => 'Escolha uma data no futuro', en: () => 'Choose a date in the future' },
  minItems: { pt: () => 'Escolha pelo menos um', en: () => 'Choose at least one' },
  maxDays: {
    pt: problem =>
      `Use menos: este banco conta no máximo ${number(problem, 'limit')} dias, com fins de semana e feriados`,
    en: problem =>
      `Use fewer: this bank counts ${number(problem, 'limit')} days at most, weekends and holidays included`,
  },
  enum: { pt: () => 'Escolha um dos valores', en: () => 'Choose one of the values' },
}

const other: Record<Language, string> = { pt: 'Valor inválido', en: 'Not a valid value' }

const problemWords = (problem: Problem, language: Language): string =>
  byCode[problem.code]?.[language](problem) ?? other[language]

/** `/payment/value` → `payment.value`; a missing field is reported at its parent. */
function fieldOf({ path, code, info }: Problem): string {
  const parts = path.split('/').filter(part => part !== '')
  if (code === 'required' && typeof info.missingProperty === 'string') parts.push(info.missingProperty)
  return parts.join('.')
}
