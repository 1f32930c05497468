import {
  Button,
  EmptyState,
  EmptyStateBody,
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
import { textAt } from '../panel/item.ts'
import type { TabProps } from '../panel/panel.ts'
import { useSession } from '../session/session-context.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { Funnel } from './funnel.tsx'
import { HopDetails } from './hop-details.tsx'
import { Sequence } from './sequence.tsx'
import { Stages } from './stages.tsx'
import { timelineOf } from './timeline.ts'
import { useFlow } from './use-flow.ts'
import { useReplay } from './use-replay.ts'

const speeds = [1, 5, 20, 100] as const

/** How a server was built, hop by hop, and while it is being built: how far it is. */
export const FlowTab = ({ item }: TabProps) => {
  const { t } = useTranslation()
  const { nimbo } = useSession()
  const id = textAt(item, 'id')
  const { data = [], error } = useFlow(id, textAt(item, 'status'))
  const [selected, setSelected] = useState<string>()
  const [slower, setSlower] = useState<number>(5)
  const timeline = timelineOf(data)
  const { shown, playing, play, stop } = useReplay(timeline, slower)
  const visible = timeline.slice(0, shown)
  const placed = visible.find(({ key }) => key === selected)
  if (!nimbo || (error === null && data.length === 0))
    return (
      <EmptyState headingLevel="h2" titleText={t('flow.none')}>
        <EmptyStateBody>{t(nimbo ? 'flow.noneYet' : 'flow.onlyNimbo')}</EmptyStateBody>
      </EmptyState>
    )
  if (error) return <ProblemAlert error={error} />
  return (
    <Stack hasGutter>
      <StackItem>
        <Stages server={item} shown={visible} />
      </StackItem>
      <StackItem>
        <Flex>
          <FlexItem>
            <Title headingLevel="h2" size="lg">
              {t('flow.title')}
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
      <StackItem className="flow-both">
        <Sequence
          all={timeline}
          shown={visible}
          selected={selected}
          select={setSelected}
          following={playing || textAt(item, 'status') === 'BUILD'}
        />
        <div aria-live="polite">{placed ? <HopDetails placed={placed} /> : <p>{t('flow.choose')}</p>}</div>
      </StackItem>
      <StackItem>
        <Title headingLevel="h2" size="lg">
          {t('flow.scheduling')}
        </Title>
        <Funnel serverId={id} />
      </StackItem>
    </Stack>
  )
}
