import { Skeleton } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { FlowPicture } from './flow-picture.tsx'
import { timelineOf } from './timeline.ts'
import { useActionHops } from './use-actions.ts'

/** The line of the request hop; times are relative to it. */
const requestLine = 1

interface Props {
  readonly serverId: string
  readonly requestId: string
}

/** One action of a server, step by step. */
export const ActionFlow = ({ serverId, requestId }: Props) => {
  const { t } = useTranslation()
  const { data, error } = useActionHops(serverId, requestId)
  if (error) return <ProblemAlert error={error} />
  if (data === undefined) return <Skeleton height="12rem" screenreaderText={t('shell.loading')} />
  const growing = data.some(({ status }) => status === 'running')
  return <FlowPicture title={t('flow.steps')} timeline={timelineOf(data, requestLine)} growing={growing} />
}
