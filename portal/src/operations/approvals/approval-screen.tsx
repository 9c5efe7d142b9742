import { Alert, Button, Group, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmAction } from '../../kit/confirm-action.tsx'
import { Details } from '../../kit/details.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { LoadedPage } from '../../kit/loaded.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { CopyableTaxNumber } from '../../kit/tax-number.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type OperatorRequestView, approvalKeys, approveRequest, readApproval, refuseRequest } from './api.ts'
import { approvalTexts, operatorActTexts } from './texts.ts'
import { WhatWillHappen } from './what-will-happen.tsx'

/** Another operator may decide meanwhile. */
const refetchInterval = 15_000

/** One request: what exactly will happen, and the decision. */
export function ApprovalScreen() {
  const words = useTexts(approvalTexts)
  const names = useTexts(operatorActTexts)
  const { id } = useParams({ from: '/shell/operator/approvals/$id' })
  const query = useQuery({
    queryKey: approvalKeys.one(id),
    queryFn: () => readApproval(id),
    refetchInterval,
  })
  const above = { label: words.approvals, to: '/operator/approvals' }
  const notFound = { reason: 'OperatorRequestNotFound', title: words.notFound, back: words.back } as const
  return (
    <LoadedPage query={query} above={above} notFound={notFound}>
      {request => (
        <Page
          title={names[request.act]}
          beside={<StateBadge kind="operatorRequest" state={request.state} size="lg" />}
          breadcrumbs={[above]}
        >
          <Result request={request} />
          <Section title={request.state === 'Requested' ? words.willHappen : words.happened}>
            <WhatWillHappen request={request} />
          </Section>
          <Course request={request} />
          {request.state === 'Requested' && <Decision request={request} />}
        </Page>
      )}
    </LoadedPage>
  )
}

function Result({ request: { result } }: { request: OperatorRequestView }) {
  const words = useTexts(approvalTexts)
  if (result === null) return null
  return (
    <Section title={words.result} description={words.resultHint}>
      <CopyableTaxNumber number={result} what={words.result} />
    </Section>
  )
}

function Course({ request }: { request: OperatorRequestView }) {
  const words = useTexts(approvalTexts)
  const { requestedBy, createdAt, expiresAt, decidedBy, decidedAt, effectiveAt, note, state } = request
  return (
    <Section title={words.state}>
      <Details
        isRows
        items={[
          { label: words.requestedBy, value: requestedBy.name },
          { label: words.when, value: <When at={createdAt} form="exact" /> },
          { label: words.expires, value: state === 'Requested' ? <When at={expiresAt} form="exact" /> : null },
          { label: words.decidedBy, value: decidedBy },
          { label: words.decidedAt, value: decidedAt && <When at={decidedAt} form="exact" /> },
          { label: words.effectiveAt, value: effectiveAt && <When at={effectiveAt} form="exact" /> },
          { label: words.note, value: note && `“${note}”` },
        ]}
      />
    </Section>
  )
}

function Decision({ request }: { request: OperatorRequestView }) {
  const words = useTexts(approvalTexts)
  const [isRefusing, setIsRefusing] = useState(false)
  const { id, act, isOwn, mayDecide } = request
  const waits = act === 'member.nameSuccessor'
  return (
    <>
      {!mayDecide && (
        <Alert role="note" color="gray" mb="md">
          {isOwn ? words.ownWaits : words.notYours}
        </Alert>
      )}
      <Group>
        {mayDecide && (
          <ConfirmAction
            title={words.approveTitle}
            message={waits ? words.approveWaits : words.approveHint}
            confirmLabel={words.approve}
            onConfirm={() => approveRequest(id)}
            // What was approved may have changed anything that operators read.
            changes={[['operator']]}
            notice={words.approved}
          >
            {open => <Button onClick={open}>{words.approve}</Button>}
          </ConfirmAction>
        )}
        {(mayDecide || isOwn) && (
          <Button variant="default" onClick={() => setIsRefusing(true)}>
            {isOwn ? words.withdraw : words.refuse}
          </Button>
        )}
      </Group>
      {isRefusing && <RefuseDialog request={request} onClose={() => setIsRefusing(false)} />}
    </>
  )
}

function RefuseDialog({ request: { id, isOwn }, onClose }: { request: OperatorRequestView; onClose: () => void }) {
  const words = useTexts(approvalTexts)
  const form = useForm({
    initialValues: { note: '' },
    validate: { note: value => (value.trim().length < 3 ? words.reasonMissing : null) },
  })
  const label = isOwn ? words.withdraw : words.refuse
  const submit = useSubmit(form, ({ note }) => refuseRequest(id, { note: note.trim() }), {
    changes: [approvalKeys.all],
    notice: isOwn ? words.withdrawn : words.refused,
    onDone: onClose,
  })
  return (
    <FormDialog title={label} onClose={onClose} submit={submit} label={label}>
      <Textarea label={words.reason} maxLength={300} required data-autofocus {...form.getInputProps('note')} />
    </FormDialog>
  )
}
