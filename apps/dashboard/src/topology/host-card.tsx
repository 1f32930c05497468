import {
  Card,
  CardBody,
  CardTitle,
  Label,
  LabelGroup,
  Progress,
  ProgressMeasureLocation,
} from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Host } from './hosts.ts'

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

interface Props {
  readonly host: Host
  /** Whether the dragged server can be dropped here. */
  readonly open: boolean
  /** Whether the user may drag servers. */
  readonly movable: boolean
  drag(serverId: string | undefined): void
  drop(): void
}

/** A host with its services, load and servers. Servers can be moved by dragging or by their menus. */
export const HostCard = ({ host, open, movable, drag, drop }: Props) => {
  const { t } = useTranslation()
  const { name, zone, services, servers, load } = host
  return (
    <Card
      isCompact
      className={open ? 'map-host map-open' : 'map-host'}
      component="section"
      onDragOver={(event) => open && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (open) drop()
      }}
    >
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
              <li
                key={id}
                className={`map-server map-status-${status.toLowerCase()}`}
                draggable={movable}
                onDragStart={({ dataTransfer }) => {
                  dataTransfer.setData('text/plain', server)
                  drag(id)
                }}
                onDragEnd={() => drag(undefined)}
              >
                <Link draggable={false} to={`/admin/servers/${id}`} title={status}>
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
