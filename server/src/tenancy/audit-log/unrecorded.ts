/**
 * Calls of the portal that leave no audit entry, each with the reason. Every other call that changes something declares
 * its action.
 */
export const unrecorded: Record<string, string> = {
  'POST /confirm': 'shows again who is signed in; what is then done has its own entry',
  'POST /password-reset': 'anybody may ask, and nothing changes until the link is used',
  'POST /second-factor': 'the secret counts for nothing until its first code is given',
  'POST /merchants/:merchantId/notifications/read': 'marks own notifications as read',
  'POST /operator/notifications/read': 'marks own notifications as read',
  'POST /merchants/:merchantId/saved-filters': 'a filter that only its owner sees',
  'DELETE /merchants/:merchantId/saved-filters/:filterId': 'a filter that only its owner sees',
  'POST /merchants/:merchantId/file-schedules/try-bucket':
    'writes a test file into the bucket of the form, and stores nothing',
  'POST /merchants/:merchantId/payout-batches/read': 'a preview, nothing is stored',
  'POST /merchants/:merchantId/payout-batches/check': 'a preview, nothing is stored',
  'POST /merchants/:merchantId/payout-batches/check-one': 'a preview, nothing is stored',
  'POST /operator/bank-connections/:connectionId/check': 'asks the bank, and stores nothing',
}
