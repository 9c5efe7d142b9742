import { Alert, Button, Group, Input, Paper, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { FormFailure, useChange, useSubmit } from '../../kit/form.tsx'
import { IconAlertTriangle } from '../../kit/icons.tsx'
import { LinkButton } from '../../kit/link.tsx'
import { useMerchant } from '../../kit/merchant.ts'
import { MoneyInput } from '../../kit/money-input.tsx'
import { parseMoney } from '../../kit/money.tsx'
import { notifyDone } from '../../kit/notify.tsx'
import { Page } from '../../kit/page.tsx'
import { onceId } from '../../kit/once-id.ts'
import { useTexts } from '../../kit/texts.ts'
import { AccountSelect } from './account-select.tsx'
import { makeRequest, requestKeys } from './api.ts'
import { type Attached, AttachedFiles } from './attached-files.tsx'
import { InvoiceDrop } from './invoice-drop.tsx'
import { ReceiverSelect } from './receiver-select.tsx'
import { requestTexts } from './texts.ts'
import { uploadInvoice } from './upload-invoice.ts'

/** Asks for a payment and sends its invoice along. */
export function NewRequestScreen() {
  const words = useTexts(requestTexts)
  const { id: merchantId } = useMerchant()
  const navigate = useNavigate()
  const { receiver = null } = useSearch({ from: '/shell/m/$merchantId/requests/new' })
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
    if (!isWhole) return
    notifyDone(words.made)
    await navigate({ to: `/m/${merchantId}/requests/${requestId}`, replace: true })
  }

  const options = { changes: [requestKeys.all(merchantId)] }
  const { onSubmit, isSending, failure } = useSubmit(
    form,
    async values => {
      const details = {
        receiverId: values.receiverId ?? '',
        accountId: values.accountId ?? '',
        amount: parseMoney(values.amount) ?? '',
        description: values.description.trim(),
      }
      const { id } = await makeRequest(merchantId, { ...details, formKey: formKey(details) })
      setMadeId(id)
      await sendFiles(id)
    },
    options,
  )
  const again = useChange(sendFiles, options)

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
            <MoneyInput
              label={words.amount}
              description={words.amountHint}
              required
              disabled={isMade}
              maw={240}
              {...form.getInputProps('amount')}
            />
            <Textarea
              label={words.description}
              description={words.descriptionHint}
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
                  <Button onClick={() => again.mutate(madeId)} loading={isUploading}>
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
    if (last.current.details !== details) last.current = { key: onceId(), details }
    return last.current.key
  }
}
