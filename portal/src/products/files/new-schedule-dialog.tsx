import {
  Alert,
  Button,
  NativeSelect,
  PasswordInput,
  SegmentedControl,
  SimpleGrid,
  Text,
  TextInput,
} from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { FormFailure, useSubmit } from '../../kit/form.tsx'
import { MailNotice } from '../../kit/mail-notice.tsx'
import { useSession } from '../../kit/session.ts'
import { useTexts } from '../../kit/texts.ts'
import { type BucketForm, fileKeys, makeSchedule, tryBucket } from './api.ts'
import { type Format, KindFields, type askedKinds, formatsOf } from './period-fields.tsx'
import { fileTexts } from './texts.ts'

type Props = { merchantId: string; onClose: () => void }
type AskedKind = (typeof askedKinds)[number]

const initialValues = {
  kind: 'statement' as AskedKind,
  format: 'xlsx' as Format,
  every: 'month' as 'day' | 'month',
  to: 'mail' as 'mail' | 'bucket',
  endpoint: '',
  region: 'sa-east-1',
  bucket: '',
  prefix: '',
  accessKey: '',
  secret: '',
}
type Values = typeof initialValues

/** Mounted when it opens. */
export function NewScheduleDialog({ merchantId, onClose }: Props) {
  const words = useTexts(fileTexts)
  const { sendsMail } = useSession()
  const needed = (value: string, { to }: Values) => (to === 'bucket' && value.trim() === '' ? words.required : null)
  const form = useForm({
    initialValues,
    validate: { region: needed, bucket: needed, accessKey: needed, secret: needed },
  })
  const submit = useSubmit(
    form,
    values =>
      makeSchedule(merchantId, {
        kind: values.kind,
        format: values.format,
        every: values.kind === 'monthlyStatement' ? 'month' : values.every,
        ...(values.to === 'bucket' && { bucket: bucketOf(values) }),
      }),
    {
      changes: [fileKeys.schedules(merchantId)],
      notice: words.scheduledDone,
      onDone: onClose,
      fields: { 'bucket.endpoint': 'endpoint', 'bucket.bucket': 'bucket' },
    },
  )
  const { kind, format, to } = form.values
  return (
    <FormDialog title={words.scheduleTitle} onClose={onClose} submit={submit} label={words.schedule}>
      <KindFields
        kind={kind}
        format={format}
        kindField={event => {
          const next = event.currentTarget.value as AskedKind
          form.setValues({ kind: next, format: formatsOf[next][0] })
        }}
        formatField={event => form.setFieldValue('format', event.currentTarget.value as Format)}
      />
      <NativeSelect
        label={words.every}
        data={[
          { value: 'month', label: words.monthly },
          { value: 'day', label: words.day },
        ]}
        {...form.getInputProps('every')}
        value={kind === 'monthlyStatement' ? 'month' : form.values.every}
        disabled={kind === 'monthlyStatement'}
      />
      <SegmentedControl
        aria-label={words.destination}
        fullWidth
        data={[
          { value: 'mail', label: words.byMail },
          { value: 'bucket', label: words.toBucket },
        ]}
        {...form.getInputProps('to')}
      />
      {to === 'mail' ? (
        <>
          {sendsMail && (
            <Text size="sm" c="dimmed">
              {words.mailHint}
            </Text>
          )}
          <MailNotice />
        </>
      ) : (
        <BucketFields form={form} merchantId={merchantId} />
      )}
    </FormDialog>
  )
}

function BucketFields({ form, merchantId }: { form: UseFormReturnType<Values>; merchantId: string }) {
  const words = useTexts(fileTexts)
  const [outcome, setOutcome] = useState<'none' | 'trying' | 'taken'>('none')
  const [failure, setFailure] = useState<unknown>(null)
  const tryIt = async () => {
    if (form.validate().hasErrors) return
    setFailure(null)
    setOutcome('trying')
    await tryBucket(merchantId, bucketOf(form.values)).then(
      () => setOutcome('taken'),
      (error: unknown) => {
        setOutcome('none')
        setFailure(error)
      },
    )
  }
  return (
    <>
      <TextInput
        label={words.endpoint}
        description={words.endpointHint}
        placeholder="https://"
        type="url"
        {...form.getInputProps('endpoint')}
      />
      <SimpleGrid cols={2} spacing="xs">
        <TextInput label={words.bucket} autoComplete="off" required {...form.getInputProps('bucket')} />
        <TextInput label={words.prefix} autoComplete="off" {...form.getInputProps('prefix')} />
        <TextInput label={words.region} autoComplete="off" required {...form.getInputProps('region')} />
        <TextInput label={words.accessKey} autoComplete="off" required {...form.getInputProps('accessKey')} />
      </SimpleGrid>
      <PasswordInput
        label={words.secret}
        description={words.secretHint}
        autoComplete="off"
        required
        {...form.getInputProps('secret')}
      />
      <Button variant="default" onClick={() => void tryIt()} loading={outcome === 'trying'}>
        {words.tryIt}
      </Button>
      {outcome === 'taken' && (
        <Alert color="trilho" role="status">
          {words.tried}
        </Alert>
      )}
      <FormFailure failure={failure} />
    </>
  )
}

/** What was left empty is left out. */
const bucketOf = ({ endpoint, region, bucket, prefix, accessKey, secret }: Values): BucketForm => ({
  ...(endpoint.trim() !== '' && { endpoint: endpoint.trim() }),
  ...(prefix.trim() !== '' && { prefix: prefix.trim() }),
  region: region.trim(),
  bucket: bucket.trim(),
  accessKey: accessKey.trim(),
  secret: secret.trim(),
})
