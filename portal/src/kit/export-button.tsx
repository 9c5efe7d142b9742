import { Button, Popover, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload } from './icons.tsx'

type Props = { label: string; title: string; hint: string; download: string; href: string }

/** Says what the file will hold, and how much at most, before it is downloaded. */
export function ExportButton({ label, title, hint, download, href }: Props) {
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
          <Button component="a" href={href} download onClick={close}>
            {download}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
