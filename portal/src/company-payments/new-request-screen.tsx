import {
  Alert,
  Button,
  CloseButton,
  Group,
  Input,
  Paper,
  Progress,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle, IconPaperclip } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { failureWords } from '../kit/failure-words.ts'
import { FormFailure, useSubmit } from '../kit/form.tsx'
import { useLanguage } from '../kit/language.ts'
import { LinkButton, TextLink } from '../kit/link.tsx'
import { useMerchant } from '../kit/merchant.ts'
import { parseMoney } from '../kit/money.tsx'
import { notifyDone } from '../kit/notify.tsx'
import { Page } from '../kit/page.tsx'
import { useTexts } from '../kit/texts.ts'
import { makeRequest, readReceiver } from './api.ts'
import { formatBytes } from './format-bytes.ts'
import { InvoiceDrop } from './invoice-drop.tsx'
import { ReceiverSelect } from './receiver-select.tsx'
import { receiverTexts, requestTexts } from './texts.ts'
import { uploadInvoice } from './upload-invoice.ts'

type Attached = { file: File; percent: number | null; isSent: boolean; failure: unknown }

/** Asks for a payment and sends its invoice along. */
export function NewRequestScreen() {
  const words = useTexts(requestTexts)
  const { id: merchantId } = useMerchant()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { receiver = null } = useSearch({ strict: false }) as { receiver?: string }
  const [files, setFiles] = useState<Attached[]>([])
  const [madeId, setMadeId] = useState<string | null>(null)
  const formKey = useFormKey()

  const form = useForm({
    initialValues: { receiverId: receiver, accountId: null as string | null, amount: '', description: '' },
    validate: {
      receiverId: value => (value === null ? words.receiverMissing : null),
      accountId: value => (value === null ? words.accountMissing : null),
      amount: value => (parseMoney(value) === null ? words.amountWrong : null),
      description: value => (value.trim() === '' ? words.descriptionMissing : null),
    },
  })

  async function sendFiles(requestId: string) {
    const change = (file: File, to: Partial<Attached>) =>
      setFiles(before => before.map(attached => (attached.file === file ? { ...attached, ...to } : attached)))
    let isWhole = true
    for (const { file, isSent } of files) {
      if (isSent) continue
      change(file, { percent: 0, failure: null })
      try {
        await uploadInvoice({ merchantId, requestId, file, onProgress: percent => change(file, { percent }) })
        change(file, { percent: null, isSent: true })
      } catch (error) {
        isWhole = false
        change(file, { percent: null, failure: error })
      }
    }
    void queryClient.invalidateQueries({ queryKey: ['requests', merchantId] })
    if (!isWhole) return
    notifyDone(words.made)
    await navigate({ to: `/m/${merchantId}/requests/${requestId}`, replace: true })
  }

  const { onSubmit, isSending, failure } = useSubmit(form, async values => {
    const details = {
      receiverId: values.receiverId ?? '',
      accountId: values.accountId ?? '',
      amount: parseMoney(values.amount) ?? '',
      description: values.description.trim(),
    }
    const { id } = await makeRequest(merchantId, { ...details, formKey: formKey(details) })
    setMadeId(id)
    await sendFiles(id)
  })

  const isMade = madeId !== null
  const isUploading = files.some(({ percent }) => percent !== null)
  return (
    <Page
      title={words.new}
      description={words.newIntro}
      breadcrumbs={[{ label: words.requests, to: `/m/${merchantId}/requests` }]}
    >
      <Paper withBorder p={{ base: 'md', sm: 'lg' }} maw={640} bg="var(--paper)">
        <form onSubmit={onSubmit} noValidate>
          <Stack gap="md">
            <ReceiverSelect
              merchantId={merchantId}
              label={words.receiver}
              isLabelled
              description={words.receiverHint}
              nothingFoundMessage={words.noApproved}
              required
              disabled={isMade}
              error={form.errors['receiverId']}
              value={form.values.receiverId}
              onChange={receiverId => form.setValues({ receiverId, accountId: null })}
            />
            <AccountSelect
              merchantId={merchantId}
              receiverId={form.values.receiverId}
              isDisabled={isMade}
              {...form.getInputProps('accountId')}
            />
            <TextInput
              label={words.amount}
              description={words.amountHint}
              leftSection={<Text size="sm">R$</Text>}
              inputMode="decimal"
              autoComplete="off"
              required
              disabled={isMade}
              maw={240}
              {...form.getInputProps('amount')}
            />
            <Textarea
              label={words.description}
              description={words.descriptionHint}
              autosize
              minRows={2}
              maxRows={6}
              maxLength={1024}
              required
              disabled={isMade}
              {...form.getInputProps('description')}
            />
            <div>
              <Input.Label component="p" mt={0} mb={4}>
                {words.invoice}
              </Input.Label>
              <InvoiceDrop
                isBusy={isSending || isUploading}
                onFiles={added =>
                  setFiles(before => [
                    ...before,
                    ...added.map(file => ({ file, percent: null, isSent: false, failure: null })),
                  ])
                }
              />
              <AttachedFiles
                files={files}
                onRemove={isSending ? null : file => setFiles(before => before.filter(other => other.file !== file))}
              />
            </div>
            <FormFailure failure={failure} />
            {isMade && !isUploading && files.some(({ isSent }) => !isSent) && (
              <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} role="alert">
                {words.madeButNotUploaded}
              </Alert>
            )}
            <Group justify="flex-end" gap="xs">
              {isMade ? (
                <>
                  <LinkButton
                    variant="default"
                    to="/m/$merchantId/requests/$requestId"
                    params={{ merchantId, requestId: madeId }}
                  >
                    {words.goToRequest}
                  </LinkButton>
                  <Button onClick={() => void sendFiles(madeId)} loading={isUploading}>
                    {words.tryUploadAgain}
                  </Button>
                </>
              ) : (
                <Button type="submit" loading={isSending}>
                  {words.submit}
                </Button>
              )}
            </Group>
          </Stack>
        </form>
      </Paper>
    </Page>
  )
}

