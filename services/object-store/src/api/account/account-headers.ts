import type { Headers } from '@nimbo/http/message'
import type { Account, AccountTotals } from '../../db/accounts.ts'

/** What a reply about an account says of it. */
export const accountHeaders = ({ createdAt, metadata }: Account, totals: AccountTotals): Headers => ({
  ...metadata,
  'x-account-container-count': String(totals.containers),
  'x-account-object-count': String(totals.objects),
  'x-account-bytes-used': String(totals.bytes),
  'x-account-storage-policy-policy-0-container-count': String(totals.containers),
  'x-account-storage-policy-policy-0-object-count': String(totals.objects),
  'x-account-storage-policy-policy-0-bytes-used': String(totals.bytes),
  'x-timestamp': createdAt,
  'accept-ranges': 'bytes',
})
