import { HelperText, HelperTextItem, Spinner } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { problemOf } from '../api/problem.ts'
import type { Outcome } from './use-batch.ts'

/** The result of a batch action for one item. */
export const BatchResult = ({
  outcome,
  begun,
}: {
  readonly outcome: Outcome | undefined
  readonly begun: boolean
}) => {
  const { t } = useTranslation()
  if (outcome === undefined) return begun ? <Spinner size="sm" aria-label={t('shell.loading')} /> : null
  const { message, requestId } = problemOf(outcome.error)
  return (
    <HelperText>
      <HelperTextItem variant={outcome.error === undefined ? 'success' : 'error'}>
        {outcome.error === undefined ? t('shell.done') : message}
        {requestId !== undefined && outcome.error !== undefined && (
          <>
            {' '}
            <code>{requestId}</code>
          </>
        )}
      </HelperTextItem>
    </HelperText>
  )
}
