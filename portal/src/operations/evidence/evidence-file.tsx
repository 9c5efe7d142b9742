import { Anchor, type FileInputProps } from '@mantine/core'
import { OptionalFileInput } from '../../kit/optional-file-input.tsx'
import { useTexts } from '../../kit/texts.ts'
import { evidenceUrl } from './api.ts'
import { evidenceTexts } from './texts.ts'

/** A file that shows why the books are adjusted. */
export function EvidenceFileInput(props: FileInputProps) {
  const words = useTexts(evidenceTexts)
  return (
    <OptionalFileInput
      words={words}
      label={words.file}
      description={words.fileHint}
      accept=".pdf,.png,.jpg,.jpeg,.xml"
      {...props}
    />
  )
}

/** The evidence of an adjustment, with the link to its file if it names one. */
export function Evidence({ text, merchantId }: { text: string; merchantId: string }) {
  const words = useTexts(evidenceTexts)
  const id = /, sha256 [\da-f]{64}, ([\da-f-]{36})\)$/.exec(text)?.[1]
  return (
    <>
      {text}
      {id !== undefined && (
        <Anchor href={evidenceUrl(merchantId, id)} download size="xs" display="block">
          {words.download}
        </Anchor>
      )}
    </>
  )
}
