import { Badge } from '@mantine/core'
import { keyWords } from '../../../server/src/tenancy/access-keys/words.ts'
import { accountWords, receiverWords } from '../../../server/src/products/company-payments/receivers/words.ts'
import { requestWords } from '../../../server/src/products/company-payments/requests/words.ts'
import { disputeWords } from '../../../server/src/products/disputes/words.ts'
import { dataRequestWords } from '../../../server/src/operations/personal-data/words.ts'
import { alarmStateWords, severityWords } from '../../../server/src/operations/alarms/words.ts'
import { exceptionStateWords } from '../../../server/src/operations/exceptions/words.ts'
import { fileWords } from '../../../server/src/products/files/words.ts'
import type { Translated } from '../../../server/src/platform/http/languages.ts'
import { operatorRequestWords } from '../../../server/src/tenancy/people/operator-requests/words.ts'
import { merchantWords } from '../../../server/src/tenancy/merchants/words.ts'
import { batchWords, rowWords } from '../../../server/src/products/payout-batches/words.ts'
import { importRowWords, importWords } from '../../../server/src/products/bills/imports/words.ts'
import { billWords } from '../../../server/src/products/bills/words.ts'
import { linkWords } from '../../../server/src/products/payment-links/words.ts'
import { reconciliationWords } from '../../../server/src/operations/reconciliation/words.ts'
import { refundWords } from '../../../server/src/money/refunds/words.ts'
import { stateWords } from '../../../server/src/money/transactions/words.ts'
import { deliveryWords } from '../../../server/src/money/webhooks/words.ts'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconClock,
  IconHourglass,
  IconMail,
  type Icon,
} from './icons.tsx'
import { useLanguage } from './language.ts'
import { bilingual } from './texts.ts'

type Tone = 'good' | 'waiting' | 'bad' | 'neutral' | 'returned'

const tones: Record<Tone, { color: string; Icon: Icon }> = {
  good: { color: 'trilho', Icon: IconCheck },
  waiting: { color: 'yellow', Icon: IconClock },
  bad: { color: 'red', Icon: IconAlertTriangle },
  neutral: { color: 'gray', Icon: IconBan },
  returned: { color: 'blue', Icon: IconArrowBackUp },
}

/** The sign is that of the tone where none is named. */
type Look = { tone: Tone; Icon?: Icon }

const kind = <State extends string>(words: Record<State, Translated>, looks: Record<NoInfer<State>, Look>) => ({
  texts: bilingual<Record<string, string>>(words),
  looks,
})

