import { bilingual } from '../../kit/texts.ts'

export const notificationTexts = bilingual({
  pt: {
    notifications: 'Avisos',
    unread: (count: number) =>
      count === 0
        ? 'Avisos'
        : `Avisos: ${count > 99 ? 'mais de 99 não lidos' : `${count} não ${count === 1 ? 'lido' : 'lidos'}`}`,
    intro: 'O que espera por você e o que deu errado.',
    choose: 'Escolher avisos',
    markAll: 'Marcar todos como lidos',
    isNew: 'Novo:',
    markOne: (title: string) => `Marcar como lido: ${title}`,
    nothing: 'Nenhum aviso',
    nothingHint: 'Aprovações que esperam por você, devoluções que falham e webhooks que não chegam aparecem aqui.',
    choices: 'Avisos',
    choicesIntro: 'Como você quer saber do que espera por você ou deu errado. Vale só para você.',
    merchant: 'Empresa',
    platform: 'Plataforma',
    topic: 'Assunto',
    byMail: 'E-mail',
    inPortal: 'Portal',
    byMailOf: (topic: string) => `${topic}: por e-mail`,
    inPortalOf: (topic: string) => `${topic}: no portal`,
    noTopics: 'Seu papel não recebe avisos aqui',
  },
  en: {
    notifications: 'Notifications',
    unread: (count: number) =>
      count === 0 ? 'Notifications' : `Notifications: ${count > 99 ? 'over 99' : count} unread`,
    intro: 'What waits for you, and what went wrong.',
    choose: 'Choose what to be told',
    markAll: 'Mark all as read',
    isNew: 'New:',
    markOne: (title: string) => `Mark as read: ${title}`,
    nothing: 'No notifications',
    nothingHint: 'Approvals that wait for you, refunds that fail and webhooks that do not arrive show up here.',
    choices: 'Notifications',
    choicesIntro: 'How you want to hear of what waits for you or went wrong. Only for yourself.',
    merchant: 'Merchant',
    platform: 'Platform',
    topic: 'Topic',
    byMail: 'E-mail',
    inPortal: 'Portal',
    byMailOf: (topic: string) => `${topic}: by e-mail`,
    inPortalOf: (topic: string) => `${topic}: in the portal`,
    noTopics: 'Your role is not told anything here',
  },
})
