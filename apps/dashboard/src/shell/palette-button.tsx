import { Button } from '@patternfly/react-core'
import SearchIcon from '@patternfly/react-icons/dist/esm/icons/search-icon'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

/** Opens the command palette, by a click or Ctrl+K. */
export const PaletteButton = () => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
  return (
    <>
      <Button
        variant="plain"
        icon={<SearchIcon />}
        aria-label={t('shell.palette.open')}
        title={`${t('shell.palette.open')} (Ctrl+K)`}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <Palette close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
