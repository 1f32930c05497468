import { Card, CardBody, CardTitle, Skeleton, Stack, StackItem } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { LimitBar } from './limit-bar.tsx'
import type { Limit } from './limit.ts'

interface Props {
  readonly title: string
  readonly limits: { readonly data: readonly Limit[] | undefined; readonly error: Error | null }
}

/** A card with a project's usage and limits in one service; shows the error if the service is unavailable. */
export const LimitsCard = ({ title, limits: { data, error } }: Props) => {
  const { t } = useTranslation()
  return (
    <Card isFullHeight>
      <CardTitle component="h2">{title}</CardTitle>
      <CardBody>
        {error && <ProblemAlert error={error} />}
        {!data && !error && <Skeleton height="8rem" screenreaderText={t('shell.loading')} />}
        <Stack hasGutter>
          {data?.map((limit) => (
            <StackItem key={limit.name}>
              <LimitBar limit={limit} />
            </StackItem>
          ))}
        </Stack>
      </CardBody>
    </Card>
  )
}
