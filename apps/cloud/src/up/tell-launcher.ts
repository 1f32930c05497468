import type { ReadyLine } from './how-to-reach.ts'

/** How a cloud in the background began: ready, or not at all. */
export type Beginning = { readonly ready: ReadyLine } | { readonly complaint: string }

/** Tells the process that started this one in the background how it began, if there is one, and it still waits. */
export const tellLauncher = (beginning: Beginning): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined || !process.connected) return resolve()
    process.send(beginning, undefined, undefined, () => {
      if (process.connected) process.disconnect()
      resolve()
    })
  })
