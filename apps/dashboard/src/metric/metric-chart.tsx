import { Card, CardBody, CardTitle, Skeleton } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { type Item, textAt } from '../panel/item.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { LineChart } from './line-chart.tsx'
import { useMeasures } from './use-measures.ts'

interface Props {
  readonly metric: Item
  /** The name of the part that the metric belongs to, for example a disk of the server. */
  readonly part?: string | undefined
  readonly periodSeconds: number
}

/** A metric as a chart, with a summary as text. */
export const MetricChart = ({ metric, part, periodSeconds }: Props) => {
  const { t, i18n } = useTranslation()
  const { data, error, resolution } = useMeasures(metric, periodSeconds)
  const name = [textAt(metric, 'name') || textAt(metric, 'id'), part].filter(Boolean).join(' · ')
  const unit = textAt(metric, 'unit')
  const isRate = resolution?.aggregation === 'rate:mean'
  const title = [name, unit === '' ? '' : `(${unit}${isRate ? ` ${t('shell.meter.each')}` : ''})`].join(' ')
  const said = (value: number) =>
    new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 }).format(value)
  const values = data?.map(({ value }) => value) ?? []
  const last = values.at(-1)
  return (
    <Card component="section" isCompact>
      <CardTitle component="h2">{title}</CardTitle>
      <CardBody>
        {error && <ProblemAlert error={error} />}
        {data === undefined && !error && <Skeleton height="12rem" screenreaderText={t('shell.loading')} />}
        {data !== undefined && data.length === 0 && <p>{t('shell.meter.none')}</p>}
        {data !== undefined && last !== undefined && (
          <>
            <LineChart title={title} measures={data} periodSeconds={periodSeconds} />
            <p>
              {t('shell.meter.summary', {
                last: said(last),
                least: said(Math.min(...values)),
                most: said(Math.max(...values)),
                count: values.length,
              })}
            </p>
          </>
        )}
      </CardBody>
    </Card>
  )
}
