import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { RequestDetail } from '../../../../server/src/products/company-payments/requests/portal-schemas.ts'
import { Details } from '../../kit/details.tsx'
import { useLanguage } from '../../kit/language.ts'
import { TextLink } from '../../kit/link.tsx'
import { useMerchant, usePermission } from '../../kit/merchant.ts'
import { Money, formatMoney } from '../../kit/money.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { formatTaxNumber } from '../../kit/tax-number.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { LoadedPage } from '../../kit/loaded.tsx'
import { cancelRequest, decideRequest, readRequest, requestKeys } from './api.ts'
import { ApprovalSteps, Execution } from '../approvals/approval-steps.tsx'
import { type Act, DecideButtons, DecideDialog } from '../approvals/decide-dialog.tsx'
import { Invoices } from './invoices.tsx'
import { WhoseTurn } from '../approvals/whose-turn.tsx'
import { receiverTexts, requestTexts } from './texts.ts'
import classes from './request.module.css'

/** A payment request: what it is for, who agreed, what is missing, and what the viewer can do about it. */
export function RequestScreen() {
  const words = useTexts(requestTexts)
  const { id: merchantId } = useMerchant()
  const { requestId } = useParams({ from: '/shell/m/$merchantId/requests/$requestId' })
  const query = useQuery({
    queryKey: requestKeys.one(merchantId, requestId),
    queryFn: () => readRequest(merchantId, requestId),
    // Others decide meanwhile, and the bank goes on.
    refetchInterval: 10_000,
  })
  return (
    <LoadedPage query={query} title={words.request} above={{ label: words.requests, to: `/m/${merchantId}/requests` }}>
      {request => <Request request={request} />}
    </LoadedPage>
  )
}

function Request({ request }: { request: RequestDetail }) {
  const words = useTexts(requestTexts)
  const language = useLanguage()
  const merchantId = request.merchant.id
  const [act, setAct] = useState<Act | null>(null)
  const { mine, receiver } = request
  const payee = receiver?.name ?? request.recipient
  const amount = formatMoney(request.amount, language)
  return (
    <Page
      title={payee === null ? words.withdrawalOf(amount) : words.amountTo(amount, payee)}
      beside={<StateBadge kind="request" state={request.status} size="lg" />}
      description={request.description}
      breadcrumbs={[{ label: words.requests, to: `/m/${merchantId}/requests` }]}
      actions={<DecideButtons mine={mine} cancelLabel={words.cancelRequest} onAct={setAct} />}
    >
      <WhoseTurn decision={request} isPending={request.status === 'Pending'} />
      <div className={classes.columns}>
        <div className={classes.payment}>
          <Payment request={request} />
        </div>
        {receiver !== null && (
          <div className={classes.invoices}>
            <Invoices request={request} />
          </div>
        )}
        <div className={classes.approval}>
          <Section title={words.approval}>
            <ApprovalSteps decision={request} isPending={request.status === 'Pending'}>
              {request.status === 'Approved' && <Execution request={request} />}
            </ApprovalSteps>
          </Section>
        </div>
      </div>
      {act !== null && (
        <DecideDialog
          act={act}
          words={words}
          amount={request.amount}
          cost={request.cost}
          send={(decided, comment) =>
            decided === 'cancel'
              ? cancelRequest(merchantId, request.id, comment)
              : decideRequest(request, decided, comment)
          }
          onClose={() => setAct(null)}
          changes={[requestKeys.everywhere]}
        />
      )}
    </Page>
  )
}

function Payment({ request }: { request: RequestDetail }) {
  const words = useTexts(requestTexts)
  const receiverWords = useTexts(receiverTexts)
  const maySeeTransactions = usePermission('transactions.read')
  const { merchant, receiver, account, pixKey, cost } = request
  return (
    <Section title={words.payment}>
      <Details
        isRows
        items={[
          { label: words.amount, value: <Money amount={request.amount} /> },
          { label: words.charges, value: cost && <Money amount={cost.charges} /> },
          { label: words.total, value: cost && <Money amount={cost.total} fw={600} /> },
          { label: words.available, balance: 'available', value: cost && <Money amount={cost.available} /> },
          {
            label: words.receiver,
            value:
              receiver === null ? (
                request.recipient
              ) : (
                <TextLink
                  size="sm"
                  to="/m/$merchantId/receivers/$receiverId"
                  params={{ merchantId: merchant.id, receiverId: receiver.id }}
                >
                  {receiver.name}
                </TextLink>
              ),
          },
          {
            label: pixKey.type === 'CNPJ' ? words.pixKey : words.otherKey,
            value: (
              <span className="tabular">{pixKey.type === 'CNPJ' ? formatTaxNumber(pixKey.value) : pixKey.value}</span>
            ),
          },
          { label: receiverWords.bank, value: account && `${account.bankCode} · ${account.bankName}` },
          {
            label: words.account,
            value: account && <span className="tabular">{words.accountOf(account.agency, account.number)}</span>,
          },
          { label: words.requestedBy, value: request.requestedBy },
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
