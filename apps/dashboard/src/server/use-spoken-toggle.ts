import { type RefObject, useEffect, useRef } from 'react'

/**
 * Removes the label “Wizard toggle”, in every language the same, from PatternFly's button that opens the list of steps on a
 * narrow screen. Screen readers then read the text of the button, which is the current step.
 */
export const useSpokenToggle = (): RefObject<HTMLDivElement | null> => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('.pf-v6-c-wizard__toggle')?.removeAttribute('aria-label'))
  return place
}
