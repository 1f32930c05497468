import type { ReadyLine } from './how-to-reach.ts'

/** How the start of a background cloud ended: ready, or failed. */
export type Beginning = { readonly ready: ReadyLine } | { readonly complaint: string }

/**
 * Reports to the process that started this one in the background how the start ended; does nothing when there is none, or it no
 * longer waits.
 */
export const reportToLauncher = (beginning: Beginning): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined || !process.connected) return resolve()
    process.send(beginning, undefined, undefined, () => {
      if (process.connected) process.disconnect()
      resolve()
    })
  })
