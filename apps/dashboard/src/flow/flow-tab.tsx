import { FormSelect, FormSelectOption, Stack, StackItem } from '@patternfly/react-core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readableDate } from '../cell/readable.ts'
import { textAt } from '../panel/item.ts'
import type { TabProps } from '../panel/panel.ts'
import { useSession } from '../session/session-context.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { BuildFlow } from './build-flow.tsx'
import { FlowPicture } from './flow-picture.tsx'
import { timelineOf } from './timeline.ts'
import { useActionHops, useActions } from './use-actions.ts'

/** The line of the request hop; times are relative to it. */
const requestLine = 1

const ActionFlow = ({ serverId, requestId }: { readonly serverId: string; readonly requestId: string }) => {
  const { t } = useTranslation()
  const { data = [], error } = useActionHops(serverId, requestId)
  if (error) return <ProblemAlert error={error} />
  const growing = data.some(({ status }) => status === 'running')
  return <FlowPicture title={t('flow.steps')} timeline={timelineOf(data, requestLine)} growing={growing} />
}

/** The creation of a server, and each later server action, as sequence diagrams. */
export const FlowTab = ({ item }: TabProps) => {
  const { t, i18n } = useTranslation()
  const { nimbo } = useSession()
  const serverId = textAt(item, 'id')
  const { data: actions = [] } = useActions(serverId)
  const [chosen, setChosen] = useState('')
  // Nimbo shows the creation in full; other clouds show the events of their `create` action.
  const listed = nimbo ? actions.filter(({ action }) => action !== 'create') : actions
  return (
    <Stack hasGutter>
      <StackItem>
        <FormSelect
          aria-label={t('flow.which')}
          value={chosen}
          onChange={(_, requestId) => setChosen(requestId)}
        >
          <FormSelectOption value="" label={t('flow.title')} />
          {listed.map(({ request_id, action, start_time }) => (
            <FormSelectOption
              key={request_id}
              value={request_id}
              label={`${action}, ${readableDate(start_time, i18n.language)}`}
            />
          ))}
        </FormSelect>
      </StackItem>
      <StackItem>
        {chosen === '' ? (
          <BuildFlow server={item} />
        ) : (
          <ActionFlow key={chosen} serverId={serverId} requestId={chosen} />
        )}
      </StackItem>
    </Stack>
  )
}
