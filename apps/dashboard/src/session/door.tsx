import { Bullseye, Spinner } from '@patternfly/react-core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { sessionKey } from './query-keys.ts'
import { readSession } from './session-api.ts'
import { SessionContext } from './session-context.ts'

const LoginPage = lazy(async () => ({ default: (await import('./login-page.tsx')).LoginPage }))
const minuteMs = 60_000

/** Lets those in who have a session, and keeps the address meanwhile: after the login one is where one wanted to be. */
export const Door = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useTranslation()
  const { data, isPending, error } = useQuery({
    queryKey: sessionKey,
    queryFn: readSession,
    staleTime: minuteMs,
    refetchInterval: minuteMs,
  })
  const waiting = (
    <Bullseye>
      <Spinner aria-label={t('shell.loading')} />
    </Bullseye>
  )
  if (isPending) return waiting
  if (data) return <SessionContext value={data}>{children}</SessionContext>
  return (
    <Suspense fallback={waiting}>
      <LoginPage problem={error?.message} />
    </Suspense>
  )
}
