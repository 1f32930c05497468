import { Alert } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { problemOf } from '../api/problem.ts'

/** Shows an error with the request id, by which it is found in the log of the service. */
export const ProblemAlert = ({ error, title }: { readonly error: unknown; readonly title?: string }) => {
  const { t } = useTranslation()
  const { message, requestId, status } = problemOf(error)
  const heading =
    title ?? (status === undefined || status >= 500 ? t('shell.problem.away') : t('shell.problem.refused'))
  return (
    <Alert component="p" isInline variant="danger" title={heading}>
      <p>{message}</p>
      {requestId !== undefined && (
        <p>
          {t('shell.problem.requestId')} <code>{requestId}</code>
        </p>
      )}
    </Alert>
  )
}
