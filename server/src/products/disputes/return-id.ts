const mark = 'dispute:'

/** The id of a refund that gives back what a dispute has blocked. Nobody else knows it before. */
export const returnIdOf = (id: string): string => mark + id
export const isReturnId = (refundId: string): boolean => refundId.startsWith(mark)

/** How the ids of refunds begin that a bank has made by itself. */
export const takenMark = 'bank:'
