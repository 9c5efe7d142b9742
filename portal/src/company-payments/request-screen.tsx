import { Alert, Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { RequestDetail } from '../../../server/src/company-payments/requests/portal-schemas.ts'
import { Details } from '../kit/details.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { IconAlertTriangle, IconHourglass, IconInfoCircle } from '../kit/icons.tsx'
import { useLanguage } from '../kit/language.ts'
import { TextLink } from '../kit/link.tsx'
import { useMerchant, usePermission } from '../kit/merchant.ts'
import { Money, formatMoney } from '../kit/money.tsx'
import { Page } from '../kit/page.tsx'
import { Section } from '../kit/section.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { formatTaxNumber } from '../kit/tax-number.tsx'
import { useTexts } from '../kit/texts.ts'
import { When } from '../kit/when.tsx'
import { LoadingScreen } from '../kit/loading-screen.tsx'
import { readRequest } from './api.ts'
import { ApprovalSteps } from './approval-steps.tsx'
import { type Act, DecideDialog } from './decide-dialog.tsx'
import { Invoices } from './invoices.tsx'
import { receiverTexts } from './receiver-texts.ts'
import { requestTexts } from './request-texts.ts'
import classes from './request.module.css'

/** A payment request: what it is for, who agreed, what is missing, and what whoever looks can do about it. */
export function RequestScreen() {
  const words = useTexts(requestTexts)
  const { id: merchantId } = useMerchant()
  const { requestId = '' } = useParams({ strict: false })
  const request = useQuery({
    queryKey: ['requests', merchantId, requestId],
    queryFn: () => readRequest(merchantId, requestId),
    // Others decide meanwhile, and the bank goes on.
    refetchInterval: 10_000,
  })
  if (request.isPending) return <LoadingScreen />
  if (request.data === undefined)
    return (
      <Page title={words.request} breadcrumbs={[{ label: words.requests, to: `/m/${merchantId}/requests` }]}>
        <ErrorState error={request.error} retry={() => void request.refetch()} />
      </Page>
    )
  return <Request request={request.data} />
}

function Request({ request }: { request: RequestDetail }) {
  const words = useTexts(requestTexts)
  const language = useLanguage()
  const queryClient = useQueryClient()
  const merchantId = request.merchant.id
  const [act, setAct] = useState<Act | null>(null)
  const { mine } = request
  const reread = () => {
    void queryClient.invalidateQueries({ queryKey: ['requests'] })
    setAct(null)
  }
  return (
    <Page
      title={words.amountTo(formatMoney(request.amount, language), request.receiver.name)}
      beside={<StateBadge kind="request" state={request.status} size="lg" />}
      description={request.description}
      breadcrumbs={[{ label: words.requests, to: `/m/${merchantId}/requests` }]}
      actions={
        <>
          {mine.canCancel && (
            <Button variant="subtle" color="gray" onClick={() => setAct('cancel')}>
              {words.cancelRequest}
            </Button>
          )}
          {mine.decideAs !== null && (
            <Button variant="default" onClick={() => setAct('reject')}>
              {words.reject}
            </Button>
          )}
          {mine.canApprove && <Button onClick={() => setAct('approve')}>{words.approve}</Button>}
        </>
      }
    >
      <Progress request={request} />
      <div className={classes.columns}>
        <div className={classes.payment}>
          <Payment request={request} />
        </div>
        <div className={classes.invoices}>
          <Invoices request={request} />
        </div>
        <div className={classes.approval}>
          <Section title={words.approval}>
            <ApprovalSteps request={request} />
          </Section>
        </div>
      </div>
      <DecideDialog act={act} request={request} onClose={() => setAct(null)} onDone={reread} />
    </Page>
  )
}

/** Four eyes in words: whose turn it is. And before anybody tries, whether the money is there. */
function Progress({ request }: { request: RequestDetail }) {
  const words = useTexts(requestTexts)
  const language = useLanguage()
  const { mine, cost, status, approvalProgress } = request
  if (status !== 'Pending') return null
  const isTeamDone = approvalProgress.approvalsGiven >= approvalProgress.approversNeeded
  const sentence = mine.asked
    ? words.youAsked
    : mine.decideAs === 'Operator' && mine.canApprove
      ? words.yourTurnOperator
      : isTeamDone
        ? words.enoughOnlyOperator
        : mine.decided
          ? words.youDecided
          : mine.canApprove
            ? words.yourTurn
            : words.onlyReads
  return (
    <>
      <Alert
        color={mine.canApprove ? 'trilho' : 'gray'}
        icon={mine.canApprove ? <IconHourglass aria-hidden /> : <IconInfoCircle aria-hidden />}
        mb="lg"
      >
        {sentence}
      </Alert>
      {cost !== null && !cost.suffices && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={words.notEnough} mb="lg">
          {words.notEnoughHint(formatMoney(cost.total, language), formatMoney(cost.available, language))}
        </Alert>
      )}
    </>
  )
}

function Payment({ request }: { request: RequestDetail }) {
  const words = useTexts(requestTexts)
  const receiverWords = useTexts(receiverTexts)
  const maySeeTransactions = usePermission('transactions.read')
  const { merchant, receiver, account, cost } = request
  return (
    <Section title={words.payment}>
      <Details
        isRows
        items={[
          { label: words.amount, value: <Money amount={request.amount} /> },
          { label: words.charges, value: cost && <Money amount={cost.charges} /> },
          { label: words.total, value: cost && <Money amount={cost.total} fw={600} /> },
          { label: words.available, value: cost && <Money amount={cost.available} /> },
          {
            label: words.receiver,
            value: (
              <TextLink
                size="sm"
                to="/m/$merchantId/receivers/$receiverId"
                params={{ merchantId: merchant.id, receiverId: receiver.id }}
              >
                {receiver.name}
              </TextLink>
            ),
          },
          { label: words.pixKey, value: <span className="tabular">{formatTaxNumber(account.pixKey)}</span> },
          { label: receiverWords.bank, value: `${account.bankCode} · ${account.bankName}` },
          {
            label: words.account,
            value: <span className="tabular">{words.accountOf(account.agency, account.number)}</span>,
          },
          { label: words.askedBy, value: request.askedBy },
          { label: words.askedAt, value: <When at={request.createdAt} /> },
          { label: words.registeredAt, value: request.registeredAt && <When at={request.registeredAt} /> },
          { label: words.endedAt, value: request.endedAt && <When at={request.endedAt} /> },
          {
            label: words.transaction,
            value: maySeeTransactions ? (
              <TextLink
                size="sm"
                to="/m/$merchantId/transactions/$transactionId"
                params={{ merchantId: merchant.id, transactionId: request.transactionId }}
              >
                {words.seeTransaction}
              </TextLink>
            ) : null,
          },
        ]}
      />
    </Section>
  )
}
