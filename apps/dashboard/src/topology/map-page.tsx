import './topology.css'
import { Bullseye, Gallery, PageSection, Spinner, Title } from '@patternfly/react-core'
import { computeApi } from '@nimbo/contracts/compute/api'
import { liveMigrate } from '@nimbo/contracts/compute/actions/live-migrate'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useForbidden } from '../action/use-allowed.ts'
import { textAt } from '../panel/item.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { HostCard } from './host-card.tsx'
import { hostOf, hostsOf } from './hosts.ts'
import { type Move, MoveDialog } from './move-dialog.tsx'
import { useHosts } from './use-hosts.ts'

/**
 * The hosts of the cloud with their services, load and servers. Users with the right to live-migrate can move servers by dragging
 * them.
 */
export const MapPage = () => {
  const { t } = useTranslation()
  const { facts, error } = useHosts()
  const [dragged, setDragged] = useState<string>()
  const [move, setMove] = useState<Move>()
  const [first] = facts?.servers ?? []
  const question = { api: computeApi, operation: liveMigrate.operation, path: { server_id: first?.id } }
  const isForbidden = useForbidden([question], first !== undefined).has(liveMigrate.operation.id)
  const server = facts?.servers.find(({ id }) => id === dragged)
  const hosts = facts ? hostsOf(facts) : []
  return (
    <PageSection>
      <Title headingLevel="h1">{t('topology.hosts')}</Title>
      {error && <ProblemAlert error={error} />}
      {facts ? (
        <Gallery hasGutter minWidths={{ default: '20rem' }} className="map-hosts">
          {hosts.map((host) => (
            <HostCard
              key={host.name}
              host={host}
              movable={!isForbidden}
              open={server !== undefined && host.load !== undefined && hostOf(server) !== host.name}
              drag={setDragged}
              drop={() => {
                if (server) setMove({ server, from: hostOf(server), to: host.name })
                setDragged(undefined)
              }}
            />
          ))}
        </Gallery>
      ) : (
        !error && (
          <Bullseye>
            <Spinner aria-label={t('shell.loading')} />
          </Bullseye>
        )
      )}
      {move && <MoveDialog key={textAt(move.server, 'id')} move={move} close={() => setMove(undefined)} />}
    </PageSection>
  )
}
