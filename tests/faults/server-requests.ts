import type { Asked, Request, Subject } from './move.ts'

/** A server action, with the statuses in which the server may end. */
export const action = (body: object | ((of: Subject) => object), ...statuses: readonly string[]): Asked => ({
  request: (of): Request => ({
    ...{ method: 'post', path: `/servers/${of.id}/action` },
    body: typeof body === 'function' ? body(of) : body,
  }),
  statuses,
})

/** Actions that several moves of the matrix request. */
export const resize = action(({ flavorRef }) => ({ resize: { flavorRef } }), ...['VERIFY_RESIZE', 'ACTIVE'])
export const confirm: Asked = { ...action({ confirmResize: null }, 'ACTIVE', 'VERIFY_RESIZE'), answers: 204 }
export const shelve = action({ shelve: null }, 'SHELVED_OFFLOADED', 'ACTIVE')
export const unshelve = action({ unshelve: null }, 'ACTIVE', 'SHELVED_OFFLOADED')
export const restore = action({ restore: null }, 'ACTIVE', 'SOFT_DELETED')
export const pause = action({ pause: null }, 'PAUSED', 'ACTIVE')
export const unpause = action({ unpause: null }, 'ACTIVE', 'PAUSED')
export const suspend = action({ suspend: null }, 'SUSPENDED', 'ACTIVE')
export const resume = action({ resume: null }, 'ACTIVE', 'SUSPENDED')
export const stop = action({ 'os-stop': null }, 'SHUTOFF', 'ACTIVE')
export const start = action({ 'os-start': null }, 'ACTIVE', 'SHUTOFF')
export const rescue: Asked = { ...action({ rescue: {} }, 'RESCUE', 'ACTIVE'), answers: 200 }
export const unrescue = action({ unrescue: null }, 'ACTIVE', 'RESCUE')
