import { bilingual } from '../../kit/texts.ts'

export const notificationTexts = bilingual({
  notifications: ['Notificações', 'Notifications'],
  unread: [
    (count: number) =>
      count === 0
        ? 'Notificações'
        : `Notificações: ${count > 99 ? 'mais de 99 não lidas' : `${count} não ${count === 1 ? 'lida' : 'lidas'}`}`,
    (count: number) => (count === 0 ? 'Notifications' : `Notifications: ${count > 99 ? 'over 99' : count} unread`),
  ],
  intro: ['Pendências e problemas.', 'Pending items and problems.'],
  choose: ['Escolher notificações', 'Choose notifications'],
  markAll: ['Marcar todos como lidos', 'Mark all as read'],
  isNew: ['Novo:', 'New:'],
  markOne: [(title: string) => `Marcar como lido: ${title}`, (title: string) => `Mark as read: ${title}`],
  nothing: ['Nenhuma notificação', 'No notifications'],
  nothingHint: [
    'Aprovações que esperam por você, devoluções que falham e webhooks que não chegam aparecem aqui.',
    'Approvals that wait for you, refunds that fail and webhooks that do not arrive show up here.',
  ],
  choices: ['Notificações', 'Notifications'],
  choicesIntro: [
    'Como você recebe notificações de pendências e problemas. Vale só para você.',
    'How you are notified of pending items and problems. Applies only to you.',
  ],
  merchant: ['Lojista', 'Merchant'],
  platform: ['Plataforma', 'Platform'],
  topic: ['Assunto', 'Topic'],
  byMail: ['E-mail', 'E-mail'],
  inPortal: ['Portal', 'Portal'],
  byMailOf: [(topic: string) => `${topic}: por e-mail`, (topic: string) => `${topic}: by e-mail`],
  inPortalOf: [(topic: string) => `${topic}: no portal`, (topic: string) => `${topic}: in the portal`],
  noTopics: ['Seu papel não recebe notificações aqui', 'Your role receives no notifications here'],
})
