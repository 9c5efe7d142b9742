import { vi } from 'vitest'
import { linkIn, openMailbox } from '../../../server/test/kit/mailbox.ts'
import { patienceMs } from '../../../server/test/kit/patience.ts'
import { newPersonWithPassword, newPortalPerson } from '../../../server/test/kit/portal-client.ts'
import { openPortal } from '../portal-kit.ts'
import { type States, choose, press, pressInDialog, sees } from './matrix.ts'

type ApprovalsWorld = Awaited<ReturnType<typeof openApprovalsWorld>>

const production = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }

/** A production with two operators, one open request of each, and another owner who waits for the merchant's owners. */
export async function openApprovalsWorld() {
  const mailbox = await openMailbox()
  const portal = await openPortal({ ...production, ...mailbox.settings })
  const { trilho } = portal
  const operatorOf = (name: string) => newPortalPerson(trilho, { isOperator: true, hasPassword: true, name })
  const operator = await operatorOf('Olga Lima')
  const other = await operatorOf('Otto Reis')
  const { merchantId } = await trilho.newMerchant()
  const owner = await newPortalPerson(trilho, { merchantId })
  const mailed = await newPersonWithPassword(trilho, { merchantId })
  const path = `/operator/merchants/${merchantId}`
  const successor = { name: 'Rita Nova', email: 'rita@example.com', note: 'A dona deixou a empresa' }
  const named = await other.post(`${path}/successor`, successor)
  await operator.post(`/operator/approvals/${named.body.data.requested.id}/approve`)
  await trilho.needs.mailer.sendDue()
  const mail = await vi.waitUntil(() => mailbox.mails.find(({ to }) => to === mailed.email), { timeout: patienceMs })
  const token = new URL(linkIn(mail)).pathname.split('/').at(-1) ?? ''
  const plan = await other.put(`${path}/plan`, { fixed: '0.50', percent: '0.99' })
  const limits = await operator.put(`${path}/plan`, { fixed: '0.75', percent: '1.99' })
  const ids = { merchantId, token, id: plan.body.data.requested.id as string }
  const alone = await openPortal(production)
  return {
    portal,
    owner,
    operator,
    ids,
    own: limits.body.data.requested.id as string,
    done: named.body.data.requested.id as string,
    alone: { portal: alone, operator: await newPortalPerson(alone.trilho, { isOperator: true }) },
  }
}

const onAlone = {
  portal: ({ alone }: ApprovalsWorld) => alone.portal,
  as: ({ alone }: ApprovalsWorld) => alone.operator,
}

/** What one operator asks for and another approves, and what owners can stop. */
export const approvalsStates: States<ApprovalsWorld> = {
  '/operator/approvals': [
    { shows: 'open ones' },
    { shows: 'none, to a single operator', ...onAlone, steps: page => sees(page, 'A plataforma tem uma só pessoa') },
    { shows: 'decided ones', steps: page => page.getByRole('tab', { name: 'Decididas' }).click() },
    { shows: 'the rules', steps: page => page.getByRole('tab', { name: 'Regras' }).click() },
  ],
  '/operator/approvals/$id': [
    { shows: 'one to decide', steps: page => page.getByRole('button', { name: 'Aprovar', exact: true }).waitFor() },
    {
      shows: "a person's own",
      ids: ({ own }) => ({ id: own }),
      steps: page => sees(page, 'Você não aprova a própria solicitação'),
    },
    { shows: 'an approved one', ids: ({ done }) => ({ id: done }) },
    {
      shows: 'whether to approve',
      steps: page => press(page, 'Aprovar'),
      opens: 'operations/approvals/approval-screen.tsx',
    },
    {
      shows: 'a refusal that lacks its reason',
      steps: async page => {
        await press(page, 'Recusar')
        await pressInDialog(page, 'Recusar')
        await sees(page, 'Informe o motivo')
      },
      opens: 'operations/approvals/approval-screen.tsx',
    },
  ],
  '/operator/people': [
    {
      shows: 'the roles of an operator',
      query: '?search=Otto',
      steps: page => choose(page, 'Ações de Otto Reis', 'Mudar papéis'),
      opens: 'operations/people/operator-roles-dialog.tsx',
    },
  ],
  '/m/$merchantId/members': [
    { shows: 'another owner who waits', steps: page => sees(page, 'Rita Nova') },
    {
      shows: 'whether to stop another owner',
      steps: page => press(page, 'Impedir'),
      opens: 'tenancy/members/waiting-successors.tsx',
    },
  ],
  '/successor/$token': [
    {
      shows: 'another owner to stop',
      as: () => null,
      steps: page => page.getByRole('button', { name: 'Impedir' }).waitFor(),
    },
    {
      shows: 'that it is invalid',
      as: () => null,
      ids: () => ({ token: 'wrong' }),
      steps: page => sees(page, 'Este link não vale'),
    },
  ],
}
