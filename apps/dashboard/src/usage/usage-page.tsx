import { PageSection, Skeleton, Title } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { useOptions } from '../form/use-options.ts'
import { LineChart } from '../metric/line-chart.tsx'
import { usePeriod } from '../metric/use-period.tsx'
import { useArea } from '../panel/area-context.ts'
import { useSession } from '../session/session-context.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { usePageTitle } from '../shell/use-page-title.ts'
import { AmountTable } from './amount-table.tsx'
import { ServerUsages } from './server-usages.tsx'
import { useServerHours, useUsage } from './use-usage.ts'

interface Asked {
  readonly periodSeconds: number
  readonly everybody: boolean
}

/** Metered amounts: servers by flavor, volumes by type, floating IPs. */
const Metered = ({ asked }: { readonly asked: Asked }) => {
  const { t, i18n } = useTranslation()
  const { projects } = useSession()
  const whole = useUsage(asked, true)
  const parts = useServerHours(asked, true)
  const amounts = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 })
  const projectOf = (id: string | null): string => projects.find((one) => one.id === id)?.name ?? id ?? ''
  // Metering shows volume types by id.
  const { data: types = [] } = useOptions({ to: 'volume-types' })
  const detailOf = (detail: string): string => types.find(({ value }) => value === detail)?.label ?? detail
  const title = t('shell.usage.used')
  const error = whole.error ?? parts.error
  const columns = ['kind', 'detail', 'amount', 'unit']
  return (
    <>
      <PageSection>
        <Title headingLevel="h2">{title}</Title>
        {error && <ProblemAlert error={error} />}
        {whole.isPending && <Skeleton height="6rem" screenreaderText={t('shell.loading')} />}
        {whole.data && (
          <AmountTable
            name="usage"
            title={title}
            columns={asked.everybody ? ['project_id', ...columns] : columns}
            rows={whole.data.map(({ project_id, kind, detail, amount, unit }) => [
              ...(asked.everybody ? [projectOf(project_id)] : []),
              ...[
                t(`shell.usage.${kind}`, { defaultValue: kind }),
                detailOf(detail),
                amounts.format(amount),
                unit,
              ],
            ])}
          />
        )}
      </PageSection>
      <PageSection>
        <Title headingLevel="h2">{t('shell.usage.hours')}</Title>
        {parts.data && (
          <LineChart
            title={t('shell.usage.hours')}
            measures={parts.data}
            periodSeconds={asked.periodSeconds}
            bars
          />
        )}
      </PageSection>
    </>
  )
}

/** The usage of the project or of all projects in a period, as a basis for billing. */
export const UsagePage = () => {
  const { t } = useTranslation()
  const { project, services } = useSession()
  const everybody = useArea() === 'admin'
  const { periodSeconds, select } = usePeriod('month', ['day', 'week', 'month', 'quarter'])
  const title = t('panel.usage.many')
  usePageTitle(title)
  return (
    <>
      <PageSection>
        <Title headingLevel="h1">{title}</Title>
        {select}
      </PageSection>
      {services.includes('metering') && <Metered asked={{ periodSeconds, everybody }} />}
      {project && !everybody && (
        <PageSection>
          <ServerUsages projectId={project.id} periodSeconds={periodSeconds} />
        </PageSection>
      )}
    </>
  )
}
