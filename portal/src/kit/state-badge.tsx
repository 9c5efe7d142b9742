import { Badge } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconClock,
  IconHourglass,
  IconMail,
  type Icon,
} from '@tabler/icons-react'
import { useLanguage } from './language.ts'

type Tone = 'good' | 'waiting' | 'bad' | 'neutral' | 'returned'

const tones: Record<Tone, { color: string; Icon: Icon }> = {
  good: { color: 'trilho', Icon: IconCheck },
  waiting: { color: 'yellow', Icon: IconClock },
  bad: { color: 'red', Icon: IconAlertTriangle },
  neutral: { color: 'gray', Icon: IconBan },
  returned: { color: 'blue', Icon: IconArrowBackUp },
}

type Look = readonly [tone: Tone, pt: string, en: string, Icon?: Icon]

/** Every state a screen shows: colour, sign and word, so that none of them has to be seen. */
const states = {
  transaction: {
    Requested: ['waiting', 'Aguarda aprovação', 'Awaiting approval', IconHourglass],
    Created: ['waiting', 'Criada', 'Created'],
    Registered: ['waiting', 'Aguarda pagamento', 'Awaiting payment'],
    Completed: ['good', 'Concluída', 'Completed'],
    Cancelled: ['neutral', 'Cancelada', 'Cancelled'],
    Canceled: ['neutral', 'Cancelada', 'Cancelled'],
    Reversed: ['returned', 'Estornada', 'Reversed'],
    Refunded: ['returned', 'Devolvida', 'Refunded'],
    Error: ['bad', 'Com erro', 'Error'],
  },
  request: {
    Pending: ['waiting', 'Aguarda aprovação', 'Awaiting approval', IconHourglass],
    Approved: ['good', 'Aprovada', 'Approved'],
    Rejected: ['bad', 'Recusada', 'Rejected', IconBan],
    Cancelled: ['neutral', 'Cancelada', 'Cancelled'],
  },
  receiver: {
    Pending: ['waiting', 'Em análise', 'In review', IconHourglass],
    Approved: ['good', 'Aprovado', 'Approved'],
    Rejected: ['bad', 'Recusado', 'Rejected', IconBan],
  },
  delivery: {
    Pending: ['waiting', 'A enviar', 'Pending'],
    Success: ['good', 'Entregue', 'Delivered'],
    Failed: ['bad', 'Falhou', 'Failed'],
  },
  key: {
    Pending: ['waiting', 'Pendente', 'Pending'],
    Active: ['good', 'Ativa', 'Active'],
    Expired: ['neutral', 'Expirada', 'Expired', IconClock],
    Revoked: ['neutral', 'Revogada', 'Revoked'],
  },
  document: {
    Pending: ['waiting', 'Aguarda envio', 'Awaiting upload'],
    Uploaded: ['good', 'Enviado', 'Uploaded'],
    Deleted: ['neutral', 'Excluído', 'Deleted'],
  },
  person: {
    Active: ['good', 'Ativa', 'Active'],
    Invited: ['waiting', 'Convidada', 'Invited', IconMail],
    Disabled: ['neutral', 'Desativada', 'Disabled'],
  },
  act: {
    Done: ['good', 'Feito', 'Done'],
    Refused: ['bad', 'Recusado', 'Refused', IconBan],
  },
} as const satisfies Record<string, Record<string, Look>>

export type StateKind = keyof typeof states
export type StateOf<Kind extends StateKind> = keyof (typeof states)[Kind] & string

export const isStateOf = <Kind extends StateKind>(kind: Kind, text: string): text is StateOf<Kind> =>
  Object.hasOwn(states[kind], text)

/** The word for a state, also for filters. */
export function useStateWord() {
  const language = useLanguage()
  return <Kind extends StateKind>(kind: Kind, state: StateOf<Kind>): string => {
    const look: Look = states[kind][state] as Look
    return language === 'pt' ? look[1] : look[2]
  }
}

type Props<Kind extends StateKind> = { kind: Kind; state: StateOf<Kind>; size?: 'sm' | 'md' | 'lg' }

export function StateBadge<Kind extends StateKind>({ kind, state, size = 'md' }: Props<Kind>) {
  const word = useStateWord()(kind, state)
  const look: Look = states[kind][state] as Look
  const { color, Icon: ToneIcon } = tones[look[0]]
  const Sign = look[3] ?? ToneIcon
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
      {word}
    </Badge>
  )
}
