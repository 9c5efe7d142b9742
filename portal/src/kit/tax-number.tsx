import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { CopyButton } from './copy-button.tsx'
import { formatTaxNumber } from './format-tax-number.ts'
import { IconEye } from './icons.tsx'
import { notifyFailure } from './notify.tsx'
import { useTexts } from './texts.ts'
import { kitTexts } from './kit-texts.ts'

export { formatTaxNumber } from './format-tax-number.ts'

type Props = {
  /** As the API gives it: masked. */
  number: string
  /** Asks the audited route for the whole number. Left out where the person may not. */
  reveal?: (() => Promise<string>) | undefined
}

export function MaskedTaxNumber({ number, reveal }: Props) {
  const words = useTexts(kitTexts)
  const [whole, setWhole] = useState<string | null>(null)
  const [isAsking, setIsAsking] = useState(false)

  async function ask() {
    if (reveal === undefined) return
    setIsAsking(true)
    try {
      setWhole(await reveal())
    } catch (error) {
      notifyFailure(error)
    } finally {
      setIsAsking(false)
    }
  }

  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex">
      <Text span inherit className="tabular" style={{ whiteSpace: 'nowrap' }}>
        {formatTaxNumber(whole ?? number)}
      </Text>
      {reveal !== undefined && whole === null && (
        <Tooltip label={words.revealTaxNumber}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            loading={isAsking}
            onClick={() => void ask()}
            aria-label={words.revealTaxNumber}
          >
            <IconEye size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  )
}

/** A company's number, which is public: in full, to be compared with elsewhere. */
export const CopyableTaxNumber = ({ number, what }: { number: string; what: string }) => (
  <Group gap={4} component="span" lh={1}>
    <span className="tabular">{formatTaxNumber(number)}</span>
    <CopyButton value={number} what={what} />
  </Group>
)
