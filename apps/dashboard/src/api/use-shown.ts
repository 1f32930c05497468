import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void): (() => void) => {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** Whether the page can be seen; false while its tab is in the background. */
export const useShown = (): boolean =>
  useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
