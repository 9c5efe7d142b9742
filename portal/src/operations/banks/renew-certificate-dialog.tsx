import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type ConnectionView, addCertificate, cachedBanks } from './api.ts'
import { bankTexts } from './texts.ts'
import { CertificateFields, certificateIn, certificateRules, noCertificate } from './certificate-fields.tsx'

type Props = { bank: ConnectionView; onClose: () => void }

/** A bank's next certificate, beside the one in use. Mounted when it opens. */
export function RenewCertificateDialog({ bank, onClose }: Props) {
  const words = useTexts(bankTexts)
  const form = useForm({
    initialValues: { certificate: noCertificate },
    validate: { certificate: certificateRules(words) },
  })
  const submit = useSubmit(
    form,
    async ({ certificate }) => {
      const given = await certificateIn(certificate)
      if (given === null) throw new Error('no certificate')
      return addCertificate(bank.id, given)
    },
    { caches: cachedBanks, notice: words.changed, onDone: onClose },
  )
  return (
    <FormDialog title={words.renewOf(bank.name)} onClose={onClose} submit={submit} label={words.renewNow}>
      <Text size="sm" c="dimmed">
        {words.renewIntro}
      </Text>
      <CertificateFields form={form} />
    </FormDialog>
  )
}
