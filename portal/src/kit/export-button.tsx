import { Button, Popover, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { IconDownload } from './icons.tsx'

/** One file, or several to choose from, which are mounted when it opens. */
type Files = { download: string; href: string } | { children: (close: () => void) => ReactNode }

type Props = { label: string; title: string; hint: string } & Files

/** Says what the file will hold, and how much at most, before it is downloaded. */
export function ExportButton({ label, title, hint, ...files }: Props) {
  const [opened, { toggle, close }] = useDisclosure(false)
  return (
    <Popover opened={opened} onChange={close} position="bottom-end" width={300} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={toggle}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={title}>
        <Stack gap="sm">
          <Text size="sm">{hint}</Text>
          {'href' in files ? (
            <DownloadButton href={files.href} onClick={close}>
              {files.download}
            </DownloadButton>
          ) : (
            opened && files.children(close)
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** A file that comes at once. */
export const DownloadButton = ({
  href,
  onClick,
  children,
}: {
  href: string
  onClick: () => void
  children: ReactNode
}) => (
  <Button component="a" href={href} download onClick={onClick}>
    {children}
  </Button>
)
