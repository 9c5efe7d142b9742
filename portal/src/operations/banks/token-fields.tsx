import { NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { tokenStyles } from '../../../../server/src/money/rails/bacen-pix/call-form.ts'
import { useTexts } from '../../kit/texts.ts'
import type { ConnectForm } from './api.ts'
import { ChoiceField, type ChoiceValues } from './choice-field.tsx'
import { bankTexts } from './texts.ts'

/** How tokens are requested; an empty style: as the bank publishes it. */
export type TokenValues = { tokenStyle: NonNullable<ConnectForm['tokenStyle']> | ''; scopes: ChoiceValues }

export function TokenFields<Values extends TokenValues>({ form }: { form: UseFormReturnType<Values> }) {
  const words = useTexts(bankTexts)
  const styles = tokenStyles.map(value => ({ value, label: words[value] }))
  return (
    <>
      <NativeSelect
        label={words.tokenStyle}
        data={[{ value: '', label: words.usualStyle }, ...styles]}
        {...form.getInputProps('tokenStyle')}
      />
      <ChoiceField label={words.scopes} {...form.getInputProps('scopes.kind')} />
      {form.getValues().scopes.kind === 'ownOnes' && (
        <TextInput
          label={words.scopeNames}
          description={words.scopeNamesHint}
          maxLength={1000}
          {...form.getInputProps('scopes.text')}
        />
      )}
    </>
  )
}
