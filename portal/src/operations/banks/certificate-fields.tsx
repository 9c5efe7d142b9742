import { FileInput, PasswordInput, SegmentedControl, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTexts } from '../../kit/texts.ts'
import type { CertificateForm } from './api.ts'
import { bankTexts } from './texts.ts'

/** No certificate is this large; what is, is another file. */
const mostBytes = 40_000

export const isTooLarge = (file: File): boolean => file.size > mostBytes

/** A file as text that JSON can carry: PFX files are binary. */
async function readBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}

/** What was chosen of a certificate. Files are read when the form is sent. */
export type CertificateValues = {
  kind: 'pfx' | 'pem' | 'none'
  pfx: File | null
  passphrase: string
  cert: File | null
  key: File | null
}

export const noCertificate: CertificateValues = { kind: 'pfx', pfx: null, passphrase: '', cert: null, key: null }

type Words = { missing: string; tooLarge: string }

/** Only the files of the kind that is chosen must be there. */
export const certificateRules = (words: Words) => {
  const rule = (kind: CertificateValues['kind']) => (file: File | null, values: { certificate: CertificateValues }) =>
    values.certificate.kind !== kind ? null : file === null ? words.missing : isTooLarge(file) ? words.tooLarge : null
  return { pfx: rule('pfx'), cert: rule('pem'), key: rule('pem') }
}

export async function certificateIn({
  kind,
  pfx,
  passphrase,
  cert,
  key,
}: CertificateValues): Promise<CertificateForm | null> {
  if (kind === 'pfx' && pfx !== null) return { pfx: await readBase64(pfx), passphrase }
  if (kind === 'pem' && cert !== null && key !== null) return { cert: await cert.text(), key: await key.text() }
  return null
}

type Props<Values extends { certificate: CertificateValues }> = {
  form: UseFormReturnType<Values>
  mayBeWithout?: boolean
  /** What it means to give none, where that is something else than to have none. */
  without?: string
}

/** A certificate as a PFX file with its passphrase, or as two PEM files. */
export function CertificateFields<Values extends { certificate: CertificateValues }>({
  form,
  mayBeWithout = false,
  without,
}: Props<Values>) {
  const words = useTexts(bankTexts)
  const { kind } = form.getValues().certificate
  const file = { placeholder: words.choose, clearable: false, required: true } as const
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={words.certificate}
        orientation="vertical"
        data={[
          { value: 'pfx', label: words.asPfx },
          { value: 'pem', label: words.asPem },
          ...(mayBeWithout || without !== undefined ? [{ value: 'none', label: without ?? words.without }] : []),
        ]}
        {...form.getInputProps('certificate.kind')}
      />
      {kind === 'pfx' && (
        <>
          <FileInput label={words.pfx} accept=".p12,.pfx" {...file} {...form.getInputProps('certificate.pfx')} />
          <PasswordInput
            label={words.passphrase}
            description={words.passphraseHint}
            autoComplete="off"
            {...form.getInputProps('certificate.passphrase')}
          />
        </>
      )}
      {kind === 'pem' && (
        <>
          <FileInput label={words.cert} accept=".pem,.crt,.cer" {...file} {...form.getInputProps('certificate.cert')} />
          <FileInput label={words.key} accept=".pem,.key" {...file} {...form.getInputProps('certificate.key')} />
        </>
      )}
      {kind === 'none' && without === undefined && (
        <Text size="sm" c="dimmed">
          {words.withoutHint}
        </Text>
      )}
    </Stack>
  )
}
