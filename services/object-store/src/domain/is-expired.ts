import type { Clock } from '@nimbo/kernel/clock'

/** Whether an object has expired, so that no request sees it any more. */
export const isExpired = ({ deleteAt }: { readonly deleteAt: number | null }, clock: Clock): boolean =>
  deleteAt !== null && deleteAt * 1000 <= clock.now()