/** The same details sent again keep their key; others get a new one. */
function useFormKey() {
  const last = useRef({ key: '', details: '' })
  return (given: object): string => {
    const details = JSON.stringify(given)
    if (last.current.details !== details) last.current = { key: crypto.randomUUID(), details }
    return last.current.key
  }
}

type AccountProps = {
  merchantId: string
  receiverId: string | null
  isDisabled: boolean
  value?: string | null
  onChange?: (accountId: string | null) => void
  error?: unknown
}

/** The accounts of the chosen receiver; an only one is chosen by itself. */
function AccountSelect({ merchantId, receiverId, isDisabled, value = null, onChange, error }: AccountProps) {
  const words = useTexts(requestTexts)
  const receiverWords = useTexts(receiverTexts)
  const { data: receiver } = useQuery({
    queryKey: ['receivers', merchantId, receiverId],
    queryFn: () => readReceiver(merchantId, receiverId ?? ''),
    enabled: receiverId !== null,
  })
  const accounts = receiver?.accounts ?? []
  const onlyId = accounts.length === 1 ? accounts[0]?.id : undefined
  useEffect(() => {
    if (value === null && onlyId !== undefined) onChange?.(onlyId)
  }, [value, onlyId, onChange])
  const isWithout = receiver !== undefined && accounts.length === 0
  return (
    <Select
      label={words.account}
      required
      disabled={isDisabled || receiver === undefined || isWithout}
      data={accounts.map(account => ({
        value: account.id,
        label: `${account.bankName} · ${words.accountOf(account.agency, account.number)}`,
      }))}
      value={value}
      onChange={onChange}
      allowDeselect={false}
      error={error as string}
      description={
        isWithout ? (
          <>
            {words.noAccountHint}{' '}
            <TextLink
              size="xs"
              to="/m/$merchantId/receivers/$receiverId"
              params={{ merchantId, receiverId: receiver.id }}
            >
              {receiverWords.addAccount}
            </TextLink>
          </>
        ) : undefined
      }
    />
  )
}

function AttachedFiles({ files, onRemove }: { files: Attached[]; onRemove: ((file: File) => void) | null }) {
  const words = useTexts(requestTexts)
  const language = useLanguage()
  if (files.length === 0) return null
  return (
    <Stack gap="xs" mt="xs" component="ul" style={{ listStyle: 'none', padding: 0 }}>
      {files.map(({ file, percent, isSent, failure }) => (
        <li key={`${file.name} ${file.lastModified} ${file.size}`}>
          <Group gap="xs" wrap="nowrap" justify="space-between">
            <Group gap="xs" wrap="nowrap" miw={0}>
              <IconPaperclip size={16} aria-hidden style={{ flex: 'none' }} />
              <Text size="sm" truncate>
                {file.name}
              </Text>
              <Text size="xs" c="dimmed" className="tabular">
                {isSent ? words.attached : formatBytes(file.size, language)}
              </Text>
            </Group>
            {onRemove !== null && !isSent && percent === null && (
              <CloseButton size="sm" aria-label={words.removeOf(file.name)} onClick={() => onRemove(file)} />
            )}
          </Group>
          {percent !== null && <Progress value={percent} size="sm" mt={4} aria-label={words.uploading(file.name)} />}
          {failure !== null && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {failureWords(failure, language).message}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  )
}
