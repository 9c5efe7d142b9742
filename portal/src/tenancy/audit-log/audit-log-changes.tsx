import { Text } from '@mantine/core'
import { formatPercent } from '../../kit/format-percent.ts'
import { type Language, useLanguage } from '../../kit/language.ts'
import { formatMoney } from '../../kit/money.tsx'
import { formatTaxNumber } from '../../kit/tax-number.tsx'
import { formatWhen } from '../../kit/when.tsx'
import { operatorRoleTexts, roleTexts } from '../members/texts.ts'
import { stateName } from './state-names.ts'

type Field = { pt: string; en: string; show?: (value: string, language: Language, act: string) => string }

const money = { show: formatMoney }

/** What an act can change, by the name the log has for it. A field that is not here is shown by that name. */
const fields: Record<string, Field> = {
  fixed: { pt: 'Tarifa fixa', en: 'Fixed fee', ...money },
  percent: { pt: 'Percentual', en: 'Percentage', show: formatPercent },
  approversNeeded: { pt: 'Aprovadores', en: 'Approvers' },
  operatorApprovesAbove: { pt: 'A operação aprova acima de', en: 'Operators approve above', ...money },
  cashOutLimit: { pt: 'Envio Pix, por transação', en: 'Pix payout, per transaction', ...money },
  cashOutDailyLimit: { pt: 'Envios Pix, por dia', en: 'Pix payouts, per day', ...money },
  nightLimit: { pt: 'Todos os envios, por noite', en: 'All payouts, per night', ...money },
  recipientDailyLimit: { pt: 'Ao mesmo destinatário, por dia', en: 'To the same recipient, per day', ...money },
  newRecipientLimit: { pt: 'A um destinatário novo', en: 'To a new recipient', ...money },
  keyDailyLimit: { pt: 'Da mesma chave, por dia', en: 'By the same access key, per day', ...money },
  nightFrom: { pt: 'Início da noite', en: 'Start of the night' },
  nightUntil: { pt: 'Fim da noite', en: 'End of the night' },
  newRecipientHours: { pt: 'Horas de destinatário novo', en: 'Hours of a new recipient' },
  companyPaymentLimit: { pt: 'Pagamento a empresa, por transação', en: 'Company payment, per transaction', ...money },
  companyPaymentDailyLimit: { pt: 'Pagamentos a empresas, por dia', en: 'Company payments, per day', ...money },
  bank: { pt: 'Banco', en: 'Bank' },
  roles: { pt: 'Papéis', en: 'Roles' },
  name: { pt: 'Nome', en: 'Name' },
  language: { pt: 'Idioma', en: 'Language' },
  url: { pt: 'Endereço', en: 'Address' },
  fantasyName: { pt: 'Nome', en: 'Name' },
  cnpj: { pt: 'CNPJ', en: 'CNPJ', show: formatTaxNumber },
  title: { pt: 'Título', en: 'Title' },
  description: { pt: 'Descrição', en: 'Description' },
  stock: { pt: 'Estoque', en: 'Stock' },
  endsAt: { pt: 'Fim', en: 'End' },
  state: { pt: 'Estado', en: 'State', show: (state, language, act) => stateName(act, state, language) },
  amount: { pt: 'Valor', en: 'Amount', ...money },
  dueDate: { pt: 'Vencimento', en: 'Due date' },
  payableDaysAfterDue: { pt: 'Dias para pagar depois do vencimento', en: 'Days to pay after the due date' },
  fine: { pt: 'Multa', en: 'Fine' },
  interest: { pt: 'Juros', en: 'Interest' },
  rebate: { pt: 'Abatimento', en: 'Rebate' },
  discount: { pt: 'Desconto', en: 'Discount' },
  approvalsGiven: { pt: 'Aprovações', en: 'Approvals' },
  operatorAgreed: { pt: 'A operação aprovou', en: 'Operators have approved' },
  suspensionReason: { pt: 'Motivo da suspensão', en: 'Reason of the suspension' },
  isPaused: { pt: 'Pausado', en: 'Paused' },
  isDisabled: { pt: 'Acesso desativado', en: 'Access disabled' },
  hasSecondFactor: { pt: 'Códigos de uso único', en: 'One-time codes' },
  byMail: { pt: 'Por e-mail', en: 'By e-mail' },
  inPortal: { pt: 'No portal', en: 'In the portal' },
  time: { pt: 'Relógio', en: 'Clock', show: (value, language) => formatWhen(value, language, 'exact') },
  times: { pt: 'Vezes', en: 'Times' },
}

const nothing = { pt: 'nada', en: 'nothing' }
const yes = { pt: 'sim', en: 'yes' }
const no = { pt: 'não', en: 'no' }

type Change = { was: unknown; is: unknown }

/** Of the details of an entry; empty: it changes nothing, or is older than changes are kept. */
export function changesIn(details: object): [name: string, change: Change][] {
  const { changes } = details as { changes?: unknown }
  if (changes === null || typeof changes !== 'object') return []
  return Object.entries(changes).filter((entry): entry is [string, Change] => isChange(entry[1]))
}

const isChange = (value: unknown): value is Change => value !== null && typeof value === 'object' && 'is' in value

type Props = { act: string; details: object; size?: 'xs' | 'sm' }

export function Changes({ act, details, size = 'xs' }: Props) {
  const language = useLanguage()
  const spell = (name: string, value: unknown) => shown(name, value, language, act)
  const changes = changesIn(details)
  if (changes.length === 0) return null
  return (
    <Text size={size} component="dl" m={0} style={{ overflowWrap: 'anywhere' }}>
      {changes.map(([name, { was, is }]) => (
        <div key={name}>
          <Text span inherit c="dimmed" component="dt" display="inline">
            {fields[name]?.[language] ?? name}:
          </Text>{' '}
          <dd style={{ display: 'inline', margin: 0 }}>
            {spell(name, was)} <span aria-hidden>→</span> <b>{spell(name, is)}</b>
          </dd>
        </div>
      ))}
    </Text>
  )
}

function shown(name: string, value: unknown, language: Language, act: string): string {
  if (value === null || value === undefined || value === '') return nothing[language]
  if (typeof value === 'boolean') return (value ? yes : no)[language]
  if (Array.isArray(value)) {
    const names: Record<string, string> = { ...roleTexts[language], ...operatorRoleTexts[language] }
    return (value as string[]).map(role => names[role] ?? role).join(', ') || nothing[language]
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return fields[name]?.show?.(text, language, act) ?? text
}
