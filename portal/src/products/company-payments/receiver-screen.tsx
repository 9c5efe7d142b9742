import { Alert, Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type {
  AccountView,
  ReceiverDetail,
  ReceiverItem,
} from '../../../../server/src/products/company-payments/receivers/portal-schemas.ts'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Details } from '../../kit/details.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { IconBan, IconHourglass, IconPlus } from '../../kit/icons.tsx'
import { LinkButton } from '../../kit/link.tsx'
import { rowsAsList } from '../../kit/list.ts'
import { useMerchant, usePermission } from '../../kit/merchant.ts'
import { notifyDone } from '../../kit/notify.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { CopyableTaxNumber, formatTaxNumber } from '../../kit/tax-number.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { LoadedPage } from '../../kit/loaded.tsx'
import { AccountFormDialog } from './account-form.tsx'
import { readReceiver, receiverKeys } from './api.ts'
import { ReceiverFormDialog } from './receiver-form.tsx'
import { receiverTexts } from './texts.ts'
import { RequestsTable } from './requests-table.tsx'

/** A company: its review, its accounts, and what was paid to it. */
export function ReceiverScreen() {
  const words = useTexts(receiverTexts)
  const { id: merchantId } = useMerchant()
  const { receiverId } = useParams({ from: '/shell/m/$merchantId/receivers/$receiverId' })
  const query = useQuery({
    queryKey: receiverKeys.one(merchantId, receiverId),
    queryFn: () => readReceiver(merchantId, receiverId),
  })
  return (
    <LoadedPage
      query={query}
      title={words.receiver}
      above={{ label: words.receivers, to: `/m/${merchantId}/receivers` }}
    >
      {receiver => <Receiver receiver={receiver} merchantId={merchantId} />}
    </LoadedPage>
  )
}

function Receiver({ receiver, merchantId }: { receiver: ReceiverDetail; merchantId: string }) {
  const words = useTexts(receiverTexts)
  const navigate = useNavigate()
  const mayManage = usePermission('receivers.manage')
  const mayAsk = usePermission('requests.make')
  const maySeeRequests = usePermission('requests.read')
  const [isForm, form] = useDisclosure(false)
  const isPending = receiver.status === 'Pending'
  const isRejected = receiver.status === 'Rejected'

  function saved({ id }: ReceiverItem) {
    form.close()
    notifyDone(isPending ? words.changed : words.registered)
    if (!isPending) void navigate({ to: `/m/${merchantId}/receivers/${id}` })
  }

  return (
    <Page
      title={receiver.fantasyName}
      beside={<StateBadge kind="receiver" state={receiver.status} size="lg" />}
      breadcrumbs={[{ label: words.receivers, to: `/m/${merchantId}/receivers` }]}
      actions={
        <>
          {mayManage && (isPending || isRejected) && (
            <Button variant={isRejected ? 'filled' : 'default'} onClick={form.open}>
              {isRejected ? words.registerAgain : words.edit}
            </Button>
          )}
          {mayAsk && receiver.accounts.some(({ status }) => status === 'Approved') && (
            <LinkButton to="/m/$merchantId/requests/new" params={{ merchantId }} search={{ receiver: receiver.id }}>
              {words.pay}
            </LinkButton>
          )}
        </>
      }
    >
      <Review receiver={receiver} />
      <Section title={words.details}>
        <Details
          items={[
            { label: words.cnpj, value: <CopyableTaxNumber number={receiver.cnpj} what={words.cnpj} /> },
            { label: words.registeredAt, value: <When at={receiver.createdAt} /> },
            { label: words.reviewedAt, value: receiver.reviewedAt && <When at={receiver.reviewedAt} /> },
            { label: words.approvedNote, value: isRejected ? null : receiver.reviewNote },
          ]}
        />
      </Section>
      {(receiver.accounts.length > 0 || !isRejected) && <Accounts receiver={receiver} merchantId={merchantId} />}
      {maySeeRequests && receiver.status === 'Approved' && (
        <Section isPlain title={words.paymentsTo}>
          <RequestsTable
            caption={words.paymentsTo}
            merchantId={merchantId}
            query={{ receiverId: receiver.id, limit: 5 }}
            empty={
              <Text c="dimmed" size="sm">
                {words.noPayments}
              </Text>
            }
          />
        </Section>
      )}
      {isForm && (
        <ReceiverFormDialog
          onClose={form.close}
          merchantId={merchantId}
          given={receiver}
          changedId={isPending ? receiver.id : undefined}
          onDone={saved}
        />
      )}
    </Page>
  )
}

/** Where the review is, and what to do about it. */
function Review({ receiver }: { receiver: ReceiverDetail }) {
  const words = useTexts(receiverTexts)
  if (receiver.status === 'Pending')
    return (
      <Alert color="yellow" icon={<IconHourglass aria-hidden />} title={words.inReview} mb="lg">
        {words.inReviewHint} {receiver.accounts.length === 0 && words.needsAccount}
      </Alert>
    )
  if (receiver.status === 'Rejected')
    return (
      <Alert color="red" icon={<IconBan aria-hidden />} title={words.rejected} mb="lg">
        {receiver.reviewNote !== null && <p style={{ margin: '0 0 6px', fontWeight: 600 }}>“{receiver.reviewNote}”</p>}
        {words.rejectedHint}
      </Alert>
    )
  return null
}

type AccountsProps = { receiver: ReceiverDetail; merchantId: string }

function Accounts({ receiver, merchantId }: AccountsProps) {
  const words = useTexts(receiverTexts)
  const [isForm, form] = useDisclosure(false)
  const mayAdd = usePermission('receivers.manage') && receiver.status !== 'Rejected'
  const columns: Column<AccountView>[] = [
    { header: words.bank, cell: account => `${account.bankCode} · ${account.bankName}` },
    { header: words.agency, cell: account => <span className="tabular">{account.agency}</span> },
    { header: words.account, cell: account => <span className="tabular">{account.number}</span> },
    { header: words.pixKey, cell: account => <span className="tabular">{formatTaxNumber(account.pixKey)}</span> },
    {
      header: words.status,
      cell: account => (
        <span>
          <StateBadge kind="account" state={account.status} />
          {account.status === 'Rejected' && account.reviewNote !== null && (
            <Text span display="block" size="xs" c="dimmed" mt={2}>
              “{account.reviewNote}”
            </Text>
          )}
        </span>
      ),
    },
  ]
  const list = rowsAsList(receiver.accounts)
  const addButton = mayAdd && (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={form.open}>
      {words.addAccount}
    </Button>
  )
  return (
    <Section isPlain title={words.accounts} description={words.accountsIntro} actions={addButton}>
      <DataTable
        caption={words.accounts}
        columns={columns}
        list={list}
        rowKey={account => account.id}
        empty={<EmptyState title={words.noAccounts} hint={mayAdd ? words.needsAccount : undefined} />}
      />
      {isForm && (
        <AccountFormDialog
          onClose={form.close}
          merchantId={merchantId}
          receiver={receiver}
          onDone={() => {
            form.close()
            notifyDone(receiver.status === 'Approved' ? words.accountInReview : words.accountAdded)
          }}
        />
      )}
    </Section>
  )
}
