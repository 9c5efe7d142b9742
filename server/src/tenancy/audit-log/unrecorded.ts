/** Mutating calls of the portal that leave no audit entry, each with the reason. All others declare their act. */
export const unrecorded: Record<string, string> = {
  'POST /confirm': 'shows again who is signed in; what is then done has its own entry',
  'POST /confirm/passkey': 'shows again who is signed in; what is then done has its own entry',
  'POST /confirm/passkey-options': 'a challenge, nothing is stored',
  'POST /sign-in/passkey-options': 'a challenge, nothing is stored',
  'POST /passkeys/options': 'a challenge, nothing is stored',
  'POST /sso/start': 'leads to the identity provider, nothing is stored',
  'POST /sso/start-confirm': 'leads to the identity provider, nothing is stored',
  'POST /sso/start-link': 'leads to the identity provider, nothing is stored',
  'POST /password-reset': 'anybody may ask, and nothing changes until the link is used',
  'POST /second-factor': 'the secret counts for nothing until its first code is given',
  'POST /merchants/:merchantId/notifications/read': 'marks own notifications as read',
  'POST /operator/notifications/read': 'marks own notifications as read',
  'POST /merchants/:merchantId/saved-filters': 'a filter that only its owner sees',
  'DELETE /merchants/:merchantId/saved-filters/:filterId': 'a filter that only its owner sees',
  'POST /merchants/:merchantId/file-schedules/try-bucket':
    'writes a test file into the bucket of the form, and stores nothing',
  'POST /merchants/:merchantId/customers/import/preview': 'a preview, nothing is stored',
  'POST /merchants/:merchantId/bills/preview': 'a preview, nothing is stored',
  'POST /merchants/:merchantId/bills/imports/preview': 'a preview, nothing is stored',
  'POST /merchants/:merchantId/reminder-plan/preview': 'a preview, nothing is stored',
  'POST /merchants/:merchantId/payout-batches/read': 'a preview, nothing is stored',
  'POST /merchants/:merchantId/payout-batches/check': 'a preview, nothing is stored',
  'POST /merchants/:merchantId/payout-batches/check-one': 'a preview, nothing is stored',
  'POST /operator/merchants/:merchantId/evidence':
    'the act it is evidence of has its checksum; unused, it is deleted after a day',
  'POST /operator/bank-connections/:connectionId/check': 'asks the bank, and stores nothing',
}
