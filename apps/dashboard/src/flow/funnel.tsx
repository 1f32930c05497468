import { Card, CardBody, CardTitle, Label, LabelGroup } from '@patternfly/react-core'
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table'
import { useTranslation } from 'react-i18next'
import { type Decision, decisionOf } from './decision.ts'
import { useScheduling } from './use-flow.ts'

const Bar = ({ left, of }: { readonly left: number; readonly of: number }) => (
  <div
    className={left === 0 ? 'funnel-bar funnel-none' : 'funnel-bar'}
    style={{ width: `${of === 0 ? 0 : (100 * left) / of}%` }}
  />
)

/** The candidate hosts, those that each filter removed and why, and the chosen one. */
const OneDecision = ({ decision, number }: { readonly decision: Decision; readonly number: number }) => {
  const { t } = useTranslation()
  const { candidates, filters, weighed, weighedCount, chosen, found, alternates, lostRaces } = decision
  return (
    <Card isCompact component="section">
      <CardTitle component="h3">{t('flow.decision', { number })}</CardTitle>
      <CardBody>
        <Table variant="compact" aria-label={t('flow.decision', { number })}>
          <Thead>
            <Tr>
              <Th>{t('flow.filter')}</Th>
              <Th>{t('flow.left')}</Th>
              <Th width={40}>{t('flow.share')}</Th>
              <Th>{t('flow.refused')}</Th>
            </Tr>
          </Thead>
          <Tbody>
            <Tr>
              <Td>{t('flow.candidates')}</Td>
              <Td>{candidates}</Td>
              <Td>
                <Bar left={candidates} of={candidates} />
              </Td>
              <Td />
            </Tr>
            {filters.map(({ filter, left, refused, refusedCount }) => (
              <Tr key={filter}>
                <Td>
                  <code>{filter}</code>
                </Td>
                <Td>{left}</Td>
                <Td>
                  <Bar left={left} of={candidates} />
                </Td>
                <Td>
                  {refused.length === 0
                    ? refusedCount || ''
                    : refused.map(({ host, reason }) => <div key={host}>{`${host}: ${reason}`}</div>)}
                </Td>
              </Tr>
            ))}
            <Tr>
              <Td>{t('flow.weighed')}</Td>
              <Td>{weighedCount}</Td>
              <Td>
                <Bar left={weighedCount} of={candidates} />
              </Td>
              <Td>
                {weighed.map(({ host, weight }) => (
                  <div key={host}>{`${host}: ${weight.toFixed(3)}`}</div>
                ))}
              </Td>
            </Tr>
          </Tbody>
        </Table>
        <LabelGroup aria-label={t('flow.outcome')} numLabels={20}>
          <Label status={found ? 'success' : 'danger'}>
            {found ? t('flow.chosen', { host: chosen ?? '' }) : t('flow.noHost')}
          </Label>
          {alternates.map((host) => (
            <Label key={`alternate ${host}`} variant="outline">
              {t('flow.alternate', { host })}
            </Label>
          ))}
          {lostRaces.map((host) => (
            <Label key={`lost ${host}`} status="warning">
              {t('flow.lostRace', { host })}
            </Label>
          ))}
        </LabelGroup>
      </CardBody>
    </Card>
  )
}

/** The scheduling decisions of a server: usually one, more after a reschedule. */
export const Funnel = ({ serverId }: { readonly serverId: string }) => {
  const { t } = useTranslation()
  const { data = [] } = useScheduling(serverId)
  if (data.length === 0) return <p>{t('flow.noDecision')}</p>
  return data.map((value, index) => {
    const decision = decisionOf(value)
    return <OneDecision key={decision.at} decision={decision} number={index + 1} />
  })
}
