import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import uPlot from 'uplot'
import type { Measure } from './use-measures.ts'

const height = 180
/** Below this many values, points are drawn as well as the line. */
const fewMeasures = 60

interface Props {
  readonly title: string
  readonly measures: readonly Measure[]
  /** Length of the period until now, in seconds. */
  readonly periodSeconds: number
  /** Draws bars instead of a line, for amounts per part of the period. */
  readonly bars?: boolean
}

/** The colours of the current theme, light or dark. */
const coloursOf = (place: HTMLElement) => {
  const style = getComputedStyle(place)
  const named = (name: string, usual: string) => style.getPropertyValue(name).trim() || usual
  return {
    text: style.color,
    grid: named('--pf-t--global--border--color--default', '#8884'),
    line: named('--pf-t--global--color--brand--default', '#06c'),
  }
}

/** Values over time as a line chart. The same is available as text for those who cannot see it. */
export const LineChart = ({ title, measures, periodSeconds, bars = false }: Props) => {
  const { i18n } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const { language } = i18n
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const { text, grid, line } = coloursOf(element)
    const axis = { stroke: text, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 } }
    const short = new Intl.NumberFormat(language, { notation: 'compact' })
    const when = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short' })
    const now = Date.now() / 1000
    const chart = new uPlot(
      {
        ...{ width: element.clientWidth, height },
        legend: { show: false },
        cursor: { drag: { x: false, y: false } },
        axes: [
          { ...axis, values: (_, splits) => splits.map((at) => when.format(at * 1000)), space: 130 },
          { ...axis, values: (_, splits) => splits.map((value) => short.format(value)), size: 60 },
        ],
        series: [
          {},
          {
            ...{ stroke: line, width: 2, points: { show: !bars && measures.length < fewMeasures } },
            ...(bars && uPlot.paths.bars ? { paths: uPlot.paths.bars({ size: [0.7] }), fill: line } : {}),
          },
        ],
        scales: {
          x: { range: [now - periodSeconds, now] },
          ...(bars ? { y: { range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1] } } : {}),
        },
      },
      [measures.map(({ at }) => at), measures.map(({ value }) => value)],
      element,
    )
    const watching = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    watching.observe(element)
    return () => {
      watching.disconnect()
      chart.destroy()
    }
  }, [measures, periodSeconds, language, bars])
  return <div ref={place} role="img" aria-label={title} />
}
