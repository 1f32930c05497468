import { PageSection, Stack, StackItem, Title } from '@patternfly/react-core'
import { useQuery } from '@tanstack/react-query'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import type { Panel } from '../panel/panel.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'

interface Props {
  readonly panel: Panel
  readonly itemKey: string
  readonly error: Error
}

/** The page of an item that cannot be shown: the error and, for a deleted item, the panel's `gone` component. */
export const GoneItem = ({ panel: { id, gone }, itemKey, error }: Props) => {
  const { data } = useQuery({
    queryKey: ['panel', 'gone', id],
    queryFn: async () => ({ Known: await gone?.() }),
    enabled: gone !== undefined && isRemote(error, 404),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <PageSection>
      <Stack hasGutter>
        <StackItem>
          <Title headingLevel="h1">{itemKey}</Title>
        </StackItem>
        <StackItem>
          <ProblemAlert error={error} />
        </StackItem>
        {data?.Known && (
          <StackItem>
            <data.Known itemKey={itemKey} />
          </StackItem>
        )}
      </Stack>
    </PageSection>
  )
}
