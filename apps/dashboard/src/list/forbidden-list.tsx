import { EmptyState, EmptyStateBody } from '@patternfly/react-core'
import LockIcon from '@patternfly/react-icons/dist/esm/icons/lock-icon'
import { useTranslation } from 'react-i18next'
import { problemOf } from '../api/problem.ts'

interface Props {
  /** What would be listed, in the plural. */
  readonly kind: string
  readonly error: unknown
}

/** Stands for a list that policy does not let the session see, and names the rule as the service does. */
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
