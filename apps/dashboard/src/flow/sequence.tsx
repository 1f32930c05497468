import './flow.css'
import { type CSSProperties, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { wordOf } from './hop.ts'
import { lanesOf } from './lanes.ts'
import type { PlacedHop } from './timeline.ts'

interface Props {
  readonly all: readonly PlacedHop[]
  readonly shown: readonly PlacedHop[]
  readonly selected: string | undefined
  readonly select: (key: string) => void
  /** Whether to scroll to the newest hop. */
  readonly following: boolean
}

const milliseconds = (ms: number): string =>
  Math.abs(ms) >= 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms)} ms`

/** The first and last column of an arrow, and its direction. */
const spanOf = (lanes: readonly string[], { hop: { from, to } }: PlacedHop) => {
  const [start, end] = [lanes.indexOf(from), lanes.indexOf(to)]
  return {
    first: Math.min(start, end),
    last: Math.max(start, end),
    backwards: end < start,
    within: start === end,
  }
}

/** Grid columns of an arrow; the style sheet computes the middles of its end columns from their number. */
const arrowStyle = (first: number, last: number): CSSProperties & Record<'--flow-span', number> => ({
  gridColumn: `${first + 2} / ${last + 3}`,
  '--flow-span': last - first + 1,
})

const looksOf = ({ how, status }: PlacedHop['hop'], backwards: boolean, within: boolean): string =>
  [
    'flow-arrow',
    ...(within ? ['flow-within'] : []),
    ...(backwards ? ['flow-back'] : []),
    ...(how === 'RPC reply' ? ['flow-reply'] : []),
    ...(how === 'RPC cast' ? ['flow-cast'] : []),
    ...(status === 'ok' ? [] : ['flow-failed']),
  ].join(' ')

/** The flow as a sequence diagram: a column per service, a row per hop, the newest last. */
export const Sequence = ({ all, shown, selected, select, following }: Props) => {
  const { t } = useTranslation()
  const place = useRef<HTMLElement>(null)
  const { length } = shown
  useEffect(() => {
    if (following && length > 0 && place.current) place.current.scrollTop = place.current.scrollHeight
  }, [following, length])
  const lanes = lanesOf(all.map(({ hop }) => hop))
  // Each row is its own grid. They align because column widths do not depend on content.
  const columns = {
    gridTemplateColumns: `5rem repeat(${lanes.length}, minmax(0, 1fr))`,
    minWidth: `${5 + 7.5 * lanes.length}rem`,
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section ref={place} className="flow-scroll" tabIndex={0} aria-label={t('flow.diagram')}>
      <div className="flow-lanes" style={columns} aria-hidden="true">
        <span className="flow-time">{t('flow.since')}</span>
        {lanes.map((lane) => (
          <span key={lane} className="flow-lane">
            {lane}
          </span>
        ))}
      </div>
      <ol className="flow-hops">
        {shown.map((placed) => {
          const { hop, key, at, attempt } = placed
          const { first, last, backwards, within } = spanOf(lanes, placed)
          const again = attempt > 1 ? ` · ${t('flow.again', { attempt })}` : ''
          const route = within ? hop.from : `${hop.from} → ${hop.to}`
          return (
            <li key={key} className="flow-row" style={columns}>
              {lanes.map((lane, index) => (
                <span key={lane} className="flow-line" style={{ gridColumn: index + 2 }} aria-hidden="true" />
              ))}
              <button
                type="button"
                className="flow-hop"
                aria-pressed={key === selected}
                onClick={({ currentTarget }) => {
                  select(key)
                  // A row may be wider than the visible area.
                  currentTarget
                    .querySelector('.flow-arrow')
                    ?.scrollIntoView({ block: 'nearest', inline: 'center' })
                }}
                title={t(`flow.what.${wordOf(hop)}`, { defaultValue: hop.what })}
              >
                <span className="flow-time">{at < 0 ? t('flow.before') : `+${milliseconds(at)}`}</span>
                <span className="pf-v6-u-screen-reader">{route}: </span>
                <span className={looksOf(hop, backwards, within)} style={arrowStyle(first, last)}>
                  <span className="flow-label">
                    <b>{hop.line}</b> {hop.name}
                    <small>
                      {' '}
                      {milliseconds(hop.duration_ms)}
                      {again}
                    </small>
                  </span>
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
