import { useEffect } from 'react'

/** Sets the title of the browser tab. */
export const usePageTitle = (...parts: readonly string[]): void => {
  const title = [...parts, 'Nimbo'].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
