import { bilingual } from '../../kit/texts.ts'

export const notificationTexts = bilingual({
  pt: {
    notifications: 'Notificações',
    unread: (count: number) =>
      count === 0
        ? 'Notificações'
        : `Notificações: ${count > 99 ? 'mais de 99 não lidas' : `${count} não ${count === 1 ? 'lida' : 'lidas'}`}`,
    intro: 'Pendências e problemas.',
    choose: 'Escolher notificações',
    markAll: 'Marcar todos como lidos',
    isNew: 'Novo:',
    markOne: (title: string) => `Marcar como lido: ${title}`,
    nothing: 'Nenhuma notificação',
    nothingHint: 'Aprovações que esperam por você, devoluções que falham e webhooks que não chegam aparecem aqui.',
    choices: 'Notificações',
    choicesIntro: 'Como você recebe notificações de pendências e problemas. Vale só para você.',
    merchant: 'Lojista',
    platform: 'Plataforma',
    topic: 'Assunto',
    byMail: 'E-mail',
    inPortal: 'Portal',
    byMailOf: (topic: string) => `${topic}: por e-mail`,
    inPortalOf: (topic: string) => `${topic}: no portal`,
    noTopics: 'Seu papel não recebe notificações aqui',
  },
  en: {
    notifications: 'Notifications',
    unread: (count: number) =>
      count === 0 ? 'Notifications' : `Notifications: ${count > 99 ? 'over 99' : count} unread`,
    intro: 'Pending items and problems.',
    choose: 'Choose notifications',
    markAll: 'Mark all as read',
    isNew: 'New:',
    markOne: (title: string) => `Mark as read: ${title}`,
    nothing: 'No notifications',
    nothingHint: 'Approvals that wait for you, refunds that fail and webhooks that do not arrive show up here.',
    choices: 'Notifications',
    choicesIntro: 'How you are notified of pending items and problems. Applies only to you.',
    merchant: 'Merchant',
    platform: 'Platform',
    topic: 'Topic',
    byMail: 'E-mail',
    inPortal: 'Portal',
    byMailOf: (topic: string) => `${topic}: by e-mail`,
    inPortalOf: (topic: string) => `${topic}: in the portal`,
    noTopics: 'Your role receives no notifications here',
  },
})
