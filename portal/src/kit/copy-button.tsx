import { ActionIcon, Button, CopyButton as MantineCopyButton, Group, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from './icons.tsx'
import { kitTexts } from './kit-texts.ts'
import { useTexts } from './texts.ts'

type Props = {
  value: string
  /** What is copied, for those who cannot see what it stands beside: `Copiar: id da transação`. */
  what?: string
  /** A whole button with this text, instead of a small sign. */
  label?: string
  /** As wide as what is around it. */
  isWide?: boolean
}

export function CopyButton({ value, what, label, isWide = false }: Props) {
  const words = useTexts(kitTexts)
  const name = what === undefined ? words.copy : `${words.copy}: ${what}`
  return (
    <MantineCopyButton value={value} timeout={2000}>
      {({ copied, copy }) =>
        label === undefined ? (
          <Tooltip label={copied ? words.copied : name}>
            <ActionIcon
              variant="subtle"
              color={copied ? 'trilho' : 'gray'}
              size="sm"
              onClick={copy}
              aria-label={copied ? words.copied : name}
            >
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          </Tooltip>
        ) : (
          <Button
            variant="default"
            onClick={copy}
            aria-label={what === undefined ? undefined : copied ? words.copied : name}
            {...(isWide ? { fullWidth: true, px: 'xs' } : {})}
            leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          >
            {copied ? words.copied : label}
          </Button>
        )
      }
    </MantineCopyButton>
  )
}

export const Copied = ({ value, what }: { value: string; what: string }) => (
  <Group gap={4} wrap="nowrap">
    <span style={{ minWidth: 0 }}>{value}</span>
    <CopyButton value={value} what={what} />
  </Group>
)
