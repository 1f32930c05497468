import { Stack, StackItem, Title } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { LimitBar } from '../quota/limit-bar.tsx'
import { useComputeLimits, useVolumeLimits } from '../quota/use-limits.ts'
import type { ServerDraft } from './server-draft.ts'
import { useFlavors } from './use-flavors.ts'

/** The quota usage of the project, and what it would be with the servers of the draft. */
export const QuotaPreview = ({ draft }: { readonly draft: ServerDraft }) => {
  const { t } = useTranslation()
  const { data: compute = [] } = useComputeLimits()
  const { data: volume = [] } = useVolumeLimits()
  const { data: flavors = [] } = useFlavors()
  const flavor = flavors.find(({ id }) => id === draft.flavorId)
  const withVolume = draft.volumeSize !== undefined || draft.source === 'snapshot'
  const more: Readonly<Record<string, number>> = {
    instances: draft.count,
    vcpus: draft.count * Number(flavor?.vcpus ?? 0),
    ram: draft.count * Number(flavor?.ram ?? 0),
    ...(withVolume ? { volumes: draft.count, gigabytes: draft.count * (draft.volumeSize ?? 0) } : {}),
  }
  return (
    <Stack hasGutter className="nimbo-quota">
      <StackItem>
        <Title headingLevel="h2">{t('shell.quota.title')}</Title>
      </StackItem>
      {[...compute, ...volume]
        .filter(({ name }) => name in more)
        .map((limit) => (
          <StackItem key={limit.name}>
            <LimitBar limit={limit} more={more[limit.name] ?? 0} />
          </StackItem>
        ))}
    </Stack>
  )
}
