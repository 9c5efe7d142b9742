import type { Translated } from '../../../platform/http/languages.ts'
import { sharedTexts, wording } from '../kit/texts.ts'

/** Everything that the page for ending reminders says, Portuguese and English side by side. */
const texts = {
  ...sharedTexts,
  stopTitle: ['Parar os lembretes', 'Stop reminders'],
  stopIntro: [
    'Você recebe lembretes das cobranças de {merchant}. Quer parar de receber?',
    'You get reminders of bills from {merchant}. Do you want to stop them?',
  ],
  stop: ['Não quero mais lembretes', 'Send me no more reminders'],
  stoppedTitle: ['Lembretes interrompidos', 'Reminders stopped'],
  stoppedIntro: [
    'Você não recebe mais lembretes das cobranças de {merchant}. As cobranças continuam valendo.',
    'You get no more reminders of bills from {merchant}. The bills are still valid.',
  ],
  resume: ['Voltar a receber lembretes', 'Send me reminders again'],
  notFoundTitle: ['Página não encontrada', 'Page not found'],
  notFoundIntro: [
    'O endereço está incompleto ou não existe. Abra de novo o link da mensagem.',
    'The address is incomplete or does not exist. Open the link in the message again.',
  ],
} as const satisfies Record<string, Translated>

export const wordsIn = wording(texts)
