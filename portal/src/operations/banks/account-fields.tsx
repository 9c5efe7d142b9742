import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTexts } from '../../kit/texts.ts'
import { bankTexts } from './texts.ts'

export type AccountValues = { accountNumber: string; clientNumber: string }

export const accountRules = (words: { clientNumberWrong: string }) => ({
  clientNumber: (value: string) => (/^[\d.-]*$/.test(value.trim()) ? null : words.clientNumberWrong),
})

type Props<Values> = { form: UseFormReturnType<Values>; hasContract: boolean }

/** Which account of an application it is, and the billing contract of a bank that has one. */
export function AccountFields<Values extends AccountValues>({ form, hasContract }: Props<Values>) {
  const words = useTexts(bankTexts)
  return (
    <>
      <TextInput
        label={words.accountNumber}
        description={hasContract ? words.accountNumberHintBilling : words.accountNumberHint}
        maxLength={30}
        {...form.getInputProps('accountNumber')}
      />
      {hasContract && (
        <TextInput
          label={words.clientNumber}
          description={words.clientNumberHint}
          maxLength={30}
          {...form.getInputProps('clientNumber')}
        />
      )}
    </>
  )
}
