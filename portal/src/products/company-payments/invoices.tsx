import { ActionIcon, Button, Group, Progress, Text, UnstyledButton } from '@mantine/core'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DocumentItem } from '../../../../server/src/products/company-payments/documents/portal-schemas.ts'
import type { RequestDetail } from '../../../../server/src/products/company-payments/requests/portal-schemas.ts'
import { ConfirmAction } from '../../kit/confirm-action.tsx'
import { useChange } from '../../kit/form.tsx'
import { ErrorState } from '../../kit/error-state.tsx'
import { IconDownload, IconExternalLink, IconTrash } from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { usePermission } from '../../kit/merchant.ts'
import { notifyFailure } from '../../kit/notify.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { contentAddress, deleteDocument, downloadAddress, readDocuments, requestKeys } from './api.ts'
import { formatBytes } from './attached-files.tsx'
import { InvoiceDrop } from './invoice-drop.tsx'
import { requestTexts } from './texts.ts'
import { uploadInvoice } from './upload-invoice.ts'
import classes from './request.module.css'

/** What the payment is for, black on white: looked at here, and attached while nobody has decided. */
export function Invoices({ request }: { request: RequestDetail }) {
  const words = useTexts(requestTexts)
  const merchantId = request.merchant.id
  const queryKey = requestKeys.documents(merchantId, request.id)
  const documents = useQuery({ queryKey, queryFn: () => readDocuments(merchantId, request.id) })
  const mayChange = usePermission('requests.make') && request.status === 'Pending'
  const [openId, setOpenId] = useState<string | null>(null)
  const arrived = documents.data?.filter(document => document.state === 'Uploaded') ?? []
  const open = arrived.find(document => document.id === openId) ?? arrived[0]

  return (
    <Section title={words.invoices}>
      {documents.isError && <ErrorState error={documents.error} retry={() => void documents.refetch()} />}
      {documents.isSuccess && arrived.length === 0 && !mayChange && (
        <Text size="sm" c="dimmed">
          {words.noInvoices}
        </Text>
      )}
      {arrived.length > 0 && (
        <ul className={classes.files}>
          {arrived.map(document => (
            <FileRow
              key={document.id}
              document={document}
              merchantId={merchantId}
              isOpen={document.id === open?.id}
              onOpen={() => setOpenId(document.id)}
              changes={mayChange ? [queryKey] : null}
            />
          ))}
        </ul>
      )}
      {open !== undefined && <Preview document={open} merchantId={merchantId} />}
      {mayChange && <Attach merchantId={merchantId} requestId={request.id} />}
    </Section>
  )
}

type RowProps = {
  document: DocumentItem
  merchantId: string
  isOpen: boolean
  onOpen: () => void
  /** What removing it changes; null: it stays. */
  changes: QueryKey[] | null
}

function FileRow({ document, merchantId, isOpen, onOpen, changes }: RowProps) {
  const words = useTexts(requestTexts)
  const language = useLanguage()
  const { id, name, fileName, sizeBytes } = document
  return (
    <li className={classes.file}>
      <UnstyledButton className={classes.name} onClick={onOpen} aria-pressed={isOpen}>
        {name}
      </UnstyledButton>
      {name !== fileName && (
        <Text size="xs" c="dimmed" className={classes.fileName}>
          {fileName}
        </Text>
      )}
      <Group gap={4} wrap="nowrap">
        <Text size="xs" c="dimmed" className="tabular">
          {formatBytes(sizeBytes ?? 0, language)}
        </Text>
        <ActionIcon
          component="a"
          href={downloadAddress(merchantId, id)}
          download
          variant="subtle"
          color="gray"
          aria-label={words.downloadOf(name)}
        >
          <IconDownload size={16} />
        </ActionIcon>
        {changes !== null && (
          <ConfirmAction
            title={words.removeTitle}
            message={words.removeHint(name)}
            confirmLabel={words.remove}
            isDangerous
            onConfirm={() => deleteDocument(merchantId, id)}
            changes={changes}
            notice={words.removed}
          >
            {ask => (
              <ActionIcon variant="subtle" color="gray" onClick={ask} aria-label={words.removeOf(name)}>
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </ConfirmAction>
        )}
      </Group>
    </li>
  )
}

/** Shown by the browser itself, in a frame that can run nothing. */
function Preview({ document, merchantId }: { document: DocumentItem; merchantId: string }) {
  const words = useTexts(requestTexts)
  const address = contentAddress(merchantId, document.id)
  const title = words.preview(document.name)
  if (document.contentType === 'application/pdf')
    return (
      <>
        {/* The answer itself says `sandbox`; said here, browsers refuse to show a PDF at all. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
        <iframe key={document.id} src={`${address}#navpanes=0&view=FitH`} title={title} className={classes.preview} />
        <Group justify="flex-end" mt={6}>
          <Button
            component="a"
            href={address}
            target="_blank"
            rel="noreferrer"
            variant="subtle"
            size="compact-sm"
            leftSection={<IconExternalLink size={14} aria-hidden />}
          >
            {words.openInTab}
          </Button>
        </Group>
      </>
    )
  if (document.contentType?.startsWith('image/') === true)
    return <img key={document.id} src={address} alt={title} className={classes.image} />
  return (
    <Text size="sm" c="dimmed">
      {words.noPreview}
    </Text>
  )
}

function Attach({ merchantId, requestId }: { merchantId: string; requestId: string }) {
  const words = useTexts(requestTexts)
  const [sending, setSending] = useState<{ name: string; percent: number } | null>(null)

  async function sendAll(files: File[]) {
    for (const file of files) {
      const onProgress = (percent: number) => setSending({ name: file.name, percent })
      onProgress(0)
      await uploadInvoice({ merchantId, requestId, file, onProgress }).catch(notifyFailure)
    }
    setSending(null)
  }
  const attach = useChange(sendAll, { changes: [requestKeys.documents(merchantId, requestId)] })

  return (
    <div style={{ marginTop: 16 }}>
      <InvoiceDrop onFiles={files => attach.mutate(files)} isBusy={sending !== null} />
      {sending !== null && (
        <Progress value={sending.percent} size="sm" mt="xs" aria-label={words.uploading(sending.name)} />
      )}
    </div>
  )
}
