import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Scope, turnTo } from '../session/session-api.ts'
import { useToast } from './toasts-context.ts'

/** Switches the session to another project, region or the system, and discards all cached data of the previous scope. */
export const useScope = (): ((scope: Scope) => Promise<void>) => {
  const { t } = useTranslation()
  const tell = useToast()
  const queries = useQueryClient()
  return async (scope) => {
    try {
      await turnTo(scope)
      await queries.resetQueries({ predicate: ({ queryKey: [first] }) => first !== 'panel' })
    } catch (error) {
      tell({
        look: 'danger',
        title: t('shell.scope.refused'),
        body: error instanceof Error ? error.message : '',
      })
    }
  }
}
