import { useEffect } from 'react'

/** Says in the browser's title where one is. */
export const usePageTitle = (...parts: readonly string[]): void => {
  const title = [...parts, 'Nimbo'].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
