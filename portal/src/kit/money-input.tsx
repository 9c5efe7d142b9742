import { Text, TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'

/** A field for an amount in reais. */
export const MoneyInput = (props: ComponentProps<typeof TextInput>) => (
  <TextInput leftSection={<Text size="sm">R$</Text>} inputMode="decimal" autoComplete="off" {...props} />
)
