import { ProgressStep, ProgressStepper } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { type Item, textAt } from '../panel/item.ts'
import type { PlacedHop } from './timeline.ts'

/** The stages of a server build, with the line number of the hop that starts each. */
const stages = [
  { id: 'asked', from: 3 },
  { id: 'scheduling', from: 12 },
  { id: 'networking', from: 22 },
  { id: 'block_device_mapping', from: 25 },
  { id: 'spawning', from: 27 },
  { id: 'active', from: 30 },
] as const

const powerStates: Readonly<Record<string, string>> = {
  0: 'NOSTATE',
  1: 'RUNNING',
  3: 'PAUSED',
  4: 'SHUTDOWN',
  6: 'CRASHED',
  7: 'SUSPENDED',
}

interface Props {
  readonly server: Item
  readonly shown: readonly PlacedHop[]
}

/** The stages of a server build, and the server's current status, task state and power state. */
export const Stages = ({ server, shown }: Props) => {
  const { t } = useTranslation()
  const reached = Math.max(0, ...shown.map(({ hop }) => hop.line))
  const failed = shown.some(({ hop }) => hop.status !== 'ok') && textAt(server, 'status') === 'ERROR'
  const now = stages.findLastIndex(({ from }) => from <= reached)
  const last = stages.length - 1
  const variantOf = (index: number) => {
    if (index < now || (index === now && now === last)) return 'success'
    if (index > now) return 'pending'
    return failed ? 'danger' : 'info'
  }
  const states = [
    textAt(server, 'status'),
    textAt(server, 'OS-EXT-STS:task_state') || '–',
    powerStates[textAt(server, 'OS-EXT-STS:power_state')] ?? '–',
  ]
  return (
    <>
      <ProgressStepper aria-label={t('flow.stages')}>
        {stages.map(({ id }, index) => (
          <ProgressStep
            key={id}
            id={`stage-${id}`}
            titleId={`stage-title-${id}`}
            variant={variantOf(index)}
            isCurrent={index === now}
            aria-label={t(`flow.stage.${id}`)}
          >
            {t(`flow.stage.${id}`)}
          </ProgressStep>
        ))}
      </ProgressStepper>
      <p>
        {t('flow.states')} <code>{states.join(' / ')}</code>
      </p>
    </>
  )
}
