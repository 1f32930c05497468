import type { Headers } from '@nimbo/http/message'
import { withoutSystemMetadata } from '../../domain/system-metadata.ts'
import type { Account, AccountTotals, PolicyTotals } from '../../db/accounts.ts'

const sumOf = (all: readonly PolicyTotals[]): AccountTotals => ({
  containers: all.reduce((sum, { containers }) => sum + containers, 0),
  objects: all.reduce((sum, { objects }) => sum + objects, 0),
  bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
})

const figures = (prefix: string, { containers, objects, bytes }: AccountTotals): Headers => ({
  [`${prefix}-container-count`]: String(containers),
  [`${prefix}-object-count`]: String(objects),
  [`${prefix}-bytes-used`]: String(bytes),
})

/** The response headers of an account, including its totals per storage policy. */
export const accountHeaders = (
  { createdAt, metadata }: Account,
  totals: readonly PolicyTotals[],
): Headers => ({
  ...withoutSystemMetadata(metadata),
  ...figures('x-account', sumOf(totals)),
  ...Object.assign(
    {},
    ...totals.map((one) => figures(`x-account-storage-policy-${one.policy.toLowerCase()}`, one)),
  ),
  'x-timestamp': createdAt,
  'accept-ranges': 'bytes',
})