/** Every state a screen shows: word, colour and sign, so that none of them has to be seen. */
const kinds = {
  transaction: kind(
    // Reads of the API spell one of them in another way.
    { ...stateWords, Canceled: stateWords.Cancelled },
    {
      Requested: { tone: 'waiting', Icon: IconHourglass },
      Created: { tone: 'waiting' },
      Registered: { tone: 'waiting' },
      ToSettle: { tone: 'waiting', Icon: IconHourglass },
      Completed: { tone: 'good' },
      Cancelled: { tone: 'neutral' },
      Canceled: { tone: 'neutral' },
      Reversed: { tone: 'returned' },
      Refunded: { tone: 'returned' },
      Error: { tone: 'bad' },
    },
  ),
  request: kind(requestWords, {
    Pending: { tone: 'waiting', Icon: IconHourglass },
    Approved: { tone: 'good' },
    Rejected: { tone: 'bad', Icon: IconBan },
    Cancelled: { tone: 'neutral' },
  }),
  batch: kind(batchWords, {
    Pending: { tone: 'waiting', Icon: IconHourglass },
    Running: { tone: 'waiting' },
    Completed: { tone: 'good' },
    Stopped: { tone: 'neutral', Icon: IconBan },
    Rejected: { tone: 'bad', Icon: IconBan },
    Cancelled: { tone: 'neutral' },
  }),
  batchRow: kind(rowWords, {
    Waiting: { tone: 'waiting' },
    Made: { tone: 'neutral', Icon: IconCheck },
    Refused: { tone: 'bad' },
  }),
  billImport: kind(importWords, {
    Running: { tone: 'waiting' },
    Completed: { tone: 'good' },
    Stopped: { tone: 'neutral', Icon: IconBan },
  }),
  billImportRow: kind(importRowWords, {
    Waiting: { tone: 'waiting' },
    Made: { tone: 'good' },
    Refused: { tone: 'bad', Icon: IconBan },
  }),
  bill: kind(billWords, {
    Open: { tone: 'waiting' },
    Overdue: { tone: 'bad' },
    Paid: { tone: 'good' },
    Cancelled: { tone: 'neutral' },
    Expired: { tone: 'neutral', Icon: IconHourglass },
  }),
  link: kind(linkWords, {
    Active: { tone: 'good' },
    SoldOut: { tone: 'returned', Icon: IconCheck },
    Ended: { tone: 'neutral', Icon: IconClock },
    Closed: { tone: 'neutral' },
  }),
  file: kind(fileWords, {
    Waiting: { tone: 'waiting' },
    Running: { tone: 'waiting', Icon: IconHourglass },
    Done: { tone: 'good' },
    Failed: { tone: 'bad' },
    Expired: { tone: 'neutral', Icon: IconClock },
  }),
  receiver: kind(receiverWords, {
    Pending: { tone: 'waiting', Icon: IconHourglass },
    Approved: { tone: 'good' },
    Rejected: { tone: 'bad', Icon: IconBan },
  }),
  account: kind(accountWords, {
    Pending: { tone: 'waiting', Icon: IconHourglass },
    Approved: { tone: 'good' },
    Rejected: { tone: 'bad', Icon: IconBan },
  }),
  delivery: kind(
    { ...deliveryWords, Retrying: ['Nova tentativa', 'To be tried again'] },
    {
      Pending: { tone: 'waiting' },
      Success: { tone: 'good' },
      Failed: { tone: 'bad' },
      Retrying: { tone: 'waiting', Icon: IconHourglass },
    },
  ),
  refund: kind(refundWords, {
    Processing: { tone: 'waiting', Icon: IconHourglass },
    Completed: { tone: 'returned' },
    Failed: { tone: 'bad' },
  }),
  operatorRequest: kind(operatorRequestWords, {
    Requested: { tone: 'waiting', Icon: IconHourglass },
    Waiting: { tone: 'waiting' },
    Approved: { tone: 'good' },
    Refused: { tone: 'bad', Icon: IconBan },
    Withdrawn: { tone: 'neutral' },
    Expired: { tone: 'neutral', Icon: IconClock },
    Stopped: { tone: 'bad', Icon: IconBan },
    Failed: { tone: 'bad' },
  }),
  exception: kind(exceptionStateWords, {
    Open: { tone: 'bad' },
    Ended: { tone: 'neutral', Icon: IconCheck },
  }),
  dataRequest: kind(dataRequestWords, {
    Running: { tone: 'waiting' },
    Done: { tone: 'good' },
    Failed: { tone: 'bad' },
  }),
  alarm: kind(alarmStateWords, {
    Raised: { tone: 'bad' },
    Acknowledged: { tone: 'waiting', Icon: IconHourglass },
    Ended: { tone: 'neutral', Icon: IconCheck },
  }),
  severity: kind(severityWords, { critical: { tone: 'bad' }, warning: { tone: 'waiting', Icon: IconAlertTriangle } }),
  dispute: kind(disputeWords, {
    Open: { tone: 'bad', Icon: IconClock },
    Defended: { tone: 'waiting', Icon: IconHourglass },
    Returning: { tone: 'waiting', Icon: IconArrowBackUp },
    Returned: { tone: 'returned' },
    Released: { tone: 'good' },
  }),
  reconciliation: kind(reconciliationWords, {
    Running: { tone: 'waiting', Icon: IconHourglass },
    Clean: { tone: 'good' },
    Different: { tone: 'bad' },
  }),
  key: kind(keyWords, {
    Pending: { tone: 'waiting', Icon: IconHourglass },
    Active: { tone: 'good' },
    Expired: { tone: 'neutral', Icon: IconClock },
    Revoked: { tone: 'neutral' },
  }),
  merchant: kind(merchantWords, { Active: { tone: 'good' }, Suspended: { tone: 'bad', Icon: IconBan } }),
  person: kind(
    { Active: ['Ativa', 'Active'], Invited: ['Convidada', 'Invited'], Disabled: ['Desativada', 'Disabled'] },
    { Active: { tone: 'good' }, Invited: { tone: 'waiting', Icon: IconMail }, Disabled: { tone: 'neutral' } },
  ),
}

export type StateKind = keyof typeof kinds
export type StateOf<Kind extends StateKind> = keyof (typeof kinds)[Kind]['looks'] & string

export const isStateOf = <Kind extends StateKind>(kind: Kind, text: string): text is StateOf<Kind> =>
  Object.hasOwn(kinds[kind].looks, text)

/** The word for a state, also for filters. */
export function useStateWord() {
  const language = useLanguage()
  return <Kind extends StateKind>(kind: Kind, state: StateOf<Kind>): string => {
    const words: Record<string, string> = kinds[kind].texts[language]
    return words[state] ?? state
  }
}

type Props<Kind extends StateKind> = {
  kind: Kind
  state: StateOf<Kind>
  size?: 'sm' | 'md' | 'lg'
  /** Where more is to be said than the state. */
  word?: string
}

export function StateBadge<Kind extends StateKind>({ kind, state, size = 'md', word }: Props<Kind>) {
  const stateWord = useStateWord()(kind, state)
  const looks: Record<string, Look> = kinds[kind].looks
  const { tone, Icon } = looks[state] ?? { tone: 'neutral' }
  const { color, Icon: ToneIcon } = tones[tone]
  const Sign = Icon ?? ToneIcon
  return (
    <Badge
      variant="light"
      color={color}
      size={size}
      radius="sm"
      tt="none"
      fw={600}
      // The word is the state: it is never cut off.
      miw="max-content"
      styles={{ label: { overflow: 'visible' } }}
      leftSection={<Sign size={size === 'lg' ? 15 : 13} aria-hidden />}
    >
      {word ?? stateWord}
    </Badge>
  )
}
