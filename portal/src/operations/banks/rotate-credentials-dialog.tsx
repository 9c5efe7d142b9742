import { Checkbox, PasswordInput, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type ConnectionView, cachedBanks, rotateCredentials } from './api.ts'
import {
  CertificateFields,
  type CertificateValues,
  certificateIn,
  certificateRules,
  noCertificate,
} from './certificate-fields.tsx'
import { bankTexts } from './texts.ts'

type Props = { bank: ConnectionView; onClose: () => void }

const keptCertificates: CertificateValues = { ...noCertificate, kind: 'none' }

/** New credentials of a bank in place of the old ones. Mounted when it opens. */
export function RotateCredentialsDialog({ bank, onClose }: Props) {
  const words = useTexts(bankTexts)
  // What happens to the old secret if nobody chooses: one ends after a day, none at once.
  const hasSecret = bank.callbackProof.secret
  const form = useForm({
    initialValues: {
      clientId: '',
      clientSecret: '',
      applicationKey: '',
      callbackSecret: '',
      isOldSecretOtherwise: false,
      isSameAccount: false,
      certificate: keptCertificates,
    },
    validate: {
      clientId: (value, { clientSecret, applicationKey, callbackSecret, isOldSecretOtherwise, certificate }) =>
        [value, clientSecret, applicationKey, callbackSecret].every(text => text.trim() === '') &&
        certificate.kind === 'none' &&
        !(isOldSecretOtherwise && hasSecret)
          ? words.nothingNew
          : null,
      certificate: certificateRules(words),
    },
  })
  const submit = useSubmit(
    form,
    async ({ certificate, isOldSecretOtherwise, isSameAccount, ...texts }) => {
      const given = await certificateIn(certificate)
      const filled = Object.entries(texts).filter(([, text]) => text.trim() !== '')
      return rotateCredentials(bank.id, {
        ...Object.fromEntries(filled.map(([name, text]) => [name, text.trim()])),
        ...(given === null ? {} : { certificate: given }),
        ...(isSameAccount ? { sameAccountConfirmed: true } : {}),
        ...(isOldSecretOtherwise ? { oldCallbackSecret: hasSecret ? 'endsNow' : 'oneMoreDay' } : {}),
      })
    },
    { caches: cachedBanks, notice: words.changed, onDone: onClose },
  )
  return (
    <FormDialog title={words.rotateOf(bank.name)} onClose={onClose} submit={submit} label={words.rotateNow}>
      <Text size="sm" c="dimmed">
        {words.rotateIntro}
      </Text>
      <TextInput label={words.clientId} autoComplete="off" {...form.getInputProps('clientId')} />
      <PasswordInput label={words.clientSecret} autoComplete="off" {...form.getInputProps('clientSecret')} />
      <PasswordInput label={words.applicationKey} autoComplete="off" {...form.getInputProps('applicationKey')} />
      <PasswordInput label={words.callbackSecret} autoComplete="off" {...form.getInputProps('callbackSecret')} />
      <Checkbox
        label={hasSecret ? words.oldSecretEnds : words.noSecretLonger}
        description={hasSecret ? words.oldSecretEndsHint : words.noSecretLongerHint}
        {...form.getInputProps('isOldSecretOtherwise', { type: 'checkbox' })}
      />
      <Checkbox
        label={words.sameAccount}
        description={words.sameAccountHint}
        {...form.getInputProps('isSameAccount', { type: 'checkbox' })}
      />
      <CertificateFields form={form} without={words.keepCertificate} />
    </FormDialog>
  )
}
