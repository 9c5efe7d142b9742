import { Alert, Badge, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallsSince } from '../../kit/calls-since.tsx'
import { Copied } from '../../kit/copy-button.tsx'
import { Details } from '../../kit/details.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { IconInfoCircle, IconPlugConnected } from '../../kit/icons.tsx'
import { TextLink } from '../../kit/link.tsx'
import { usePermission } from '../../kit/merchant.ts'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { useSession } from '../../kit/session.ts'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type ConnectionView, banksKey, readBanks } from './api.ts'
import { BankActions } from './bank-actions.tsx'
import { dialectLabel } from './bank-addresses.ts'
import { bankTexts } from './texts.ts'
import { ConnectBankDialog } from './connect-bank-dialog.tsx'
import { TransferDialog } from './transfer-dialogs.tsx'
import { Money } from '../../kit/money.tsx'

/** Circuits open and close, and other operators do not wait. */
const refetchInterval = 15_000

/** The banks that move the money. */
export function BanksScreen() {
  const words = useTexts(bankTexts)
  const { isSandbox } = useSession()
  const mayManage = usePermission('banks.manage')
  const [isConnecting, setIsConnecting] = useState(false)
  const query = useQuery({ queryKey: banksKey, queryFn: readBanks, refetchInterval })
  return (
    <Page
      title={words.banks}
      description={words.banksIntro}
      actions={mayManage && !isSandbox && <Button onClick={() => setIsConnecting(true)}>{words.connect}</Button>}
    >
      {isSandbox && (
        <Alert color="gray" icon={<IconInfoCircle aria-hidden />} title={words.sandbox} mb="lg">
          {words.sandboxHint}
        </Alert>
      )}
      <Loaded query={query}>
        {banks =>
          banks.length === 0 ? (
            <EmptyState icon={IconPlugConnected} title={words.none} hint={words.noneHint} />
          ) : (
            banks.map(bank => <Bank key={bank.id} bank={bank} banks={banks} />)
          )
        }
      </Loaded>
      {isConnecting && (
        <ConnectBankDialog
          hasDefault={query.data?.some(({ isDefault }) => isDefault) === true}
          onClose={() => setIsConnecting(false)}
        />
      )}
    </Page>
  )
}

function Bank({ bank, banks }: { bank: ConnectionView; banks: ConnectionView[] }) {
  const words = useTexts(bankTexts)
  const mayManage = usePermission('banks.manage')
  const { name, isSimulator, isDefault, isUp, pausedAt, certificateEndsAt, callbackAddress, callbackProof } = bank
  const proofs = [callbackProof.secret && words.proofSecret, callbackProof.certificate && words.proofCertificate]
  return (
    <Section
      title={name}
      description={isSimulator ? words.simulator : dialectLabel(bank.dialect)}
      actions={mayManage && <BankActions bank={bank} banks={banks} />}
    >
      {mayManage && <Proposal bank={bank} banks={banks} />}
      <Details
        isRows
        items={[
          {
            label: words.state,
            value: (
              <Group gap="xs">
                <Text size="sm" span>
                  {pausedAt !== null ? words.paused : isUp ? words.up : words.down}
                </Text>
                {isDefault && (
                  <Badge variant="light" color="gray">
                    {words.defaultBadge}
                  </Badge>
                )}
              </Group>
            ),
          },
          { label: words.awayFor, value: bank.awayFor.length > 0 ? <CallsSince calls={bank.awayFor} /> : null },
          {
            label: words.limitedFor,
            value: bank.limitedFor.length > 0 ? <CallsSince calls={bank.limitedFor} /> : null,
          },
          {
            label: words.paymentsUnread,
            value: bank.paymentsUnreadSince && <When at={bank.paymentsUnreadSince} />,
          },
          {
            label: words.callbackMissing,
            value: bank.callbackMissingSince && <When at={bank.callbackMissingSince} />,
          },
          {
            label: words.balance,
            value: (
              <>
                <Money amount={bank.balance} />{' '}
                <TextLink size="sm" to="/operator/banks/$bank" params={{ bank: bank.id }}>
                  {words.compared}
                </TextLink>
                {bank.leastBalance !== null && (
                  <Text size="sm" c="dimmed" span>
                    {' '}
                    ({words.leastBalance}: <Money amount={bank.leastBalance} />)
                  </Text>
                )}
              </>
            ),
          },
          {
            label: words.arriving,
            value: bank.arriving && (
              <>
                <Money amount={bank.arriving.amount} /> · <When at={bank.arriving.since} />
              </>
            ),
          },
          {
            label: words.disputesUnread,
            value: bank.disputesUnreadSince && <When at={bank.disputesUnreadSince} />,
          },
          { label: words.certificateEnds, value: certificateEndsAt && <When at={certificateEndsAt} form="date" /> },
          {
            label: words.callback,
            value: callbackAddress && (
              <span style={{ overflowWrap: 'anywhere' }}>
                <Copied value={callbackAddress} what={words.callback} />
              </span>
            ),
          },
          { label: words.payoutCallbacksBy, value: bank.payoutCallbacksBy },
          {
            label: words.callbackProof,
            value: callbackAddress && (proofs.filter(Boolean).join(', ') || words.proofNone),
          },
        ]}
      />
    </Section>
  )
}

/** A bank below its minimum, and the transfer that fills it up. */
function Proposal({ bank, banks }: { bank: ConnectionView; banks: ConnectionView[] }) {
  const words = useTexts(bankTexts)
  const [isOpen, setIsOpen] = useState(false)
  const from = banks.find(({ id }) => id === bank.proposal?.fromId)
  if (bank.proposal === null || from === undefined) return null
  return (
    <Alert color="yellow" icon={<IconInfoCircle aria-hidden />} title={words.low} mb="md">
      <Group gap="sm">
        <Text size="sm">
          {words.proposal(from.name)} <Money amount={bank.proposal.amount} />
        </Text>
        <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
          {words.transfer}
        </Button>
      </Group>
      {isOpen && (
        <TransferDialog from={from} others={[bank]} amount={bank.proposal.amount} onClose={() => setIsOpen(false)} />
      )}
    </Alert>
  )
}
