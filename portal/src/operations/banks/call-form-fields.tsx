import { Checkbox, Stack, TextInput, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type Resource, resources } from '../../../../server/src/money/rails/bacen-pix/call-form.ts'
import { useTexts } from '../../kit/texts.ts'
import type { ChangeForm, ConnectForm } from './api.ts'
import { presetOf } from './bank-addresses.ts'
import { bankTexts } from './texts.ts'

/** How a bank is called where that is not as it publishes it. Headers and parameters are lines such as `name: value`. */
export type CallFormValues = { isOn: boolean; headers: string; query: string; paths: Record<Resource, string> }

export const noCallForm: CallFormValues = {
  isOn: false,
  headers: '',
  query: '',
  paths: { createCharge: '', charge: '', pix: '', webhook: '' },
}

const line = /^([\w-]{1,60})\s*[:=]\s*(.*)$/

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(one => one.trim())
    .filter(one => one !== '')

const templatesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    linesOf(text).flatMap(one => {
      const [, name, value] = line.exec(one) ?? []
      return name === undefined || value === undefined ? [] : [[name, value]]
    }),
  )

/** All of it: what is empty is as the bank publishes it. */
export function callFormIn({
  isOn,
  headers,
  query,
  paths,
}: CallFormValues): Pick<ChangeForm, 'headers' | 'query' | 'paths'> {
  if (!isOn) return {}
  const given = Object.entries(paths).filter(([, path]) => path.trim() !== '')
  return {
    headers: templatesIn(headers),
    query: templatesIn(query),
    paths: Object.fromEntries(given.map(([name, path]) => [name, path.trim()])),
  }
}

export const callFormRules = (words: { linesWrong: string; pathWrong: string }) => {
  const areLines = (text: string) => (linesOf(text).every(one => line.test(one)) ? null : words.linesWrong)
  const isPath = (text: string) => (/^((\/[\w.-]+)+)?$/.test(text.trim()) ? null : words.pathWrong)
  return {
    headers: areLines,
    query: areLines,
    paths: { createCharge: isPath, charge: isPath, pix: isPath, webhook: isPath },
  }
}

type Props<Values> = { form: UseFormReturnType<Values>; dialect: string; hint: string }

export function CallFormFields<Values extends { calls: CallFormValues }>({ form, dialect, hint }: Props<Values>) {
  const words = useTexts(bankTexts)
  const usual = presetOf(dialect as ConnectForm['dialect']).calls.paths
  const pathLabels: Record<Resource, string> = {
    createCharge: words.pathCreateCharge,
    charge: words.pathCharge,
    pix: words.pathPix,
    webhook: words.pathWebhook,
  }
  return (
    <Stack gap="sm">
      <Checkbox
        label={words.callsOtherwise}
        description={hint}
        {...form.getInputProps('calls.isOn', { type: 'checkbox' })}
      />
      {form.getValues().calls.isOn && (
        <>
          <Textarea label={words.headers} description={words.headersHint} {...form.getInputProps('calls.headers')} />
          <Textarea
            label={words.parameters}
            description={words.parametersHint}
            {...form.getInputProps('calls.query')}
          />
          {resources.map(resource => (
            <TextInput
              key={resource}
              label={pathLabels[resource]}
              description={words.pathHint(usual[resource])}
              maxLength={100}
              {...form.getInputProps(`calls.paths.${resource}`)}
            />
          ))}
        </>
      )}
    </Stack>
  )
}
