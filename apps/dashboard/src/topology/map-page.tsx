import './topology.css'
import {
  Bullseye,
  Card,
  CardBody,
  CardTitle,
  Gallery,
  Label,
  LabelGroup,
  PageSection,
  Progress,
  ProgressMeasureLocation,
  Spinner,
  Title,
} from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { type Host, hostsOf } from './hosts.ts'
import { useHosts } from './use-hosts.ts'

const shownServers = 50
const nearlyFull = 0.9

const Load = ({
  host,
  what,
  part,
}: {
  readonly host: string
  readonly what: string
  readonly part: number
}) => {
  const { t } = useTranslation()
  const percent = Math.round(part * 100)
  return (
    <Progress
      id={`${host}-${what}`}
      size="sm"
      title={t(`topology.${what}`)}
      aria-label={`${host}: ${t(`topology.${what}`)}`}
      value={Math.min(percent, 100)}
      label={`${percent} %`}
      measureLocation={ProgressMeasureLocation.outside}
      {...(part >= nearlyFull ? { variant: 'warning' as const } : {})}
    />
  )
}

const HostCard = ({ host }: { readonly host: Host }) => {
  const { t } = useTranslation()
  const { name, zone, services, servers, load } = host
  return (
    <Card isCompact className="map-host" component="section">
      <CardTitle component="h2">
        {name} <small>{zone}</small>
      </CardTitle>
      <CardBody>
        <LabelGroup aria-label={t('topology.services', { host: name })} numLabels={20}>
          {services.map(({ binary, up, enabled }) => (
            <Label key={binary} isCompact status={!up ? 'danger' : enabled ? 'success' : 'warning'}>
              {binary}
              {!up && ` (${t('topology.down')})`}
              {up && !enabled && ` (${t('topology.disabled')})`}
            </Label>
          ))}
        </LabelGroup>
        {load && (
          <>
            <Load host={name} what="cpus" part={load.cpus} />
            <Load host={name} what="memory" part={load.memory} />
          </>
        )}
        {servers.length > 0 && (
          <ul aria-label={t('topology.serversOf', { host: name })} className="map-servers">
            {servers.slice(0, shownServers).map(({ id, name: server, status }) => (
              <li key={id} className={`map-server map-status-${status.toLowerCase()}`}>
                <Link to={`/admin/servers/${id}`} title={status}>
                  {server}
                </Link>
              </li>
            ))}
            {servers.length > shownServers && (
              <li>{t('topology.more', { number: servers.length - shownServers })}</li>
            )}
          </ul>
        )}
      </CardBody>
    </Card>
  )
}

/** The cloud itself: its hosts, what of it is up, how full it is, and which servers are where. */
export const MapPage = () => {
  const { t } = useTranslation()
  const { facts, error } = useHosts()
  return (
    <PageSection>
      <Title headingLevel="h1">{t('topology.hosts')}</Title>
      {error && <ProblemAlert error={error} />}
      {facts ? (
        <Gallery hasGutter minWidths={{ default: '20rem' }} className="map-hosts">
          {hostsOf(facts).map((host) => (
            <HostCard key={host.name} host={host} />
          ))}
        </Gallery>
      ) : (
        !error && (
          <Bullseye>
            <Spinner aria-label={t('shell.loading')} />
          </Bullseye>
        )
      )}
    </PageSection>
  )
}
