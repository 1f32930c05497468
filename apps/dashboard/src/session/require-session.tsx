import { Bullseye, Spinner } from '@patternfly/react-core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { SessionContext } from './session-context.ts'
import { sessionQuery } from './session-query.ts'

const LoginPage = lazy(async () => ({ default: (await import('./login-page.tsx')).LoginPage }))

/**
 * Renders its children if there is a session, otherwise the login. The URL stays the same, so the login leads to the requested
 * page.
 */
export const RequireSession = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useTranslation()
  const { data, isPending, error } = useQuery({ ...sessionQuery, refetchInterval: sessionQuery.staleTime })
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
