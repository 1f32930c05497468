import { EmptyState, EmptyStateBody } from '@patternfly/react-core'
import LockIcon from '@patternfly/react-icons/dist/esm/icons/lock-icon'
import { useTranslation } from 'react-i18next'
import { problemOf } from '../api/problem.ts'

interface Props {
  /** The kind of resource that would be listed, in the plural. */
  readonly kind: string
  readonly error: unknown
}

/** Shown instead of a list that policy forbids to the session, with the service's message, which names the rule. */
export const ForbiddenList = ({ kind, error }: Props) => {
  const { t } = useTranslation()
  return (
    <EmptyState
      variant="sm"
      headingLevel="h2"
      icon={LockIcon}
      titleText={t('shell.list.forbidden', { kind })}
    >
      <EmptyStateBody>{problemOf(error).message}</EmptyStateBody>
    </EmptyState>
  )
}
