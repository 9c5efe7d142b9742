import { Text } from '@mantine/core'
import type { momentWords } from '../../../../server/src/products/reminders/words.ts'
import type { Language } from '../../kit/language.ts'

export type Moment = keyof typeof momentWords
/** Which of the texts. */
export type Place = { moment: Moment; language: Language }

/** A text as a payer reads it. */
export const TextPreview = ({ text: { subject, text } }: { text: { subject: string; text: string } }) => (
  <>
    <Text size="sm" fw={600} mb={4} style={{ overflowWrap: 'anywhere' }}>
      {subject}
    </Text>
    <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  </>
)
