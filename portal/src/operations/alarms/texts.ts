import { ruleWords, thresholdWords } from '../../../../server/src/operations/alarms/words.ts'
import { bilingual } from '../../kit/texts.ts'

export const ruleTexts = bilingual(ruleWords)
export const thresholdTexts = bilingual(thresholdWords)

export const alarmTexts = bilingual({
  alarms: ['Alarmes', 'Alarms'],
  intro: [
    'O que precisa de alguém agora. Cada alarme tem um roteiro, não se repete depois de reconhecido e se encerra sozinho quando a causa deixa de existir.',
    'What needs a person now. Each alarm has a runbook, is not repeated once it is acknowledged, and ends by itself when its cause is gone.',
  ],
  open: ['Abertos', 'Open'],
  ended: ['Encerrados', 'Ended'],
  rules: ['Regras', 'Rules'],
  what: ['O quê', 'What'],
  severity: ['Gravidade', 'Severity'],
  state: ['Situação', 'State'],
  since: ['Desde', 'Since'],
  until: ['Até', 'Until'],
  lookedAfterBy: [(name: string) => `Com ${name}`, (name: string) => `With ${name}`],
  noOpen: ['Nenhum alarme', 'No alarms'],
  noOpenHint: [
    'Todas as regras foram medidas e nada precisa de alguém.',
    'All rules were measured, and nothing needs a person.',
  ],
  noEnded: ['Nenhum alarme encerrado ainda', 'No alarm has ended yet'],
  noEndedHint: [
    'Os alarmes encerrados ficam aqui, com quem cuidou deles e o que escreveu.',
    'Ended alarms stay here, with who looked after them and what they wrote.',
  ],
  rulesIntro: [
    'O que é medido uma vez por minuto. Os limites são configurações do servidor.',
    'What is measured once a minute. Thresholds are settings of the server.',
  ],
  rule: ['Regra', 'Rule'],
  threshold: ['Quando', 'When'],
  setting: ['Configuração', 'Setting'],
  measured: ['Medição', 'Measured'],
  isMeasured: ['Em dia', 'Up to date'],
  unmeasured: ['Falhou na última vez', 'Failed the last time'],
  evaluated: ['Última medição:', 'Last measured:'],
  neverEvaluated: [
    'As regras ainda não foram medidas. Um worker precisa estar em execução.',
    'The rules have not been measured yet. A worker must be running.',
  ],
  staleTitle: ['As regras não são medidas', 'The rules are not measured'],
  staleHint: [
    'Há mais de cinco minutos nenhum worker mede as regras: enquanto isso ninguém é avisado.',
    'No worker has measured the rules for more than five minutes: meanwhile nobody is notified.',
  ],
  withWebhook: [
    'Alarmes saem por e-mail a quem quiser e pelo webhook da operação.',
    "Alarms go by mail to those who want them, and to the operators' webhook.",
  ],
  withoutWebhook: [
    'Alarmes saem por e-mail a quem quiser. Sem ALARM_WEBHOOK_URL, nenhum webhook é chamado.',
    'Alarms go by mail to those who want them. Without ALARM_WEBHOOK_URL no webhook is called.',
  ],
  notFound: ['Este alarme não existe', 'This alarm does not exist'],
  back: ['Voltar aos alarmes', 'Back to alarms'],
  whatHappened: ['O que foi medido', 'What was measured'],
  found: ['Medido', 'Measured'],
  limit: ['Regra', 'Rule'],
  notified: ['Avisos', 'Notices'],
  notifiedTimes: [
    (count: number) => (count === 1 ? '1 aviso, em' : `${count} avisos, o último em`),
    (count: number) => (count === 1 ? '1 notice, on' : `${count} notices, the last on`),
  ],
  runbook: ['O que fazer', 'What to do'],
  look: ['Abrir a tela', 'Open the screen'],
  acknowledge: ['Reconhecer', 'Acknowledge'],
  acknowledgeIntro: [
    'Diga o que você vai fazer. O alarme não se repete, a não ser que a causa cresça, e os outros operadores veem que está com você.',
    'Say what you are going to do. The alarm is not repeated, unless its cause grows, and other operators see that you look after it.',
  ],
  note: ['O que você vai fazer', 'What you are going to do'],
  noteHint: [
    'De 3 a 500 caracteres. Fica com o alarme e na auditoria.',
    '3 to 500 characters. It stays with the alarm and in the audit log.',
  ],
  noteMissing: [
    'Informe em pelo menos 3 caracteres o que vai fazer',
    'Enter at least 3 characters about what you are going to do',
  ],
  acknowledged: ['Reconhecido', 'Acknowledged'],
  done: ['Alarme reconhecido', 'Alarm acknowledged'],
  by: ['Por', 'By'],
  when: ['Quando', 'When'],
  calls: ['Chamadas do webhook', 'Webhook calls'],
  call: ['Evento', 'Event'],
  AlarmRaised: ['Alarme aberto', 'Alarm raised'],
  AlarmRepeated: ['Alarme repetido', 'Alarm repeated'],
  AlarmEnded: ['Alarme encerrado', 'Alarm ended'],
  result: ['Resultado', 'Result'],
  sent: ['Entregue', 'Delivered'],
  failed: [
    (fault: string, attempts: number) => `Sem sucesso: ${fault} (tentativas: ${attempts})`,
    (fault: string, attempts: number) => `Failed: ${fault} (attempts: ${attempts})`,
  ],
  waiting: ['Aguarda', 'Waiting'],
  raisedCount: [
    (count: number) => (count === 1 ? '1 alarme aberto' : `${count} alarmes abertos`),
    (count: number) => (count === 1 ? '1 open alarm' : `${count} open alarms`),
  ],
})
