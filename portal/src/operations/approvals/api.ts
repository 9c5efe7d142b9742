import { queryOptions } from '@tanstack/react-query'
import type {
  ApprovalRules,
  ApprovalSummary,
  OperatorRequestItem,
  OperatorRequestView,
} from '../../../../server/src/tenancy/people/operator-requests/portal-schemas.ts'
import { api } from '../../kit/api.ts'

export type { ApprovalRules, OperatorRequestItem, OperatorRequestView }

export const approvalsPath = '/operator/approvals'
const approvalPath = (id: string) => `${approvalsPath}/${encodeURIComponent(id)}`

export const readApproval = (id: string) => api.get<OperatorRequestView>(approvalPath(id))
export const approveRequest = (id: string) => api.post<OperatorRequestView>(`${approvalPath(id)}/approve`)
export const refuseRequest = (id: string, form: { note: string }) =>
  api.post<OperatorRequestView>(`${approvalPath(id)}/refuse`, form)

export const approvalKeys = {
  all: ['operator', 'approvals'],
  one: (id: string) => ['operator', 'approvals', 'one', id],
}

/** For the banner and the badge of the menu. */
export const summaryQuery = queryOptions({
  queryKey: [...approvalKeys.all, 'summary'],
  queryFn: () => api.get<ApprovalSummary>(`${approvalsPath}/summary`),
  refetchInterval: 60_000,
})

export const rulesQuery = queryOptions({
  queryKey: [...approvalKeys.all, 'rules'],
  queryFn: () => api.get<ApprovalRules>(`${approvalsPath}/rules`),
  staleTime: 3_600_000,
})
