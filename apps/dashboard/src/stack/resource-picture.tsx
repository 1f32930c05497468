import { listResources } from '@nimbo/contracts/orchestration/resources'
import { EmptyState, Skeleton } from '@patternfly/react-core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { clientOf } from '../api/api-clients.ts'
import { useRefresh } from '../api/use-refresh.ts'
import type { Item } from '../panel/item.ts'
import type { TabProps } from '../panel/panel.ts'
import { orchestrationApi } from '@nimbo/contracts/orchestration/api'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { Picture } from '../topology/picture.tsx'
import { resourceGraph } from './resource-graph.ts'
import { useStackPath } from './stack-path.ts'

/**
 * The resources of a stack as a picture that is updated while the stack is created; dependent resources are below those they
 * need.
 */
export const ResourcePicture = ({ item, panel }: TabProps) => {
  const { t } = useTranslation()
  const path = useStackPath(item)
  const { data, error } = useQuery({
    queryKey: ['stack', 'picture', path],
    queryFn: async (): Promise<readonly Item[]> =>
      (await clientOf(orchestrationApi).call(listResources, { path })).resources,
    ...useRefresh(panel),
  })
  const title = t('tab.picture')
  if (error) return <ProblemAlert error={error} />
  if (data === undefined) return <Skeleton height="12rem" screenreaderText={t('shell.loading')} />
  if (data.length === 0)
    return <EmptyState variant="sm" headingLevel="h2" titleText={t('shell.list.empty', { kind: title })} />
  return <Picture graph={resourceGraph(data)} title={title} />
}
