import {
  Card,
  CardBody,
  CardTitle,
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
} from '@patternfly/react-core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusLabel } from '../cell/status-label.tsx'
import { wordOf } from './hop.ts'
import { sourcePlaces } from './source-places.ts'
import type { PlacedHop } from './timeline.ts'

const shownOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** All about one hop: the request, its result, its place in the source code, and its purpose. */
export const HopDetails = ({ placed }: { readonly placed: PlacedHop }) => {
  const { t } = useTranslation()
  const { hop, at, attempt } = placed
  const place = sourcePlaces[hop.name]
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['what', t(`flow.what.${wordOf(hop)}`, { defaultValue: hop.what })],
    ['why', t(`flow.why.${wordOf(hop)}`, { defaultValue: '' })],
    ['way', `${hop.from} → ${hop.to} (${t(`flow.how.${hop.how}`, { defaultValue: hop.how })})`],
    ['began', `${hop.started_at} (${at < 0 ? t('flow.before') : `+${at} ms`})`],
    ['took', `${hop.duration_ms} ms`],
    ['status', <StatusLabel key="status" status={hop.status} />],
    ...(attempt > 1 ? [['attempt', String(attempt)] as const] : []),
    ['recorded', hop.service],
    ...(place === undefined ? [] : [['source', <code key="source">{place}</code>] as const]),
  ]
  return (
    <Card isCompact component="section">
      <CardTitle component="h3">
        {hop.line} {hop.name}
      </CardTitle>
      <CardBody>
        <DescriptionList isCompact>
          {rows.map(([name, value]) => (
            <DescriptionListGroup key={name}>
              <DescriptionListTerm>{t(`flow.${name}Label`)}</DescriptionListTerm>
              <DescriptionListDescription>{value}</DescriptionListDescription>
            </DescriptionListGroup>
          ))}
          {Object.entries(hop.attributes).map(([name, value]) => (
            <DescriptionListGroup key={`attribute ${name}`}>
              <DescriptionListTerm>
                <code>{name}</code>
              </DescriptionListTerm>
              <DescriptionListDescription>
                <code>{shownOf(value)}</code>
              </DescriptionListDescription>
            </DescriptionListGroup>
          ))}
        </DescriptionList>
      </CardBody>
    </Card>
  )
}
