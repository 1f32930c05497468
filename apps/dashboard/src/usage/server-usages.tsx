import { computeApi } from '@nimbo/contracts/compute/api'
import { showTenantUsage } from '@nimbo/contracts/compute/tenant-usage'
import { Skeleton, Title } from '@patternfly/react-core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { clientOf } from '../api/api-clients.ts'
import { readableBytes } from '../cell/readable.ts'
import { isItem, type Item, textAt } from '../panel/item.ts'
import { itemsIn } from '../panel/reply-items.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { AmountTable } from './amount-table.tsx'

const useServerUsages = (tenant_id: string, periodSeconds: number) =>
  useQuery({
    queryKey: ['server', 'usage', tenant_id, periodSeconds],
    queryFn: async (): Promise<readonly Item[]> => {
      // Without a zone: the service reads them as UTC.
      const [end, start] = [0, periodSeconds].map((ago) =>
        new Date(Date.now() - ago * 1000).toISOString().slice(0, 19),
      )
      const { tenant_usage } = await clientOf(computeApi).call(showTenantUsage, {
        path: { tenant_id },
        query: { start, end },
      })
      return isItem(tenant_usage) ? itemsIn(tenant_usage.server_usages) : []
    },
  })

interface Props {
  readonly projectId: string
  readonly periodSeconds: number
}

/** The running time of each server of a project in a period, including deleted ones. */
export const ServerUsages = ({ projectId, periodSeconds }: Props) => {
  const { t, i18n } = useTranslation()
  const { data, error } = useServerUsages(projectId, periodSeconds)
  const hours = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  return (
    <>
      <Title headingLevel="h2">{t('panel.servers.many')}</Title>
      {error && <ProblemAlert error={error} />}
      {data === undefined && !error && <Skeleton height="6rem" screenreaderText={t('shell.loading')} />}
      {data && (
        <AmountTable
          name="server-usage"
          title={t('panel.servers.many')}
          columns={['name', 'flavor', 'vcpus', 'ram', 'state', 'hours']}
          rows={data.map((one) => [
            textAt(one, 'name'),
            textAt(one, 'flavor'),
            textAt(one, 'vcpus'),
            readableBytes(Number(one.memory_mb ?? 0) * 1024 ** 2),
            t(`state.${textAt(one, 'state')}`, { defaultValue: textAt(one, 'state') }),
            hours.format(Number(one.hours ?? 0)),
          ])}
        />
      )}
    </>
  )
}
