import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { CopyButton } from '../../kit/copy-button.tsx'
import { fileName } from '../../kit/file-name.ts'
import { dayOf } from '../../kit/format-when.ts'
import { IconDownload, IconExternalLink, IconPrinter, IconSend } from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { useMerchant } from '../../kit/merchant.ts'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import type { LinkView } from './api.ts'
import { linkTexts } from './texts.ts'
import classes from './share-link.module.css'

/** Every way to bring a link to the payer. */
export function ShareLink({ link: { url, title, qrCode, creationDate } }: { link: LinkView }) {
  const words = useTexts(linkTexts)
  const merchant = useMerchant()
  const language = useLanguage()
  const path = new URL(url).pathname
  const message = encodeURIComponent(words.message(title, merchant.name, url))
  const elsewhere = { component: 'a', variant: 'default', target: '_blank', rel: 'noopener' } as const
  return (
    <Section title={words.share} description={qrCode === null ? words.shareHint : words.staticHint}>
      <Group align="flex-start" gap="lg">
        <img
          src={`${path}/qr.svg`}
          alt={qrCode === null ? words.qrAlt : words.staticQrAlt}
          width={180}
          height={180}
          className={classes.code}
        />
        <Stack gap="sm" flex={1} miw={240}>
          <TextInput label={words.address} value={url} readOnly />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
            <CopyButton value={qrCode ?? url} label={qrCode === null ? words.copyLink : words.copyCode} isWide />
            {qrCode === null ? (
              <Button {...elsewhere} href={url} px="xs" leftSection={<IconExternalLink size={16} aria-hidden />}>
                {words.openLink}
              </Button>
            ) : (
              <Button
                {...elsewhere}
                href={`${url}?lang=${language}#print`}
                px="xs"
                leftSection={<IconPrinter size={16} aria-hidden />}
              >
                {words.print}
              </Button>
            )}
            <Button
              {...elsewhere}
              href={`https://wa.me/?text=${message}`}
              px="xs"
              leftSection={<IconSend size={16} aria-hidden />}
            >
              {words.whatsApp}
            </Button>
            <Button
              component="a"
              variant="default"
              href={`${path}/qr.png`}
              download={`${fileName('pix', dayOf(creationDate), title)}.png`}
              px="xs"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {words.picture}
            </Button>
          </SimpleGrid>
        </Stack>
      </Group>
    </Section>
  )
}
