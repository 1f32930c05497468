import { type RefObject, useEffect, useRef } from 'react'

/**
 * On a narrow screen the library calls the button that opens the list of steps “Wizard toggle”, in every language, though the button
 * shows the current step. Without that label its name is what it shows.
 */
export const useSpokenToggle = (): RefObject<HTMLDivElement | null> => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('.pf-v6-c-wizard__toggle')?.removeAttribute('aria-label'))
  return place
}
