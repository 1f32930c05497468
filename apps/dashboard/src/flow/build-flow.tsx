import { EmptyState, EmptyStateBody, Skeleton, Stack, StackItem, Title } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { type Item, textAt } from '../panel/item.ts'
import { useSession } from '../session/session-context.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { FlowPicture } from './flow-picture.tsx'
import { Funnel } from './funnel.tsx'
import { timelineOf } from './timeline.ts'
import { useFlow } from './use-flow.ts'

/** The hops of a server's creation; they appear as they happen while it builds. */
export const BuildFlow = ({ server }: { readonly server: Item }) => {
  const { t } = useTranslation()
  const { nimbo } = useSession()
  const id = textAt(server, 'id')
  const status = textAt(server, 'status')
  const { data = [], error, isPending } = useFlow(id, status)
  if (nimbo && isPending) return <Skeleton height="12rem" screenreaderText={t('shell.loading')} />
  if (!nimbo || (error === null && data.length === 0))
    return (
      <EmptyState headingLevel="h2" titleText={t('flow.none')}>
        <EmptyStateBody>{t(nimbo ? 'flow.noneYet' : 'flow.onlyNimbo')}</EmptyStateBody>
      </EmptyState>
    )
  if (error) return <ProblemAlert error={error} />
  return (
    <Stack hasGutter>
      <StackItem>
        <FlowPicture
          title={t('flow.title')}
          timeline={timelineOf(data)}
          growing={status === 'BUILD'}
          built={server}
        />
      </StackItem>
      <StackItem>
        <Title headingLevel="h2" size="lg">
          {t('flow.scheduling')}
        </Title>
        <Funnel serverId={id} />
      </StackItem>
    </Stack>
  )
}
