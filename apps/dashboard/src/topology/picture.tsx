import './topology.css'
import { CloudIcon, CubeIcon, NetworkIcon, RouteIcon, ServerIcon } from '@patternfly/react-icons'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { layoutOf, nodeHeight, nodeWidth, type Placed } from './layout.ts'
import type { Graph } from './picture-graph.ts'

const icons: Readonly<Record<string, ComponentType>> = {
  external: CloudIcon,
  router: RouteIcon,
  network: NetworkIcon,
  server: ServerIcon,
}

const Node = ({ placed: { node, x, y } }: { readonly placed: Placed }) => {
  const { t } = useTranslation()
  const Icon = icons[node.kind] ?? CubeIcon
  const place = { left: x - nodeWidth / 2, top: y - nodeHeight / 2, width: nodeWidth, height: nodeHeight }
  const content = (
    <>
      <span className="topology-name">
        <Icon />{' '}
        <span className="pf-v6-u-screen-reader">{t(`topology.${node.kind}`, { defaultValue: '' })} </span>
        {node.name}
      </span>
      <span className="topology-notes">{node.notes.slice(0, 2).join(' ')}</span>
      <span className="topology-notes">{node.status}</span>
    </>
  )
  return (
    <li
      style={place}
      className={`topology-node topology-${node.kind} topology-status-${node.status.toLowerCase()}`}
    >
      {node.address === undefined ? (
        <div className="topology-box">{content}</div>
      ) : (
        <Link className="topology-box" to={node.address} title={`${node.name} (${node.status})`}>
          {content}
        </Link>
      )}
    </li>
  )
}

interface Props {
  readonly graph: Graph
  readonly title: string
}

/** Nodes in layers with lines between them. The nodes are a list of links, for keyboards and screen readers. */
export const Picture = ({ graph, title }: Props) => {
  const { placed, width, height } = layoutOf(graph)
  const at = new Map(placed.map((one) => [one.node.id, one]))
  const lines = graph.ties.flatMap(({ from, to, up }) => {
    const [upper, lower] = [at.get(from), at.get(to)]
    return upper && lower ? [{ key: `${from} ${to}`, upper, lower, up }] : []
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className="topology-scroll" tabIndex={0} aria-label={title}>
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
        <ul aria-label={title}>
          {placed.map((one) => (
            <Node key={one.node.id} placed={one} />
          ))}
        </ul>
      </div>
    </section>
  )
}
