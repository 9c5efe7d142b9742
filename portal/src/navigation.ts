import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconBuildingBank,
  IconBuildingStore,
  IconChartBar,
  IconChecklist,
  IconClipboardCheck,
  IconDownload,
  IconFileInvoice,
  IconFileText,
  IconGavel,
  IconHistory,
  IconHome,
  IconKey,
  IconLink,
  IconScale,
  IconShieldCheck,
  IconStack2,
  IconPlugConnected,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
  type Icon,
} from './kit/icons.tsx'
import type { ComponentType } from 'react'
import { WaitingBadge } from './operations/approvals/waiting-badge.tsx'
import { RaisedBadge } from './operations/alarms/raised-badge.tsx'
import type { Permission } from './kit/session.ts'
import type { Pair } from './kit/texts.ts'

export type NavigationEntry = {
  /** A path of `routes.tsx`; `$merchantId` stands for the open merchant. */
  to: string
  /** Who lacks it does not see the entry. */
  may: Permission
  label: Pair<string>
  icon: Icon
  /** A number at its end. */
  Badge?: ComponentType
}

export type NavigationGroup = { label: Pair<string> | null; entries: NavigationEntry[] }

/** The menu of a merchant's people, and of operators who look at a merchant. */
export const merchantNavigation: NavigationGroup[] = [
  {
    label: null,
    entries: [
      { to: '/m/$merchantId', may: 'transactions.read', label: ['Início', 'Home'], icon: IconHome },
      {
        to: '/m/$merchantId/transactions',
        may: 'transactions.read',
        label: ['Transações', 'Transactions'],
        icon: IconArrowsExchange,
      },
      {
        to: '/m/$merchantId/customers',
        may: 'transactions.read',
        label: ['Clientes', 'Customers'],
        icon: IconUserCircle,
      },
      {
        to: '/m/$merchantId/bills',
        may: 'transactions.read',
        label: ['Com vencimento', 'Bills'],
        icon: IconFileInvoice,
      },
      {
        to: '/m/$merchantId/payment-links',
        may: 'transactions.read',
        label: ['Links de pagamento', 'Payment links'],
        icon: IconLink,
      },
      { to: '/m/$merchantId/disputes', may: 'transactions.read', label: ['Contestações', 'Disputes'], icon: IconGavel },
      { to: '/m/$merchantId/statement', may: 'transactions.read', label: ['Extrato', 'Statement'], icon: IconFileText },
      { to: '/m/$merchantId/files', may: 'transactions.read', label: ['Arquivos', 'Files'], icon: IconDownload },
    ],
  },
  {
    label: ['Pagar', 'Pay'],
    entries: [
      { to: '/m/$merchantId/requests', may: 'requests.read', label: ['Solicitações', 'Requests'], icon: IconChecklist },
      { to: '/m/$merchantId/batches', may: 'requests.read', label: ['Lotes', 'Batches'], icon: IconStack2 },
      {
        to: '/m/$merchantId/receivers',
        may: 'receivers.read',
        label: ['Favorecidos', 'Receivers'],
        icon: IconBuildingStore,
      },
    ],
  },
  {
    label: ['Integração', 'Developers'],
    entries: [
      { to: '/m/$merchantId/keys', may: 'keys.read', label: ['Chaves de acesso', 'Access keys'], icon: IconKey },
      { to: '/m/$merchantId/webhooks', may: 'webhooks.read', label: ['Webhooks', 'Webhooks'], icon: IconWebhook },
    ],
  },
  {
    label: ['Conta', 'Account'],
    entries: [
      {
        to: '/m/$merchantId/company',
        may: 'transactions.read',
        label: ['Empresa', 'Company'],
        icon: IconBuildingStore,
      },
      { to: '/m/$merchantId/members', may: 'members.read', label: ['Equipe', 'Team'], icon: IconUsers },
      { to: '/m/$merchantId/audit-log', may: 'auditLog.read', label: ['Auditoria', 'Audit log'], icon: IconHistory },
      {
        to: '/m/$merchantId/personal-data',
        may: 'personalData.own',
        label: ['Dados pessoais', 'Personal data'],
        icon: IconShieldCheck,
      },
    ],
  },
]

/** The menu of operators outside any merchant. */
export const operatorNavigation: NavigationGroup[] = [
  {
    label: null,
    entries: [
      { to: '/operator', may: 'platform.read', label: ['Visão geral', 'Overview'], icon: IconHome },
      {
        to: '/operator/alarms',
        may: 'platform.read',
        label: ['Alarmes', 'Alarms'],
        icon: IconAlertTriangle,
        Badge: RaisedBadge,
      },
      { to: '/operator/reviews', may: 'platform.read', label: ['Análises', 'Reviews'], icon: IconClipboardCheck },
      { to: '/operator/disputes', may: 'platform.read', label: ['Contestações', 'Disputes'], icon: IconGavel },
      {
        to: '/operator/exceptions',
        may: 'platform.read',
        label: ['Exceções do banco', 'Bank exceptions'],
        icon: IconBuildingBank,
      },
      {
        to: '/operator/approvals',
        may: 'platform.read',
        label: ['Aprovações', 'Approvals'],
        icon: IconShieldCheck,
        Badge: WaitingBadge,
      },
      { to: '/operator/banks', may: 'platform.read', label: ['Bancos', 'Banks'], icon: IconPlugConnected },
      {
        to: '/operator/reconciliations',
        may: 'platform.read',
        label: ['Conciliação', 'Reconciliation'],
        icon: IconScale,
      },
      { to: '/operator/merchants', may: 'platform.read', label: ['Lojistas', 'Merchants'], icon: IconBuildingStore },
      {
        to: '/operator/volumes',
        may: 'platform.read',
        label: ['Volumes e tarifas', 'Volumes and fees'],
        icon: IconChartBar,
      },
      { to: '/operator/people', may: 'platform.read', label: ['Pessoas', 'People'], icon: IconUsersGroup },
      { to: '/operator/audit-log', may: 'platform.read', label: ['Auditoria', 'Audit log'], icon: IconHistory },
      {
        to: '/operator/personal-data',
        may: 'personalData.request',
        label: ['Dados pessoais', 'Personal data'],
        icon: IconShieldCheck,
      },
    ],
  },
]
