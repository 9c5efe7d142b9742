import { Button, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AccountReview } from '../../../../server/src/products/company-payments/receivers/portal-schemas.ts'
import { api } from '../../kit/api.ts'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Details } from '../../kit/details.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { IconClipboardCheck } from '../../kit/icons.tsx'
import { useList } from '../../kit/list.ts'
import { usePermission } from '../../kit/merchant.ts'
import { CopyableTaxNumber } from '../../kit/tax-number.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { reviewTexts } from './texts.ts'
import { Verdict } from './verdict.tsx'
import { reviewKeys } from './api.ts'

/** Bank accounts that merchants have added to companies that are approved already. */
export function AccountReviews({ refetchInterval }: { refetchInterval: number }) {
  const words = useTexts(reviewTexts)
  const mayDecide = usePermission('receivers.review')
  const list = useList<AccountReview>([...reviewKeys.all, 'accounts'], '/operator/accounts', {}, { refetchInterval })
  const [openId, setOpenId] = useState<string | null>(null)
  const open = list.rows.find(({ id }) => id === openId) ?? null

  const columns: Column<AccountReview>[] = [
    {
      header: words.account,
      cell: account => (
        <div>
          <Text span inherit fw={500}>
            {account.bankCode} · {account.bankName}
          </Text>
          <Text span display="block" size="xs" c="dimmed" className="tabular">
            {words.accountOf(account.agency, account.number)}
          </Text>
        </div>
      ),
    },
    { header: words.receiver, cell: account => account.receiver.name },
    { header: words.merchant, cell: account => account.merchant.name },
    { header: words.waitingSince, cell: account => <When at={account.createdAt} relative /> },
    {
      header: '',
      name: words.actions,
      align: 'right',
      cell: account =>
        mayDecide && (
          <Button
            variant="default"
            size="xs"
            onClick={() => setOpenId(account.id)}
            aria-label={words.reviewOf(`${account.bankName}, ${account.receiver.name}`)}
          >
            {words.review}
          </Button>
        ),
    },
  ]
  return (
    <>
      <DataTable
        caption={words.newAccounts}
        columns={columns}
        list={list}
        rowKey={account => account.id}
        empty={<EmptyState icon={IconClipboardCheck} title={words.noNewAccounts} hint={words.noNewAccountsHint} />}
      />
      <Modal opened={open !== null} onClose={() => setOpenId(null)} title={open?.receiver.name} size="lg">
        {open !== null && <AccountVerdict account={open} onDone={() => setOpenId(null)} />}
      </Modal>
    </>
  )
}

function AccountVerdict({ account, onDone }: { account: AccountReview; onDone: () => void }) {
  const words = useTexts(reviewTexts)
  return (
    <Stack>
      <Details
        items={[
          { label: words.account, value: `${account.bankCode} · ${account.bankName}` },
          { label: words.branchAndNumber, value: words.accountOf(account.agency, account.number) },
          { label: words.cnpj, value: <CopyableTaxNumber number={account.ownerCnpj} what={words.cnpj} /> },
          { label: words.merchant, value: account.merchant.name },
          { label: words.registeredAt, value: <When at={account.createdAt} /> },
        ]}
      />
      <Verdict
        send={(act, body) => {
          const receiver = `/operator/merchants/${account.merchant.id}/receivers/${account.receiver.id}`
          return api.post(`${receiver}/accounts/${account.id}/${act}`, body)
        }}
        notices={{ approve: words.accountApproved, reject: words.accountRejected }}
        onDone={onDone}
      />
    </Stack>
  )
}
