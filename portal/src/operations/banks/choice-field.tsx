import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useTexts } from '../../kit/texts.ts'
import { bankTexts } from './texts.ts'

/** As the bank publishes it, none at all, or as it is written beside. */
export type ChoiceValues = { kind: 'usualOnes' | 'noneAtAll' | 'ownOnes'; text: string }

const kinds: ChoiceValues['kind'][] = ['usualOnes', 'noneAtAll', 'ownOnes']

/** Null: as the bank publishes it; an empty text: none at all. */
export const choiceOf = (text: string | null): ChoiceValues => ({
  kind: text === null ? 'usualOnes' : text === '' ? 'noneAtAll' : 'ownOnes',
  text: text ?? '',
})

export const choiceIn = ({ kind, text }: ChoiceValues): string | null =>
  kind === 'usualOnes' ? null : kind === 'noneAtAll' ? '' : text.trim()

/** Only what is to be written must be there. */
export const scopeRules = (words: { missing: string }) => ({
  text: (text: string, { scopes }: { scopes: ChoiceValues }) =>
    scopes.kind === 'ownOnes' && text.trim() === '' ? words.missing : null,
})

export function ChoiceField(props: NativeSelectProps) {
  const words = useTexts(bankTexts)
  return <NativeSelect data={kinds.map(value => ({ value, label: words[value] }))} {...props} />
}
