import type { ServerId } from '@nimbo/kernel/ids'
import type { GuestOrder } from './guest-order.ts'

export const serverId = '33333333-2222-4333-8444-555555555555' as ServerId

/** An order for tests, with some parts replaced. */
export const orderOf = (changes: Partial<GuestOrder> = {}): GuestOrder => ({
  id: serverId,
  rootDisk: { from: 'image', cachedImagePath: '/cache/image', cachedImageFormat: 'qcow2', bytes: 1024 ** 3 },
  localDisks: [],
  imageProperties: {},
  volumes: [],
  ...changes,
})
