import {
  Button,
  Flex,
  FlexItem,
  FormSelect,
  FormSelectOption,
  Stack,
  StackItem,
  Title,
} from '@patternfly/react-core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item } from '../panel/item.ts'
import { HopDetails } from './hop-details.tsx'
import { Sequence } from './sequence.tsx'
import { Stages } from './stages.tsx'
import type { PlacedHop } from './timeline.ts'
import { useReplay } from './use-replay.ts'

const speeds = [1, 5, 20, 100] as const

interface Props {
  readonly title: string
  readonly timeline: readonly PlacedHop[]
  /** Whether more hops are expected. */
  readonly growing: boolean
  /** The server whose build stages are shown as well. */
  readonly built?: Item
}

/** A flow hop by hop, which can be replayed. */
export const FlowPicture = ({ title, timeline, growing, built }: Props) => {
  const { t } = useTranslation()
  const [selected, setSelected] = useState<string>()
  const [slower, setSlower] = useState<number>(5)
  const { shown, playing, play, stop } = useReplay(timeline, slower)
  const visible = timeline.slice(0, shown)
  const placed = visible.find(({ key }) => key === selected)
  return (
    <Stack hasGutter>
      {built && (
        <StackItem>
          <Stages server={built} shown={visible} />
        </StackItem>
      )}
      <StackItem>
        <Flex>
          <FlexItem>
            <Title headingLevel="h2" size="lg">
              {title}
            </Title>
          </FlexItem>
          <FlexItem align={{ default: 'alignRight' }}>
            <FormSelect
              aria-label={t('flow.speed')}
              value={slower}
              onChange={(_, value) => setSlower(Number(value))}
            >
              {speeds.map((speed) => (
                <FormSelectOption key={speed} value={speed} label={t('flow.slower', { speed })} />
              ))}
            </FormSelect>
          </FlexItem>
          <FlexItem>
            <Button variant="secondary" onClick={playing ? stop : play}>
              {t(playing ? 'flow.stop' : 'flow.replay')}
            </Button>
          </FlexItem>
        </Flex>
      </StackItem>
      <StackItem className={placed ? 'flow-both flow-chosen' : 'flow-both'}>
        <Sequence
          all={timeline}
          shown={visible}
          selected={selected}
          select={setSelected}
          following={playing || growing}
        />
        <div aria-live="polite">{placed ? <HopDetails placed={placed} /> : <p>{t('flow.choose')}</p>}</div>
      </StackItem>
    </Stack>
  )
}
