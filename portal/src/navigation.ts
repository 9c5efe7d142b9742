import {
  IconArrowsExchange,
  IconBuildingBank,
  IconBuildingStore,
  IconChartBar,
  IconChecklist,
  IconClipboardCheck,
  IconDownload,
  IconFileText,
  IconGavel,
  IconHistory,
  IconHome,
  IconKey,
  IconLink,
  IconScale,
  IconStack2,
  IconPlugConnected,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
  type Icon,
} from './kit/icons.tsx'
import type { Language } from './kit/language.ts'
import type { Permission } from './kit/session.ts'

type Label = Record<Language, string>

export type NavigationEntry = {
  /** A path of `routes.tsx`; `$merchantId` stands for the open merchant. */
  to: string
  /** Who lacks it does not see the entry. */
  may: Permission
  label: Label
  icon: Icon
}

export type NavigationGroup = { label: Label | null; entries: NavigationEntry[] }

/** The menu of a merchant's people, and of operators who look at a merchant. */
export const merchantNavigation: NavigationGroup[] = [
  {
    label: null,
    entries: [
      { to: '/m/$merchantId', may: 'transactions.read', label: { pt: 'Início', en: 'Home' }, icon: IconHome },
      {
        to: '/m/$merchantId/transactions',
        may: 'transactions.read',
        label: { pt: 'Transações', en: 'Transactions' },
        icon: IconArrowsExchange,
      },
      {
        to: '/m/$merchantId/payment-links',
        may: 'transactions.read',
        label: { pt: 'Links de pagamento', en: 'Payment links' },
        icon: IconLink,
      },
      {
        to: '/m/$merchantId/disputes',
        may: 'transactions.read',
        label: { pt: 'Contestações', en: 'Disputes' },
        icon: IconGavel,
      },
      {
        to: '/m/$merchantId/statement',
        may: 'transactions.read',
        label: { pt: 'Extrato', en: 'Statement' },
        icon: IconFileText,
      },
      {
        to: '/m/$merchantId/files',
        may: 'transactions.read',
        label: { pt: 'Arquivos', en: 'Files' },
        icon: IconDownload,
      },
    ],
  },
  {
    label: { pt: 'Pagar', en: 'Pay' },
    entries: [
      {
        to: '/m/$merchantId/requests',
        may: 'requests.read',
        label: { pt: 'Solicitações', en: 'Requests' },
        icon: IconChecklist,
      },
      {
        to: '/m/$merchantId/batches',
        may: 'requests.read',
        label: { pt: 'Lotes', en: 'Batches' },
        icon: IconStack2,
      },
      {
        to: '/m/$merchantId/receivers',
        may: 'receivers.read',
        label: { pt: 'Favorecidos', en: 'Receivers' },
        icon: IconBuildingStore,
      },
    ],
  },
  {
    label: { pt: 'Integração', en: 'Developers' },
    entries: [
      {
        to: '/m/$merchantId/keys',
        may: 'keys.read',
        label: { pt: 'Chaves de acesso', en: 'Access keys' },
        icon: IconKey,
      },
      {
        to: '/m/$merchantId/webhooks',
        may: 'webhooks.read',
        label: { pt: 'Webhooks', en: 'Webhooks' },
        icon: IconWebhook,
      },
    ],
  },
  {
    label: { pt: 'Conta', en: 'Account' },
    entries: [
      {
        to: '/m/$merchantId/company',
        may: 'transactions.read',
        label: { pt: 'Empresa', en: 'Company' },
        icon: IconBuildingStore,
      },
      { to: '/m/$merchantId/members', may: 'members.read', label: { pt: 'Equipe', en: 'Team' }, icon: IconUsers },
      {
        to: '/m/$merchantId/audit-log',
        may: 'auditLog.read',
        label: { pt: 'Auditoria', en: 'Audit log' },
        icon: IconHistory,
      },
    ],
  },
]

/** The menu of operators outside any merchant. */
export const operatorNavigation: NavigationGroup[] = [
  {
    label: null,
    entries: [
      { to: '/operator', may: 'platform.read', label: { pt: 'Visão geral', en: 'Overview' }, icon: IconHome },
      {
        to: '/operator/reviews',
        may: 'platform.read',
        label: { pt: 'Análises', en: 'Reviews' },
        icon: IconClipboardCheck,
      },
      {
        to: '/operator/disputes',
        may: 'platform.read',
        label: { pt: 'Contestações', en: 'Disputes' },
        icon: IconGavel,
      },
      {
        to: '/operator/exceptions',
        may: 'platform.read',
        label: { pt: 'Exceções do banco', en: 'Bank exceptions' },
        icon: IconBuildingBank,
      },
      { to: '/operator/banks', may: 'platform.read', label: { pt: 'Bancos', en: 'Banks' }, icon: IconPlugConnected },
      {
        to: '/operator/reconciliations',
        may: 'platform.read',
        label: { pt: 'Conciliação', en: 'Reconciliation' },
        icon: IconScale,
      },
      {
        to: '/operator/merchants',
        may: 'platform.read',
        label: { pt: 'Lojistas', en: 'Merchants' },
        icon: IconBuildingStore,
      },
      {
        to: '/operator/volumes',
        may: 'platform.read',
        label: { pt: 'Volumes e tarifas', en: 'Volumes and fees' },
        icon: IconChartBar,
      },
      { to: '/operator/people', may: 'platform.read', label: { pt: 'Pessoas', en: 'People' }, icon: IconUsersGroup },
      {
        to: '/operator/audit-log',
        may: 'platform.read',
        label: { pt: 'Auditoria', en: 'Audit log' },
        icon: IconHistory,
      },
    ],
  },
]
