import './topology.css'
import { Bullseye, EmptyState, PageSection, Spinner, Title } from '@patternfly/react-core'
import { CloudIcon, NetworkIcon, RouteIcon, ServerIcon } from '@patternfly/react-icons'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { type Graph, graphOf, type NodeKind } from './graph.ts'
import { layoutOf, nodeHeight, nodeWidth, type Placed } from './layout.ts'
import { useTopology } from './use-topology.ts'

const icons: Readonly<Record<NodeKind, ComponentType>> = {
  external: CloudIcon,
  router: RouteIcon,
  network: NetworkIcon,
  server: ServerIcon,
}

const panelOf: Readonly<Record<NodeKind, string>> = {
  external: 'networks',
  router: 'routers',
  network: 'networks',
  server: 'servers',
}

const Node = ({ placed: { node, x, y } }: { readonly placed: Placed }) => {
  const { t } = useTranslation()
  const Icon = icons[node.kind]
  const place = { left: x - nodeWidth / 2, top: y - nodeHeight / 2, width: nodeWidth, height: nodeHeight }
  return (
    <li
      style={place}
      className={`topology-node topology-${node.kind} topology-status-${node.status.toLowerCase()}`}
    >
      <Link to={`/project/${panelOf[node.kind]}/${node.id}`} title={`${node.name} (${node.status})`}>
        <span className="topology-name">
          <Icon /> <span className="pf-v6-u-screen-reader">{t(`topology.${node.kind}`)} </span>
          {node.name}
        </span>
        <span className="topology-notes">{node.notes.slice(0, 2).join(' ')}</span>
        <span className="topology-notes">{node.status}</span>
      </Link>
    </li>
  )
}

const Picture = ({ graph }: { readonly graph: Graph }) => {
  const { t } = useTranslation()
  const { placed, width, height } = layoutOf(graph)
  const at = new Map(placed.map((one) => [one.node.id, one]))
  const lines = graph.ties.flatMap(({ from, to, up }) => {
    const [upper, lower] = [at.get(from), at.get(to)]
    return upper && lower ? [{ key: `${from} ${to}`, upper, lower, up }] : []
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="topology-scroll" tabIndex={0} aria-label={t('topology.title')}>
      <div className="topology-picture" style={{ width, height }}>
        <svg width={width} height={height} aria-hidden="true">
          {lines.map(({ key, upper, lower, up }) => {
            const [y1, y2] = [upper.y + nodeHeight / 2, lower.y - nodeHeight / 2]
            const half = (y1 + y2) / 2
            return (
              <path
                key={key}
                className={up ? 'topology-tie' : 'topology-tie topology-down'}
                d={`M ${upper.x} ${y1} C ${upper.x} ${half} ${lower.x} ${half} ${lower.x} ${y2}`}
              />
            )
          })}
        </svg>
        <ul aria-label={t('topology.title')}>
          {placed.map((one) => (
            <Node key={one.node.id} placed={one} />
          ))}
        </ul>
      </div>
    </section>
  )
}

/** The project's networks as a picture that changes with them. */
export const TopologyPage = () => {
  const { t } = useTranslation()
  const { facts, error } = useTopology()
  const graph = facts && graphOf(facts)
  return (
    <PageSection>
      <Title headingLevel="h1">{t('topology.title')}</Title>
      {error && <ProblemAlert error={error} />}
      {!graph && !error && (
        <Bullseye>
          <Spinner aria-label={t('shell.loading')} />
        </Bullseye>
      )}
      {graph?.nodes.length === 0 && <EmptyState headingLevel="h2" titleText={t('topology.none')} />}
      {graph && graph.nodes.length > 0 && <Picture graph={graph} />}
    </PageSection>
  )
}
