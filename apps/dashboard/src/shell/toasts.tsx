import { Alert, AlertActionCloseButton, AlertGroup } from '@patternfly/react-core'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Toast, ToastsContext } from './toasts-context.ts'

interface Shown extends Toast {
  readonly id: number
}

/** Errors stay until they are dismissed. */
const shownMs = 6000

export const Toasts = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useTranslation()
  const [shown, setShown] = useState<readonly Shown[]>([])
  const close = (id: number) => setShown((all) => all.filter((each) => each.id !== id))
  const tell = useCallback(
    (toast: Toast) => setShown((all) => [...all.slice(-4), { ...toast, id: (all.at(-1)?.id ?? 0) + 1 }]),
    [],
  )
  return (
    <ToastsContext value={tell}>
      {children}
      <AlertGroup isToast isLiveRegion aria-label={t('shell.toasts')}>
        {shown.map(({ id, look, title, body }) => (
          <Alert
            component="p"
            key={id}
            variant={look}
            title={title}
            timeout={look === 'danger' ? false : shownMs}
            onTimeout={() => close(id)}
            actionClose={<AlertActionCloseButton title={t('shell.close')} onClose={() => close(id)} />}
          >
            {body}
          </Alert>
        ))}
      </AlertGroup>
    </ToastsContext>
  )
}
