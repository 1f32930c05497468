import type { Operation } from '@nimbo/operation/operation'
import { Skeleton } from '@patternfly/react-core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { stringify } from 'yaml'
import { clientOf } from '../api/api-clients.ts'
import { pathOf } from '../api/items.ts'
import { CodeView } from '../detail/code-view.tsx'
import type { Values } from '../panel/values.ts'
import { orchestrationApi } from '@nimbo/contracts/orchestration/api'
import { ProblemAlert } from '../shell/problem-alert.tsx'

interface Props {
  readonly operation: Operation
  readonly path: Values
  readonly query?: Values
}

/** A reply of the orchestration service as YAML. */
export const ReplyAsYaml = ({ operation, path, query = {} }: Props) => {
  const { t } = useTranslation()
  const { data, error } = useQuery({
    queryKey: ['stack', 'yaml', operation.id, path, query],
    queryFn: async () => {
      const request = { path: pathOf(path), query }
      return stringify((await clientOf(orchestrationApi).perform(operation, request)).body)
    },
  })
  if (error) return <ProblemAlert error={error} />
  if (data === undefined) return <Skeleton height="12rem" screenreaderText={t('shell.loading')} />
  return <CodeView text={data} />
}
