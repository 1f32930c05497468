import { useEffect, useState } from 'react'
import type { PlacedHop } from './timeline.ts'
import { replayTimes } from './timeline.ts'

interface Replay {
  /** Number of hops shown: all of them unless a replay is running. */
  readonly shown: number
  readonly playing: boolean
  play(): void
  stop(): void
}

const tickMs = 50

/** Replays a flow, `slower` times slower than recorded. */
export const useReplay = (timeline: readonly PlacedHop[], slower: number): Replay => {
  const [since, setSince] = useState<number>()
  const [elapsed, setElapsed] = useState(0)
  useEffect(() => {
    if (since === undefined) return undefined
    const timer = setInterval(() => setElapsed((performance.now() - since) / slower), tickMs)
    return () => clearInterval(timer)
  }, [since, slower])
  const times = replayTimes(timeline)
  const over = elapsed > (times.at(-1) ?? 0)
  useEffect(() => {
    if (over) setSince(undefined)
  }, [over])
  const playing = since !== undefined && !over
  return {
    shown: playing ? times.filter((time) => time <= elapsed).length : timeline.length,
    playing,
    play: () => {
      setElapsed(0)
      setSince(performance.now())
    },
    stop: () => setSince(undefined),
  }
}
